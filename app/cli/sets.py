"""`yakulens sets`: list, show, share, rename, remove and restore learnt tile sets."""

import argparse
from pathlib import Path
from typing import Any, Final

from yakulens.app.cli.frame import Parser, add_options, emit, note, refuse, tell
from yakulens.app.store import sets
from yakulens.models.teach.file import SUFFIX, TileSetError, load_set, to_bytes
from yakulens.scorer.whole_file import write_whole
from yakulens.vision.naming.tile_set import TileSet

EXAMPLE = """
yakulens sets
yakulens sets show "Club green"
yakulens sets export "Club green" club-green.yakuset
yakulens sets import club-green.yakuset
yakulens sets rename "Club green" "Club jade"
yakulens sets remove "Club jade"
yakulens sets restore "Club jade"
"""
_ACTIONS: Final = ("list", "show", "export", "import", "rename", "remove", "restore")


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "List, show, export, import, rename, remove and restore tile sets that `yakulens learn` made. "
        "`read`, `photo` and `evaluate` use one with --set NAME."
    )
    parser.add_argument("action", nargs="?", choices=_ACTIONS, default="list")
    parser.add_argument("name", nargs="?", metavar="NAME|FILE", help="a set's name; for import, a file")
    target = f"export: the file to write ({SUFFIX}); rename: the new name"
    parser.add_argument("target", nargs="?", metavar="FILE|NAME", help=target)
    add_options(parser, {"--replace": "import: replace a set of the same name", "--json": "print JSON"})


def run(args: argparse.Namespace) -> int:
    """List, show, share, rename, remove or restore learnt sets."""
    _check(args)
    if args.action == "list":
        cards = [_card_or_problem(name) for name in sets.names()]
        lines = [f"{card['set']}  {card.get('problem') or _figures(card)}" for card in cards]
        none_yet = "no tile set has been learnt yet; learn one: yakulens learn NAME PHOTO..."
        tell({"sets": cards}, lines or [none_yet], as_json=args.json)
    elif args.action == "show":
        card = _card(sets.find(args.name))
        tell(card, _lines(card), as_json=args.json)
    elif args.action == "export":
        _export(args.name, Path(args.target or f"{args.name}{SUFFIX}"))
    elif args.action == "import":
        _import(Path(args.name), replace=args.replace)
    elif args.action == "rename":
        sets.rename(args.name, args.target)
        emit(f"{args.name}: renamed to {args.target}")
    elif args.action == "remove":
        sets.remove(args.name)
        emit(f"{args.name}: removed (`yakulens sets restore` restores it)")
    else:
        sets.restore(args.name)
        emit(f"{args.name}: restored")
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse missing and superfluous names."""
    if args.action != "list" and args.name is None:
        refuse(f"sets {args.action}: name a {'file' if args.action == 'import' else 'set'}")
    if args.action == "list" and args.name is not None:
        refuse(f"sets list: takes no name; sets show {args.name} shows one set")
    if args.target is not None and args.action not in {"export", "rename"}:
        refuse(f"sets {args.action}: takes one name; leave out {args.target}")
    if args.target is None and args.action == "rename":
        refuse(f"sets rename: give a new name for {args.name}: sets rename NAME NEW_NAME")


def _card_or_problem(name: str) -> dict[str, Any]:
    try:
        return _card(sets.find(name))
    except TileSetError as error:
        return {"set": name, "problem": str(error)}


def _card(tile_set: TileSet) -> dict[str, Any]:
    held_out, transform = tile_set.held_out, tile_set.color_transform
    return {
        "set": tile_set.name,
        "made": tile_set.made,
        "reader": tile_set.reader,
        "examples": tile_set.examples.counts(),
        "held_out": {
            "before": held_out.before / held_out.of if held_out.of else None,
            "after": held_out.after / held_out.of if held_out.of else None,
            "of": held_out.of,
        },
        "shown": [name for name in ("negative", "mirrored", "grey") if getattr(transform, name)],
        "bytes": len(to_bytes(tile_set)),
        **({"problem": problem} if (problem := sets.other_reader(tile_set)) else {}),
    }


def _figures(card: dict[str, Any]) -> str:
    gain = "not measured"
    if card["held_out"]["of"]:
        gain = "{before:.1%} -> {after:.1%} of {of} held-out tiles".format(**card["held_out"])
    return f"{sum(card['examples'].values())} tiles of {len(card['examples'])} faces, {gain}"


def _lines(card: dict[str, Any]) -> list[str]:
    lines = [card["set"], f"learnt: {card['made']}", _figures(card)]
    if card["shown"]:
        lines.append(f"its photos are converted before reading: {', '.join(card['shown'])}")
    lines.append(" ".join(f"{face} {count}" for face, count in card["examples"].items()))
    return [*lines, *filter(None, [card.get("problem")])]


def _export(name: str, target: Path) -> None:
    data = to_bytes(sets.find(name))
    if target.is_dir():
        target /= f"{name}{SUFFIX}"
    if target.exists():
        refuse(f"{target}: already exists; choose another file name")
    try:
        write_whole(target, data)
    except OSError as error:
        refuse(f"{target}: cannot be written ({error.strerror})")
    emit(f"{target}: {len(data) / 1000:,.0f} kB")


def _import(source: Path, *, replace: bool) -> None:
    tile_set = load_set(source)
    if tile_set.name in sets.names() and not replace:
        refuse(f"{source}: a set called {tile_set.name!r} already exists (--replace replaces it)")
    emit(f"{tile_set.name}: saved to {sets.keep(tile_set)}")
    problem = sets.other_reader(tile_set)
    if problem:
        note(f"yakulens sets import: {problem}")
