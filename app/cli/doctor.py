"""`yakulens doctor`: what is wrong here, if anything, and what to send with a report."""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from typing import Final

from yakulens.app.cli.frame import Parser, add_options, emit, emit_json, refuse
from yakulens.app.doctor import Finding, carefully, machine, program

_MARK: Final = {"well": "ok", "doubtful": "?", "wrong": "WRONG"}
_REPORT: Final = (
    "With a report send these lines, the photo if you may share it, and what `yakulens read PHOTO` says of "
    "it. YAKULENS_DEBUG=1 before a command shows where it failed."
)

EXAMPLE = "yakulens doctor\nyakulens doctor --address 0.0.0.0 --cert c.pem --key k.pem"


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Look at the versions, the models' files, a reading of bundled photos, its speed, the disk, what is "
        "kept and who may read it, address and certificate. Ends with 1 where something is wrong, else "
        "with 0. Nothing is changed and nothing is sent."
    )
    parser.add_argument("--address", default="127.0.0.1", metavar="IP", help="where the page is to listen")
    parser.add_argument("--port", type=int, default=8501, metavar="N", help="at which port (default: 8501)")
    options = {
        "--cert FILE": "a certificate (PEM) to look at",
        "--key FILE": "its private key (PEM)",
        "--json": "as JSON",
    }
    add_options(parser, options)


def run(args: argparse.Namespace) -> int:
    """Look at everything; 1 if something is wrong."""
    if (args.cert is None) != (args.key is None):
        refuse("--cert and --key go together")
    findings = []
    for finding in _findings(args):
        findings.append(finding)
        if not args.json:
            emit(f"{_MARK[finding.state]:>5}  {finding.about}: {finding.detail}")
    states = {finding.state for finding in findings}
    worst = next((state for state in ("wrong", "doubtful") if state in states), "well")
    if args.json:
        rows = [asdict(finding) for finding in findings]
        emit_json({"state": worst, "findings": rows, "report": _REPORT}, indent=2)
    else:
        emit(f"\n{_REPORT}")
    return 1 if worst == "wrong" else 0


def _findings(args: argparse.Namespace) -> Iterator[Finding]:
    checks: dict[str, Callable[[], Iterator[Finding]]] = {
        "versions": program.versions,
        "environment": program.python,
        "models": program.networks,
        "self-test": program.reading,
        "data folder": machine.data,
        "address": partial(machine.address, args.address, args.port),
    }
    if args.cert is not None:
        checks["certificate"] = partial(machine.certificate, args.cert, args.key)
    for about, check in checks.items():
        yield from carefully(about, check)
