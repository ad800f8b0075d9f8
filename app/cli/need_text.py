"""The all-last sheet in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from yakulens.app.i18n import text
from yakulens.app.phrases import ENGLISH, if_drawn


def need_lines(answer: Mapping[str, Any]) -> list[str]:
    """What each player needs for each better place: by self-draw, and by ron from whom."""
    return [line for need in answer["needs"] for line in _player(need)]


def _player(need: Mapping[str, Any]) -> Iterator[str]:
    leads = "" if need["goals"] else ", leads"
    yield f"{need['seat']}: {_place(need['place'])} with {need['points']:,}{leads}"
    for goal in need["goals"]:
        yield f"  for {_place(goal['place'])}"
        yield f"    by self-draw    {_hand(goal['tsumo'])}"
        for payer, hand in goal["ron"].items():
            yield f"    ron from {payer:<5}  {_hand(hand)}"
    yield f"  {if_drawn(ENGLISH, need['drawn'])}"


def _hand(hand: Mapping[str, Any] | None) -> str:
    """The cheapest sufficient hand with its payments, other hands of the same worth, and what follows."""
    if hand is None:
        return "no hand is enough"
    others = ", ".join(
        f"{worth['han']} han {worth['fu']} fu"
        for worth in hand["worths"]
        if (worth["han"], worth["fu"]) != (hand["han"], hand["fu"])
    )
    alternatives = f", or {others}" if others else ""
    shared = "; the place is shared" if hand["shared"] else ""
    goes_on = "" if hand["game_ends"] else "; the game goes on"
    payments = "/".join(f"{points:,}" for points in sorted(set(hand["pays"].values())))
    return f"{hand['text']} ({payments}{alternatives}) -> {hand['points']:,}{shared}{goes_on}"


def _place(number: int) -> str:
    return text(ENGLISH, f"place.{number}")
