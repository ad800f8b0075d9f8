"""Circumstances of a win, against random play: whatever happened is accepted, all else refused."""

from __future__ import annotations

import functools
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.properties.play import Claim, Habits, Play
from yakulens.scorer import Hand, Meld, Situation, load_rules
from yakulens.scorer.judge.check import problems

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = 2500
FOUR = ("ema-2025", "wrc-2015")
"""Books in which riichi needs one tile in the wall, and four."""
THREE = "tenhou-3p"
"""Three players, among whom riichi needs three tiles."""
CALLS, QUADS, RIICHI, QUADS_FROM = (0, 0.05, 0.15), (0.02, 0.1, 0.4), (0.02, 0.1, 0.9), (70, 20, 10)
QUADS_HELD = ("1111p", "9999p", "1111s", "9999s")
RUNS = ("234p", "567p", "345s")
NO_YAKU_FOR_IT = (
    "an own quad in a self-draw of the first turn: tenhou and chiihou are not given, and it is told why"
)


@functools.cache
def played(name: str) -> frozenset[Claim]:
    """Every win that might have been in many hands."""
    rules, random = load_rules(name), Random(5)  # noqa: S311 - no secret
    seen: set[Claim] = set()
    for _ in range(GAMES):
        habits = Habits(*map(random.choice, (CALLS, QUADS, RIICHI)), random.choice(QUADS_FROM))
        seen |= Play(random, habits, rules.riichi_min_wall, rules.players).run()
    return frozenset(seen)


def refused(claim: Claim, name: str) -> list[str]:
    """What the judge says of a claim, with tiles that are as it says."""
    shown = tuple(f"{at + 1}z" for at in range(claim.indicators))
    seat = "east" if claim.dealer else "south"
    discarder = {"ron": ("south" if claim.dealer else "west") if claim.later or claim.dealer else "east"}
    situation = Situation(
        "ron" if claim.by == "ron" else "tsumo",
        seat,
        "east",
        claim.riichi,  # type: ignore[arg-type]
        ippatsu=claim.ippatsu,
        rinshan=claim.rinshan,
        chankan=claim.chankan,
        last_tile=claim.last_tile,
        first_turn=claim.first_turn,
        dora_indicators=shown,
        discarder=discarder.get(claim.by),  # type: ignore[arg-type]
    )
    return [each.code for each in problems(_hand(claim), situation, load_rules(name))]


def _hand(claim: Claim) -> Hand:
    if claim.orphans:
        return Hand.of("19m19p1s1234567z7z", "9s")
    kind = "open_kan" if claim.is_open else "closed_kan"
    melds = [Meld.of(kind, tiles) for tiles in QUADS_HELD[: claim.quads]]
    if claim.is_open and not melds:
        melds = [Meld.of("pon", "111p")]
    if len(melds) == len(QUADS_HELD):
        return Hand.of("2s", "2s", melds)
    return Hand.of(f"{''.join(RUNS[: 3 - len(melds)])}22s78s", "6s", melds)


def _every() -> Iterator[Claim]:
    """Every claim of at most one own quad that says nothing which goes without saying."""
    ways = product(("ron", "tsumo"), ("none", "riichi", "double"), *[(False, True)] * 5, (1, 2), (0, 1))
    for way, is_open, orphans, dealer, later in product(ways, *[(False, True)] * 4):
        claim = Claim(*way, is_open, orphans, dealer, later)
        told = claim.first_turn or not (dealer or later)
        orphan = claim.chankan and not (claim.quads or is_open)
        if told and (orphan or not orphans) and not (later and (dealer or claim.by == "tsumo")):
            yield claim


@pytest.mark.parametrize("name", [*FOUR, THREE])
def test_nothing_that_happens_in_play_is_refused(name: str) -> None:
    assert {claim: codes for claim in played(name) if (codes := refused(claim, name))} == {}


@pytest.mark.parametrize("name", [*FOUR, THREE])
def test_what_never_happens_in_play_is_refused_or_explained(name: str) -> None:
    # whoever scores a hand may leave out an indicator that lies there
    fewer = {each._replace(indicators=at) for each in played(name) for at in range(1, each.indicators + 1)}
    accepted = {claim for claim in _every() if claim not in fewer and not refused(claim, name)}
    explained = {each for each in accepted if each.first_turn and each.by == "tsumo" and each.quads}
    assert accepted - explained == set(), NO_YAKU_FOR_IT
    assert all(not each.rinshan for each in explained)
