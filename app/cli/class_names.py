"""Class names of other tools as our labels: guessed, corrected by `--map`, or refused if unknown."""

import argparse
import shlex
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from yakulens.app.cli.frame import add_options, refuse
from yakulens.datasets.imports.by_reading import Likely
from yakulens.datasets.imports.documents import text_of
from yakulens.datasets.imports.foreign import ExportError
from yakulens.datasets.imports.names import guess
from yakulens.scorer.contract.text import counted
from yakulens.scorer.errors import brief
from yakulens.vision.labels import LABELS, NO_TILE, TILE

_ALLOWED: Final = f"1m to 9s, 1z to 7z, 0m 0p 0s, back, other, {TILE} (any face), {NO_TILE} (no tile)"
_MOST_LISTED: Final = 40
"""Classes that a message names: as many as there are tiles, with red fives and some others."""
_MAX_BYTES: Final = 1 << 20
"""Size limit of a file of class names: enough for a hundred thousand classes."""


def add_map(parser: argparse.ArgumentParser) -> None:
    """Add `--map`."""
    meaning = (
        f"the tile of a class whose guess is wrong or uncertain; {TILE}: any face; {NO_TILE}: not a tile; "
        "or a file of such lines"
    )
    add_options(parser, {"--map NAME=TILE|FILE...": meaning})


def tiles_of_classes(
    names: Sequence[str], maps: Sequence[str], source: str, needed: Collection[str]
) -> dict[str, str]:
    """The tile label of each class, which may be `vision.labels.TILE`; empty where it is not known.

    Args:
        names: the names of the classes.
        maps: the values of `--map`.
        source: where the classes come from, for messages.
        needed: the classes whose tile must be known.

    Raises:
        UsageError: `--map` names an unknown class or tile, or the tile of a needed class is not known.
    """
    guesses, needed = guess(names), set(needed)
    tiles = {name: guessed[0] if len(guessed) == 1 else "" for name, guessed in guesses.items()}
    for pair, place in (pair for mapping in maps for pair in _pairs(mapping)):
        name, _, tile = pair.rpartition("=")
        if name not in tiles:
            refuse(
                f"--map {place}{pair}: {source} has no class {brief(name)!r}; its classes are {listed(names)}"
            )
        if tile not in (*LABELS, TILE, NO_TILE):
            refuse(f"--map {place}{pair}: {tile!r} is not a tile; use {_ALLOWED}")
        tiles[name] = tile
    if unknown := [name for name in names if name in needed and not tiles[name]]:
        choices = {name: f" ({' or '.join(guesses[name])})" if guesses[name] else "" for name in unknown}
        questions = listed([f"{brief(name)!r}{either}" for name, either in choices.items()])
        tile, none = (shlex.quote(f"{brief(unknown[0])}={word}") for word in ("TILE", NO_TILE))
        refuse(f"classes without a known tile: {questions}; add --map {tile}, or --map {none}")
    return tiles


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: of many the first ones, and how many more there are.

    >>> listed(["1m", "2m"]), listed([f"tile {n}" for n in range(1_000)])[-26:]
    ('1m, 2m', 'tile 38, tile 39, 960 more')
    """
    more = len(names) - _MOST_LISTED
    return ", ".join(
        [*(brief(name) for name in names[:_MOST_LISTED]), *([f"{more:,} more"] if more > 0 else [])]
    )


def template(tiles: Mapping[str, str], counts: Mapping[str, int], likely: Mapping[str, Likely]) -> str:
    r"""A file for `--map`: a line for each class.

    An unknown one has the tile that its boxes look like, said to be a guess, or a question mark. A class
    whose boxes look like another tile than its name says has that beside it.

    >>> print(template({"1man": "1m", "thing": ""}, {"1man": 1}, {}), end="")
    # NAME=TILE, one class a line: 1m to 9s, 1z to 7z, 0m 0p 0s, back, other, tile (any face), none (no tile)
    # 1 box
    1man=1m
    # 0 boxes
    thing=?
    >>> print(template({"1B": ""}, {"1B": 40}, {"1B": Likely("1s", 11, 12)}).partition("\n")[2], end="")
    # 40 boxes; guessed: 11 of 12 boxes read look like 1s
    1B=1s
    """
    lines = [f"# NAME=TILE, one class a line: {_ALLOWED}"]
    for name, tile in tiles.items():
        proposal = likely.get(name)
        is_told = proposal is not None and proposal.tile != tile
        looks = f"{proposal.agreed} of {proposal.of} boxes read look like {proposal.tile}" if proposal else ""
        says = "" if not is_told else f"; {looks}" if tile else f"; guessed: {looks}"
        guessed = tile or (proposal.tile if proposal else "?")
        lines += [f"# {counted(counts.get(name, 0), 'box', 'boxes')}{says}", f"{name}={guessed}"]
    return "".join(f"{line}\n" for line in lines)


def _pairs(mapping: str) -> list[tuple[str, str]]:
    """The pairs in a value of `--map`, a pair or a file of pairs; each with its place for messages."""
    if "=" in mapping:
        return [(mapping, "")]
    try:
        lines = text_of(Path(mapping), _MAX_BYTES).splitlines()
    except ExportError as error:
        refuse(f"--map {mapping}: neither NAME=TILE nor a readable file of such lines ({error})")
    pairs = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("# "):
            continue
        if "=" not in line:
            refuse(f"--map {mapping}, line {number}: {line[:60]!r} is not NAME=TILE")
        if not line.endswith("=?"):
            pairs.append((line.strip(), f"{mapping}, line {number}: "))
    return pairs
