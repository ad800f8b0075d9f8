"""The all-last sheet as a person reads it."""

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
        yield f"    by self-draw    {_enough(goal['tsumo'])}"
        for payer, each in goal["ron"].items():
            yield f"    ron from {payer:<5}  {_enough(each)}"
    yield f"  {if_drawn(ENGLISH, need['drawn'])}"


def _enough(least: Mapping[str, Any] | None) -> str:
    """The least hand with what is paid for it, other forms of it, and what follows."""
    if least is None:
        return "no hand is enough"
    others = ", ".join(
        f"{each['han']} han {each['fu']} fu"
        for each in least["worths"]
        if (each["han"], each["fu"]) != (least["han"], least["fu"])
    )
    also = f", or {others}" if others else ""
    level = "; the place is shared" if least["shared"] else ""
    on = "" if least["game_ends"] else "; the game goes on"
    paid = "/".join(f"{points:,}" for points in sorted(set(least["pays"].values())))
    return f"{least['text']} ({paid}{also}) -> {least['points']:,}{level}{on}"


def _place(number: int) -> str:
    return text(ENGLISH, f"place.{number}")
