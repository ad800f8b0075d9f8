"""The score in the dock: what is paid by whom, what it presumes, what would give a hand a yaku."""

from dataclasses import asdict
from typing import Any, Final

from yakulens.app import phrases, scoring
from yakulens.app.contract import Json
from yakulens.app.dock.choice import Choice
from yakulens.app.dock.facts import assumed, is_open, saying
from yakulens.app.i18n import text
from yakulens.app.situation import Impossible

_WOULD_WIN: Final[tuple[tuple[str, Any, str], ...]] = (
    ("riichi", "riichi", "riichi:riichi"),
    ("by", "tsumo", "by:tsumo"),
    ("last_tile", True, "last_tile"),
    ("rinshan", True, "rinshan"),
    ("chankan", True, "chankan"),
)
"""What gives a hand without yaku one: the field, its value, and the name under which `impossible` lists
it."""


def outcome(  # noqa: PLR0913 - all that is known of a hand
    language: str,
    won: scoring.Scored,
    banned: Impossible,
    names: phrases.Names,
    *,
    at_table: bool,
    turn: str = "",
    ruled: bool = True,
    looking: bool = False,
) -> Json | None:
    """The score as the dock says it; None while something is lacking for one.

    It takes what ``dock.view.view`` takes, and whether a better reading is under way (``looking``).
    """
    score, now = won.score, won.situation
    if score is None:
        return None
    open_ = looking or is_open(won, banned, at_table=at_table)
    told = {"worth": phrases.worth(language, score), "wins": score["outcome"] == "win"}
    if score["outcome"] == "win":
        headline = phrases.paid(language, score, now.seat or "east")
        paid = (phrases.payers(language, score, names), phrases.in_chips(language, score, now.seat or "east"))
        pays = " · ".join(filter(None, paid))
        on = Choice(text(language, "fact.next"), {"do": "go", "where": "photo"})
        choices = [Choice(text(language, "fact.share"), opens="share"), on]
        if turn:
            go = {"do": "go", "where": "table"}
            choices.insert(0, Choice(text(language, "table.bring"), go, note=turn, strong=True))
        share = f"{headline} · {told['worth']}\n{pays}"
    else:
        headline, share = told["worth"], ""
        problems = phrases.problems(language, score)
        pays = problems[0] if problems else text(language, f"result.{score['outcome']}_note")
        choices = _would_win(language, won, banned) if score["outcome"] == "no_yaku" else []
    return told | {
        "headline": headline,
        "so_far": text(language, "result.so_far", score=headline) if open_ and told["wins"] else headline,
        "pays": pays,
        "assumed": assumed(language, won, banned, at_table=at_table, ruled=ruled),
        "choices": [asdict(choice) for choice in choices],
        "share": share,
    }


def _would_win(language: str, won: scoring.Scored, banned: Impossible) -> list[Choice]:
    found = []
    for field, value, choice in _WOULD_WIN:
        other = won.situation.saying(**{field: value})
        if choice in banned or other == won.situation:
            continue
        score = scoring.score(won.desk, other)
        if score is not None and score["outcome"] == "win":
            worth = phrases.worth(language, score)
            found.append(Choice(text(language, f"fact.perhaps_{field}"), saying(field, value), note=worth))
    return found
