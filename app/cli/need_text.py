"""The all-last sheet as a person reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_ON: Final = {True: "", False: ", the game goes on", None: ", the game may go on"}
"""Whether the game is over with a draw; None where the others' hands decide it."""
_PLACES = {1: "1st", 2: "2nd", 3: "3rd"}


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

    yield f"  if drawn: {_drawn(need['drawn'])}"


def _drawn(found: Sequence[Mapping[str, Any]]) -> str:
    """What a draw makes of the place, tenpai and noten, and whether the game is over with it."""
    ends = [each["game_ends"] for each in found]
    once = len(set(ends)) == 1
    told = [_on_draw(each) + ("" if once else _ON[each["game_ends"]]) for each in found]
    kinds = ["tenpai" if each["tenpai"] else "noten" for each in found]
    if len(told) > 1 and len(set(told)) == 1:
        said = f"{told[0]}, {' or '.join(kinds)}"
    else:
        said = "; ".join(f"{kind} {what}" for kind, what in zip(kinds, told, strict=True))
    return said + (_ON[ends[0]].replace(",", ";") if once else "")


def _on_draw(each: Mapping[str, Any]) -> str:
    best, worst = _place(each["places"][0]), _place(each["places"][-1])
    if best == worst:
        return best
    if each["rival"]:
        return f"{best} if {each['rival']} is noten, else {worst}"
    return f"{best} {'or' if len(each['places']) == 2 else 'to'} {worst}"  # noqa: PLR2004 - one or the other


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
    return _PLACES.get(number, f"{number}th")
