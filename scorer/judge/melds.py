"""What is wrong with melds by themselves, and with how many tiles lie beside them."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from yakulens.scorer.meld import Meld, can_be, size_of
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import Tile, compact
from yakulens.scorer.vocabulary import MeldKind

HAND_SIZE: Final = 13
"""Concealed tiles of a hand without melds, the winning tile left out."""


def meld_problems(meld: Meld, rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with a meld by itself."""
    return problems_of_meld(meld.kind, meld.tiles, meld.claimed_from, "" if rules.chi else rules.cite)


@functools.lru_cache(maxsize=1 << 16)
def problems_of_meld(
    kind: MeldKind, tiles: tuple[Tile, ...], claimed_from: str | None, without_chi: str
) -> tuple[Message, ...]:
    """What is wrong with a meld, by what it holds, so that each is worked out once.

    Args:
        kind: the kind of the meld.
        tiles: its tiles.
        claimed_from: where the claimed tile came from; None if unknown or closed.
        without_chi: the citation of a rule set that has no chi; empty for one that has.
    """
    sentence = functools.partial(Message.of, kind=kind, tiles=compact(tiles))
    return tuple(
        sentence(code, **dict(values))
        for code, *values in _wrong_with_meld(kind, tiles, claimed_from, without_chi)
    )


def _wrong_with_meld(
    kind: MeldKind, tiles: tuple[Tile, ...], claimed_from: str | None, without_chi: str
) -> Iterator[tuple[str, *tuple[tuple[str, str | int], ...]]]:
    """The code of each thing that is wrong with a meld, and the values that its sentence wants."""
    size = size_of(kind)
    if len(tiles) != size:
        yield "wrong_meld_size", ("count", len(tiles)), ("size", size)
    elif not can_be(kind, tiles):
        yield ("not_a_sequence" if kind == "chi" else "not_the_same_tile",)
    if kind == "chi" and without_chi:
        yield "chi_not_in_rules", ("rules", without_chi)
    if kind == "chi" and claimed_from not in {None, "left"}:
        yield "chi_not_from_left", ("from", str(claimed_from))
    if kind == "closed_kan" and claimed_from is not None:
        yield "closed_quad_claimed", ("from", claimed_from)


def wrong_tile_count(concealed: int, melds: int) -> Message:
    """The sentence for concealed tiles that are too few or too many beside so many melds."""
    size = HAND_SIZE - 3 * melds
    return Message.of("wrong_tile_count", count=concealed, melds=melds, size=size).at("concealed")
