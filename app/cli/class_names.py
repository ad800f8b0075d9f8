"""Class names of others as tiles of ours: guessed, corrected by `--map`, asked about where nobody knows."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from yakulens.app.cli.frame import refuse
from yakulens.vision.imports.documents import text_of
from yakulens.vision.imports.foreign import ExportError
from yakulens.vision.imports.likely import Likely
from yakulens.vision.imports.names import guess
from yakulens.vision.labels import LABELS, NO_TILE, TILE

_MOST_BYTES: Final = 1 << 20
"""Of a file of names: a hundred thousand classes."""


def add_map(parser: argparse.ArgumentParser) -> None:
    """Add `--map`."""
    parser.add_argument(
        "--map",
        metavar="NAME=TILE|FILE",
        action="append",
        default=[],
        help=(
            f"which tile a class is, where the guess is wrong or open; {NO_TILE}: it is no tile; "
            "or a file of such lines"
        ),
    )


def meant_by(
    names: Sequence[str], said: Sequence[str], where: str, needed: Collection[str], *, faceless: bool = False
) -> dict[str, str]:
    """The tile of each class; empty where nobody knows.

    Args:
        names: of the classes.
        said: what `--map` was given.
        where: whose classes they are, for messages.
        needed: those of which it must be known.
        faceless: whether a class may be of whatever tile (`vision.labels.TILE`).

    Raises:
        UsageError: `--map` names no class or no tile, or a class that is needed stays open.
    """
    found = guess(names)
    meant = {name: tiles[0] if len(tiles) == 1 else "" for name, tiles in found.items()}
    if not faceless:
        meant = {name: "" if tile == TILE else tile for name, tile in meant.items()}
    known = (*LABELS, *([TILE] if faceless else []), NO_TILE)
    for pair, place in (each for one in said for each in _pairs(one)):
        name, _, tile = pair.rpartition("=")
        if name not in meant:
            refuse(f"--map {place}{pair}: no class {name!r} in {where}; there are {', '.join(names)}")
        if tile not in known:
            rest = ", ".join(["back", "other", *known[len(LABELS) :]])
            refuse(f"--map {place}{pair}: {tile!r} is no tile; one of 1m to 9s, 1z to 7z, 0m 0p 0s, {rest}")
        meant[name] = tile
    unknown = [name for name in names if name in needed and not meant[name]]
    if unknown:
        asked = ", ".join(f"{name!r}{_either(found[name])}" for name in unknown)
        first = unknown[0]
        refuse(f"which tiles are {asked}? say so with --map {first}=TILE, or --map {first}={NO_TILE}")
    return meant


def template(meant: Mapping[str, str], counts: Mapping[str, int], likely: Mapping[str, Likely]) -> str:
    """A file that `--map` takes back: a line a class, open ones with a question mark and what they seem.

    >>> print(template({"1man": "1m", "thing": ""}, {"1man": 3}, {}), end="")
    # NAME=TILE, a line a class: 1m to 9s, 1z to 7z, 0m 0p 0s, back, other; tile: whatever tile; none: no tile
    # 3 boxes
    1man=1m
    # 0 boxes
    thing=?
    """
    tiles = "1m to 9s, 1z to 7z, 0m 0p 0s, back, other; tile: whatever tile; none: no tile"
    lines = [f"# NAME=TILE, a line a class: {tiles}"]
    for name, tile in meant.items():
        seems = likely.get(name)
        looks = "" if seems is None else f"; {seems.agreed} of {seems.of} read look like {seems.tile}"
        lines += [f"# {counts.get(name, 0)} boxes{looks}", f"{name}={tile or '?'}"]
    return "".join(f"{line}\n" for line in lines)


def _pairs(said: str) -> list[tuple[str, str]]:
    """The pair that was typed, or those of the file that was named, each with where it stands.

    Raises:
        UsageError: what was named cannot be read, or a line of it is no pair.
    """
    if "=" in said:
        return [(said, "")]
    try:
        lines = text_of(Path(said), _MOST_BYTES).splitlines()
    except ExportError as error:
        refuse(f"--map {said}: neither NAME=TILE nor a file of such lines ({error})")
    pairs = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("# "):
            continue
        if "=" not in line:
            refuse(f"--map {said}, line {number}: {line[:60]!r} is no NAME=TILE")
        if not line.endswith("=?"):
            pairs.append((line.strip(), f"{said}, line {number}: "))
    return pairs


def _either(tiles: Sequence[str]) -> str:
    return f" ({' or '.join(tiles)})" if tiles else ""
