"""The command line: `yakulens COMMAND ...`.

Command `x` lives in the module `app.cli.x`, which exposes `arguments(parser)`, `run(args)` and its `EXAMPLE`.
Only the module of the typed command is imported: small commands start at once, and training code is never
loaded by accident.
"""

import importlib
import io
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from yakulens.app.cli.frame import COMMANDS, KEEPING, Parser, add_command, mend_data, note, refuse
from yakulens.scorer.errors import YakulensError

DEBUG_VARIABLE = "YAKULENS_DEBUG"
PACKAGE = "yakulens"
BAD_INPUT = 2
BROKEN = 1
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code: 0 done, 2 bad input (standard error says what in one line)."""
    words = list(sys.argv[1:] if argv is None else argv)
    if sys.stderr is None:  # `yakulens ... 2>&-`
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - the program's own
    if sys.stdout is None:  # `yakulens ... >&-`
        note("yakulens: standard output is closed, so no answer can be written; redirect it to a file")
        return BAD_INPUT
    _speak_utf8()
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = 0  # the reader of our output has exited (`yakulens ... | head`), which is not an error
    except Exception as error:  # noqa: BLE001 - the last net: no traceback reaches a user
        if os.environ.get(DEBUG_VARIABLE):
            import traceback  # noqa: PLC0415 - seldom needed

            traceback.print_exc()
        message, code = _explain(error)
        command = f"yakulens {words[0]}" if words and words[0] in COMMANDS else "yakulens"
        note(f"{command}: {' '.join(message.split())}")
    _give_up_output()
    return code


def build_parser(command: str | None) -> Parser:
    """The parser with the options of one command; without one, with the names and summaries of all."""
    parser = Parser(
        prog="yakulens",
        description="Reads a riichi mahjong hand from a photo and scores it by the rule book.",
        epilog="`yakulens COMMAND --help` shows a command's options and an example.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    if command is not None:
        module = importlib.import_module(f"{__name__}.{command}")
        module.arguments(add_command(subparsers, command, module.EXAMPLE, module.run))
        return parser
    for name, summary in COMMANDS.items():
        subparsers.add_parser(name, help=summary, add_help=False)
    return parser


def _run(words: list[str]) -> int:
    command = words[0] if words and words[0] in COMMANDS else None
    try:
        args = build_parser(command).parse_args(words)
    except SystemExit as stop:  # argparse exits this way after --help
        return int(stop.code or 0)
    if args.version:
        from importlib.metadata import version  # noqa: PLC0415 - it takes as long as scoring a thousand hands

        sys.stdout.write(f"yakulens {version('yakulens')}\n")
        return 0
    if "run" not in args:
        refuse(f"name a command, one of: {', '.join(COMMANDS)} (yakulens --help describes them)")
    if command in KEEPING:
        mend_data()
    return int(args.run(args))


def _speak_utf8() -> None:
    """Use UTF-8 on every system; an undecodable byte of a file name is read and written unchanged."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def _explain(error: Exception) -> tuple[str, int]:
    """One line about an error, and its exit code."""
    if isinstance(error, YakulensError):
        return str(error), BAD_INPUT
    if isinstance(error, ModuleNotFoundError) and str(error.name).startswith(f"{PACKAGE}."):
        hint = "run `make app` in it, to train `make train-setup`"
        return f"training and rendering need a checkout of the repository; {hint}", BAD_INPUT
    if isinstance(error, ModuleNotFoundError):
        return f"{error.name} is not installed: {_remedy(str(error.name))}", BAD_INPUT
    if isinstance(error, OSError):
        prefix = "" if error.filename is None else f"{error.filename}: "
        return f"{prefix}{error.strerror or error}", BAD_INPUT
    return f"a bug in yakulens: {type(error).__name__}: {error} ({DEBUG_VARIABLE}=1 shows where)", BROKEN


def _remedy(module: str) -> str:
    """What to run where a third-party module is missing: it installs our extra that names its package.

    >>> _remedy("torch"), _remedy("pyarrow.parquet")
    ('run make train-setup', "run pip install 'yakulens[parquet]'")
    """
    from importlib.metadata import requires  # noqa: PLC0415 - see `_run`

    top = module.partition(".")[0]
    top = {"yaml": "pyyaml"}.get(top, top)  # a package's and a module's name differ in this one alone
    named = re.compile(rf"{re.escape(top)}\b[^;]*;.*extra == ['\"]([a-z-]+)")
    extras = {match[1] for each in requires(PACKAGE) or () if (match := named.match(each))}
    extra = next((name for name in ("app", "imports", "parquet", "cluster") if name in extras), None)
    if extra is None:
        return "run make train-setup" if "train" in extras else "install yakulens again"
    in_checkout = " (in a checkout: make app)" if extra in {"app", "imports"} else ""
    return f"run pip install '{PACKAGE}[{extra}]'{in_checkout}"


def _give_up_output() -> None:
    """Drop unwritable output: Python would retry at exit, print its own message and exit with 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
