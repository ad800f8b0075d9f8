"""`yakulens models`: list, check, compare and choose models."""

import argparse
from pathlib import Path
from typing import Any, Final

from yakulens.app.cli import models_add, models_gate
from yakulens.app.cli.frame import Parser, add_actions, add_options, note, refuse, tell
from yakulens.vision import models
from yakulens.vision.model_card import FOLDER, ModelCard
from yakulens.vision.recognise import Recogniser

EXAMPLE = """
yakulens models
yakulens models show yakulens-13
yakulens models check mine.toml
yakulens models add club.onnx club --as both
yakulens models compare yakulens-13 mine photos/val
"""
_ADOPT = """
yakulens models adopt mine --on photos/val
yakulens models adopt runs/mine.toml --on photos/val
"""


def arguments(parser: Parser) -> None:
    """Add the actions and their options."""
    parser.description = (
        "List, check, compare and choose models. Other commands use the model marked `default`; "
        f"--model NAME or the environment variable {models.VARIABLE} chooses another."
    )
    as_json = {"--json": "print JSON"}
    add_options(parser, as_json)
    actions = add_actions(parser, _ACTIONS)
    for name in ("list", "show", "check"):
        card = "a name, or the path of a card (.toml)"
        actions[name].add_argument("model", nargs="?", metavar="NAME", help=card)
        add_options(actions[name], as_json)
    compare, adopt = actions["compare"], actions["adopt"]
    add_options(compare, {"before A": "a model, by name or card", "after B": "the other model"})
    compare.add_argument("folder", metavar="DIR", nargs="+", help="labelled photos, as for evaluate")
    out = "write report.html there, and the figures that the page shows under Sets"
    add_options(compare, {"--out DIR": out} | as_json)
    add_options(adopt, {"model NAME": "a name, or the path of a card (.toml)"})
    adopt.add_argument(
        "--on",
        metavar="DIR",
        nargs="+",
        required=True,
        help="labelled photos that the model was never trained on",
    )
    add_options(adopt, {"--insist": "adopt it even if it is worse; its card records that"})
    models_add.arguments(actions["add"])


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
    for error in models.faults() if name is None else ():
        note(f"left out: {error}")
    if not cards:
        refuse(f"{FOLDER}: no model here; `yakulens train` makes one")
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


_ACTIONS: Final = {
    "list": ("list every model; a star marks the one in use", "yakulens models list", run),
    "show": ("show a model's card", "yakulens models show", run),
    "check": ("check that the files match the card, and that they run", "yakulens models check", run),
    "compare": (
        "compare two models on the same labelled photos",
        "yakulens models compare yakulens-13 mine photos/val",
        models_gate.compare,
    ),
    "adopt": ("make a model the default, if it is no worse than the present one", _ADOPT, models_gate.adopt),
    "add": (
        "add a network trained elsewhere (.onnx of ultralytics) as a model",
        models_add.EXAMPLE,
        models_add.run,
    ),
    "rollback": (
        "return to the model that the present default replaced",
        "yakulens models rollback",
        models_gate.rollback,
    ),
}
