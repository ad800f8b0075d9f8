"""`yakulens models`: list, check and choose models."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.frame import UsageError, add_command, emit, emit_json
from vision import models
from vision.models import ModelError
from vision.recognise import Recogniser

if TYPE_CHECKING:
    import argparse

    from app.cli.frame import Subparsers
    from vision.models import ModelCard

EXAMPLE = """
yakulens models
yakulens models show yakulens-6
yakulens models check mine.toml
"""


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "models", EXAMPLE, run)
    parser.description = (
        "List, check and choose models. Other commands take the model marked `default`; "
        f"--model NAME or the environment variable {models.VARIABLE} chooses another."
    )
    parser.add_argument("action", nargs="?", choices=("list", "show", "check"), default="list")
    parser.add_argument("model", nargs="?", metavar="NAME", help="a name, or the path of a card (.toml)")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """List the models, show one's card, or load one (all without a name) and run it once."""
    try:
        if args.action == "show":
            card = models.choose(args.model)
            emit_json(_card(card), indent=2) if args.json else emit(_show(card))
            return 0
        known = models.cards() if args.model is None else (models.choose(args.model),)
        for card in known if args.action == "check" else ():
            Recogniser(card).warm_up()
        chosen = models.choose().name if args.model is None else None
    except ModelError as error:
        raise UsageError(str(error)) from error
    if not known:
        message = f"{models.FOLDER}: no model here; `yakulens train` makes one"
        raise UsageError(message)
    if args.json:
        emit_json({"models": [_card(card) for card in known]}, indent=2)
        return 0
    for card in known:
        mark = "sound " if args.action == "check" else "* " if card.name == chosen else "  "
        emit(f"{mark}{card.name}  {card.summary}")
    return 0


def _card(card: ModelCard) -> dict[str, Any]:
    return {
        "name": card.name,
        "default": card.default,
        "summary": card.summary,
        "licence": card.licence,
        "folder": str(card.folder),
        **{
            part: {"file": network.file, "sha256": network.sha256}
            for part, network in card.networks().items()
        },
        "data": [dict(entry) for entry in card.data],
        "metrics": dict(card.metrics),
    }


def _show(card: ModelCard) -> str:
    lines = [f"{card.name}  {card.summary}", f"licence: {card.licence}"]
    for title, part in card.networks().items():
        lines.append(f"{title}: {Path(part.file).name}, sha256 {part.sha256 or 'not given'}")
    lines += [f"data: {', '.join(str(value) for value in entry.values())}" for entry in card.data]
    lines += [f"{name}: {value}" for name, value in card.metrics.items()]
    return "\n".join(lines)
