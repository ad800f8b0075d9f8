"""What the scorer says, in the visitor's language, from its codes and values. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app import tiles
from app.i18n import knows, text
from app.rule_phrases import cite, yakuman
from scorer.table.rows import TABLE
from scorer.tile import parse
from scorer.vocabulary import SEATS, YAKU_IDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.message import Told

ENGLISH: Final = "en"
KANJI: Final = {"east": "東", "south": "南", "west": "西", "north": "北"}
_SEATS: Final = frozenset({"seat", "nearer", "winner", "of"})
_TILES: Final = frozenset({"tile", "drawn"})

Names = dict[str, str]
"""Who sits on each wind; a wind that is not there is called by its own name."""


def worth(language: str, score: Mapping[str, Any]) -> str:
    """Han, fu and limit of a score; for a hand without a score, why."""
    if score["outcome"] != "win":
        return text(language, f"result.{score['outcome']}")
    if score["yakuman"]:
        return yakuman(language, score["yakuman"])
    return han_and_fu(language, score["han"], score["fu"], score["limit"])


def han_and_fu(language: str, han: int, fu: int | None, limit: str | None) -> str:
    """Han, fu and the limit that they reach.

    >>> han_and_fu("en", 4, 30, None), han_and_fu("ja", 6, None, "haneman")
    ('4 han · 30 fu', '6 翻 · 跳満')
    """
    parts = [text(language, "result.han", han=han)]
    if fu:
        parts.append(text(language, "result.fu", fu=fu))
    if limit:
        parts.append(text(language, f"limit.{limit}"))
    return " · ".join(parts)


def wind(language: str, seat: str) -> str:
    """A seat's wind in words: 東家 or East."""
    return f"{KANJI[seat]}家" if language == "ja" else text(language, f"wind.{seat}")


def seated(language: str, seat: str, names: Names) -> str:
    """Who sits on a wind: the player, or the wind where nobody is known."""
    return names.get(seat) or wind(language, seat)


def reason(language: str, told: Told) -> str:
    """One reason for which a yaku, a dora or a liability does not count."""
    return text(language, f"reason.{told.code}", **_values(language, dict(told.values), {}))


def because(language: str, reasons: tuple[Told, ...]) -> str:
    """All reasons of one miss, as one sentence."""
    joined = ("、" if language == "ja" else "; ").join(reason(language, told) for told in reasons)
    return joined[:1].upper() + joined[1:]


def missed(language: str, name: str) -> str:
    """What was missed: a yaku, a dora or a liability."""
    if name in YAKU_IDS:
        return text(language, f"yaku.{name}")
    return text(language, "reason.liability" if name == "liability" else f"dora.{name}")


def quad(language: str, told: Mapping[str, Any]) -> str:
    """Why a closed quad after riichi is allowed or not."""
    return text(language, f"quad.{told['code']}", **_values(language, told, {}))


def row(language: str, told: Mapping[str, Any], payer: str, payee: str, names: Names) -> str:
    """One payment of a settlement, with the players' names where they are known."""
    sides = {
        "payer": "" if payer == TABLE else seated(language, payer, names),
        "payee": "" if payee == TABLE else seated(language, payee, names),
    }
    return text(language, f"row.{told['code']}", **sides, **_values(language, told, names))


def note(language: str, told: Mapping[str, Any], names: Names) -> str:
    """What decided a settlement without moving points."""
    values = _values(language, told, names)
    if "why" in told:
        values["why"] = text(language, f"reason.{told['why']}", **values)
    return text(language, f"note.{told['code']}", **values)


def settled(language: str, settlement: Mapping[str, Any], names: Names) -> list[tuple[str, int | None, str]]:
    """Each row and note of a settlement: its sentence, its points (None for a note), its section."""
    told = settlement["told"]
    rows = [
        (row(language, data, each["from"], each["to"], names), each["points"], cite(language, each["cite"]))
        for each, data in zip(settlement["rows"], told["rows"], strict=True)
    ]
    notes = [
        (note(language, data, names), None, cite(language, each["cite"]))
        for each, data in zip(settlement["notes"], told["notes"], strict=True)
    ]
    return [*rows, *notes]


def problem(language: str, found: Mapping[str, Any]) -> str:
    """What is wrong with an input: the scorer's own sentence, in other languages the catalogue's by code."""
    key = f"scorer.{found.get('code')}"
    if language != ENGLISH and knows(language, key):
        return text(language, key)
    message = str(found.get("message", ""))
    return message[:1].upper() + message[1:]


def _values(language: str, told: Mapping[str, Any], names: Names) -> dict[str, str]:
    """The values of a sentence in words: seats by name, tiles, yaku and limits by theirs."""
    found = {
        key: _value(language, key, value, names)
        for key, value in told.items()
        if key not in {"code", "han", "fu", "limit", "times", "why"}
    }
    if "times" in told:
        known = [each for each in str(told["yaku"]).split() if each in YAKU_IDS]
        many = yakuman(language, told["times"]) if told["times"] > 1 or not known else ""
        names_of = " + ".join(text(language, f"yaku.{each}") for each in known)
        found["worth"] = " · ".join(part for part in (names_of, many) if part)
    elif "han" in told:
        found["worth"] = han_and_fu(language, told["han"], told.get("fu"), told.get("limit"))
    return found


def _value(language: str, key: str, value: object, names: Names) -> str:  # noqa: PLR0911 - one line a kind
    if key in _SEATS and value in SEATS:
        return seated(language, str(value), names)
    if key == "seats":
        joint = "、" if language == "ja" else ", "
        return joint.join(seated(language, seat, names) for seat in str(value).split())
    if key in _TILES:
        return tiles.name(language, str(value))
    if key == "tiles":
        return " ".join(tiles.name(language, tile) for tile in parse(str(value)))
    if key == "yaku":
        return text(language, f"yaku.{value}") if value in YAKU_IDS else str(value)
    if key == "reason":
        return text(language, f"abort.{value}")
    return f"{value:,}" if isinstance(value, int) else str(value)
