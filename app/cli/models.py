"""`yakulens models`: list, check, compare and choose models."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from yakulens.app.cli import models_add, models_gate
from yakulens.app.cli.frame import Parser, Subparsers, add_actions, add_command, refuse, tell
from yakulens.vision import models
from yakulens.vision.models import ModelCard
from yakulens.vision.recognise import Recogniser

EXAMPLE = """
yakulens models
yakulens models show yakulens-12
yakulens models check mine.toml
yakulens models add club.onnx club --as both
yakulens models compare yakulens-12 mine photos/val
"""
_COMPARE = "yakulens models compare yakulens-12 mine photos/val"
_ADOPT = """
yakulens models adopt mine --on photos/val
yakulens models adopt runs/mine.toml --on photos/val
"""
_SUMMARIES = {
    "list": "every model, the one that is taken with a star",
    "show": "what a model's card says",
    "check": "whether the files are those of the card, and run",
}


def register(subparsers: Subparsers) -> None:
    """Add the command and its actions."""
    parser = add_command(subparsers, "models", EXAMPLE, run)
    parser.description = (
        "List, check, compare and choose models. Other commands take the model marked `default`; "
        f"--model NAME or the environment variable {models.VARIABLE} chooses another."
    )
    _add_json(parser)
    added = "a network trained elsewhere (.onnx of ultralytics) as a model"
    former, back = "take the model again that the present one replaced", "yakulens models rollback"
    actions = add_actions(
        parser,
        {name: (summary, f"yakulens models {name}", run) for name, summary in _SUMMARIES.items()}
        | {
            "compare": ("two models on the same labelled photos", _COMPARE, models_gate.compare),
            "adopt": ("take a model from now on, if it is no worse", _ADOPT, models_gate.adopt),
            "add": (added, models_add.EXAMPLE, models_add.run),
            "rollback": (former, back, models_gate.rollback),
        },
    )
    for action in (actions[name] for name in _SUMMARIES):
        action.add_argument("model", nargs="?", metavar="NAME", help="a name, or the path of a card (.toml)")
        _add_json(action)
    compare = actions["compare"]
    compare.add_argument("before", metavar="A", help="a model, by name or card")
    compare.add_argument("after", metavar="B", help="another one")
    compare.add_argument("folder", metavar="DIR", nargs="+", help="labelled photos, as evaluate takes them")
    _add_json(compare)
    adopt = actions["adopt"]
    adopt.add_argument("model", metavar="NAME", help="a name, or the path of a card (.toml)")
    adopt.add_argument(
        "--on", metavar="DIR", nargs="+", required=True, help="labelled photos that it never saw"
    )
    adopt.add_argument("--insist", action="store_true", help="also where it is worse; its card says so")
    models_add.arguments(actions["add"])


def _add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """List the models, show one's card, or load one (all without a name) and run it once."""
    name = getattr(args, "model", None)
    if args.action == "show":
        card = models.choose(name)
        tell(_card(card), [_show(card)], as_json=args.json)
        return 0
    cards = models.cards() if name is None else (models.choose(name),)
    is_check = args.action == "check"
    for card in cards if is_check else ():
        Recogniser(card).warm_up()
    chosen = models.choose().name if name is None else None
    if not cards:
        refuse(f"{models.FOLDER}: no model here; `yakulens train` makes one")
    marks = ["sound " if is_check else "* " if card.name == chosen else "  " for card in cards]
    lines = [f"{mark}{card.name}  {card.summary}" for mark, card in zip(marks, cards, strict=True)]
    tell({"models": [_card(card) for card in cards]}, lines, as_json=args.json)
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
        "based_on": card.based_on or None,
        "metrics": dict(card.metrics),
        "adopted": dict(card.adopted),
    }


def _show(card: ModelCard) -> str:
    lines = [f"{card.name}  {card.summary}", f"licence: {card.licence}"]
    for title, part in card.networks().items():
        lines.append(f"{title}: {Path(part.file).name}, sha256 {part.sha256 or 'not given'}")
    lines += [f"data: {', '.join(str(value) for value in entry.values())}" for entry in card.data]
    lines += [f"based on {card.based_on}"] * bool(card.based_on)
    lines += [f"{name}: {value}" for name, value in card.metrics.items()]
    lines += [f"adopted, {name}: {value}" for name, value in card.adopted.items()]
    return "\n".join(lines)
