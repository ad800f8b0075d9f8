"""Class names of others as tiles of ours: guessed, corrected by `--map`, asked about where nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulens.app.cli.frame import UsageError
from yakulens.vision.imports.names import guess
from yakulens.vision.labels import LABELS, NO_TILE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Sequence


def add_map(parser: argparse.ArgumentParser) -> None:
    """Add `--map`."""
    parser.add_argument(
        "--map",
        metavar="NAME=TILE",
        action="append",
        default=[],
        help=f"which tile a class is, where the guess is wrong or open; {NO_TILE}: it is no tile",
    )


def meant_by(
    names: Sequence[str], said: Sequence[str], where: str, needed: Collection[str]
) -> dict[str, str]:
    """The tile of each class; empty where nobody knows.

    Args:
        names: of the classes.
        said: what `--map` was given.
        where: whose classes they are, for messages.
        needed: those of which it must be known.

    Raises:
        UsageError: `--map` names no class or no tile, or a class that is needed stays open.
    """
    found = guess(names)
    meant = {name: tiles[0] if len(tiles) == 1 else "" for name, tiles in found.items()}
    for pair in said:
        name, _, tile = pair.rpartition("=")
        if name not in meant:
            message = f"--map {pair}: no class {name!r} in {where}; there are {', '.join(names)}"
            raise UsageError(message)
        if tile not in (*LABELS, NO_TILE):
            message = (
                f"--map {pair}: {tile!r} is no tile; one of 1m to 9z, 0m 0p 0s, back, other, or {NO_TILE}"
            )
            raise UsageError(message)
        meant[name] = tile
    unknown = [name for name in names if name in needed and not meant[name]]
    if unknown:
        asked = ", ".join(f"{name!r}{_either(found[name])}" for name in unknown)
        first = unknown[0]
        message = f"which tiles are {asked}? say so with --map {first}=TILE, or --map {first}={NO_TILE}"
        raise UsageError(message)
    return meant


def _either(tiles: Sequence[str]) -> str:
    return f" ({' or '.join(tiles)})" if tiles else ""
