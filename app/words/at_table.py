"""What a finished hand pays, and what a current one may come to, in words. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from yakulens.app.words.i18n import isolated, text
from yakulens.app.words.phrases import say, signed, total
from yakulens.app.words.rule_phrases import cite, remark
from yakulens.app.words.seating import NOBODY, Names, seated
from yakulens.scorer.message import Message


def score_changes(language: str, players: Sequence[str], was: Sequence[int], now: Sequence[int]) -> str:
    """Whose scores have changed.

    >>> score_changes("en", ("Ann", "Bo"), (30000, 20000), (32000, 20000))
    'Ann 30,000 → 32,000'
    """
    changes = [
        f"{isolated(name)} {total(old)} \N{RIGHTWARDS ARROW} {total(new)}"
        for name, old, new in zip(players, was, now, strict=True)
        if old != new
    ]
    return " · ".join(changes) or text(language, "table.mended_same")


def settled(language: str, settlement: Mapping[str, Any], names: Names) -> list[tuple[str, str, str, str]]:
    """Each row and note of the contract's Settlement: sentence, points (none for a note), section, remark.

    For a payment in chips the number counts chips. What nobody else at the table pays or gets, such as uma,
    has a sign.

    >>> from yakulens.scorer.contract.settlement_json import settle_json
    >>> drawn = settle_json({"event": "exhaustive_draw", "tenpai": ["east", "south", "west"]})
    >>> settled("en", drawn, {"east": "Ann"})[0]
    ('North, noten, pays Ann, tenpai', '1,000', 'EMA 2025 3.4.2', '')
    >>> optional = settle_json({"rules": "rcr", "event": "exhaustive_draw", "tenpai": ["east"]})
    >>> settled("ja", optional, {})[0][2:]
    ('RCR Noten Penalty', '任意')
    """

    def amount(row: Mapping[str, Any], number: str) -> str:
        if number not in row:
            return ""
        if row["to"] is None:
            return signed(-row[number])
        return signed(row[number]) if row["from"] is None else f"{row[number]:,}"

    rows: list[tuple[str, str, str, str]] = []
    for part, number in (("rows", "points"), ("chip_rows", "chips"), ("notes", "")):
        messages = settlement["messages"].get(part, ())
        for row, message in zip(settlement.get(part, ()), messages, strict=True):
            sentence, section = say(language, message, names), cite(language, row["cite"])
            rows.append((sentence, amount(row, number), section, remark(language, row.get("note", ""))))
    return rows


def if_drawn(language: str, drawn: Sequence[Mapping[str, Any]], names: Names = NOBODY) -> str:
    """A player's places after a drawn hand, tenpai and noten, if they are shared, and if the game then ends.

    ``drawn`` is from the contract's all-last sheet: an entry for tenpai, one for noten.

    >>> entry = {"places": [1, 2], "rival": None, "shared": False, "game_ends": False}
    >>> if_drawn("en", [{**entry, "tenpai": True}, {**entry, "tenpai": False}])
    'If the hand is drawn: 1st or 2nd, tenpai or noten (the game goes on)'
    """

    def at(entry: Mapping[str, Any]) -> str:
        best, worst = (text(language, f"place.{entry['places'][k]}") for k in (0, -1))
        if best == worst:
            return best
        if entry["rival"]:
            name = seated(language, entry["rival"], names)
            return text(language, "need.drawn_if", best=best, worst=worst, name=name)
        key = "need.drawn_to" if len(entry["places"]) > len((best, worst)) else "need.drawn_or"
        return text(language, key, best=best, worst=worst)

    def shared(phrase: str, is_shared: bool | None) -> str:  # noqa: FBT001 - None where nobody knows
        if is_shared is False:
            return phrase
        key = "need.drawn_may_be_shared" if is_shared is None else "need.drawn_shared"
        return text(language, key, what=phrase)

    def going_on(phrase: str, ends: bool | None) -> str:  # noqa: FBT001 - None where nobody knows
        if ends:
            return phrase
        more = text(language, "need.may_go_on" if ends is None else "need.goes_on")
        return text(language, "need.drawn_on", what=phrase, on=more)

    ends = [entry["game_ends"] for entry in drawn]
    same_end = len(set(ends)) == 1
    places = [shared(at(entry), entry["shared"]) for entry in drawn]
    if not same_end:
        places = [going_on(place, end) for place, end in zip(places, ends, strict=True)]
    if len(places) > 1 and len(set(places)) == 1:
        sentence = text(language, "need.drawn_either", what=places[0])
    else:
        kinds = ("need.drawn_tenpai" if entry["tenpai"] else "need.drawn_noten" for entry in drawn)
        phrases = (text(language, kind, what=each) for kind, each in zip(kinds, places, strict=True))
        sentence = text(language, "need.drawn", what=" · ".join(phrases))
    return going_on(sentence, ends[0]) if same_end else sentence


def as_good(language: str, win: Mapping[str, Any]) -> list[str]:
    """The other hands that are enough beside a smallest win of the contract's all-last sheet.

    >>> worths = [{"han": 2, "fu": 110, "limit": None}, {"han": 3, "fu": 60, "limit": "mangan"}]
    >>> as_good("en", {"message": Message.of("worth_fu", han=2, fu=110), "worths": worths})
    ['Mangan']
    """
    forms = (
        Message.of("worth_limit_alone", limit=each["limit"])
        if each["limit"]
        else Message.of("worth_fu", han=each["han"], fu=each["fu"])
        for each in win["worths"]
    )
    smallest = say(language, win["message"])
    return [form for form in dict.fromkeys(say(language, each) for each in forms) if form != smallest]
