"""The score in the dock: who pays what, which facts it assumes, what would give a hand a yaku."""

from dataclasses import asdict
from typing import Any, Final

from yakulens.app import phrases, scoring
from yakulens.app.contract import Json
from yakulens.app.dock.choice import Choice, say_event
from yakulens.app.dock.facts import assumptions, is_open
from yakulens.app.i18n import text
from yakulens.app.situation import Impossible

_YAKU_FACTS: Final[tuple[tuple[str, Any, str], ...]] = (
    ("riichi", "riichi", "riichi:riichi"),
    ("by", "tsumo", "by:tsumo"),
    ("last_tile", True, "last_tile"),
    ("rinshan", True, "rinshan"),
    ("chankan", True, "chankan"),
)
"""Facts that give a hand without yaku one: field, value, and the name under which ``impossible`` lists it."""


def outcome(  # noqa: PLR0913 - all that is known of a hand
    language: str,
    scored: scoring.Scored,
    banned: Impossible,
    names: phrases.Names,
    *,
    turn: str = "",
    ruled: bool = True,
    looking: bool = False,
) -> Json | None:
    """The score as the dock says it; None while something is lacking for one.

    It takes what ``dock.view.view`` takes, and whether a better reading is under way (``looking``).
    """
    score, seat, at_table = scored.score, scored.situation.seat or "east", bool(names)
    if score is None:
        return None
    wins, worth = score["outcome"] == "win", phrases.worth(language, score)
    may_change = looking or is_open(scored, banned, at_table=at_table)
    if wins:
        headline = phrases.paid(language, score, seat)
        payments = (phrases.payers(language, score, names), phrases.in_chips(language, score, seat))
        pays = " · ".join(filter(None, payments))
        next_photo = Choice(text(language, "fact.next"), {"do": "go", "where": "photo"})
        choices = [Choice(text(language, "fact.share"), opens="share"), next_photo]
        if turn:
            go = {"do": "go", "where": "table"}
            choices.insert(0, Choice(text(language, "table.bring"), go, note=turn, strong=True))
    else:
        headline = worth
        problems = phrases.problems(language, score)
        pays = problems[0] if problems else text(language, f"result.{score['outcome']}_note")
        choices = _yaku_choices(language, scored, banned) if score["outcome"] == "no_yaku" else []
    return {
        "worth": worth,
        "wins": wins,
        "headline": headline,
        "so_far": text(language, "result.so_far", score=headline) if may_change and wins else headline,
        "pays": pays,
        "assumed": assumptions(language, scored, banned, at_table=at_table, ruled=ruled),
        "choices": [asdict(choice) for choice in choices],
        "share": f"{headline} · {worth}\n{pays}" if wins else "",
    }


def _yaku_choices(language: str, scored: scoring.Scored, banned: Impossible) -> list[Choice]:
    """The facts by which a hand without yaku would win, each with what it would then be worth."""
    choices = []
    for field, value, choice in _YAKU_FACTS:
        situation = scored.situation.saying(**{field: value})
        if choice in banned or situation == scored.situation:
            continue
        score = scoring.score(scored.desk, situation)
        if score is not None and score["outcome"] == "win":
            worth = phrases.worth(language, score)
            choices.append(
                Choice(text(language, f"fact.perhaps_{field}"), say_event(field, value), note=worth)
            )
    return choices
