"""All that the desk's component is told, as one JSON object."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Final

from app.dock import facts
from app.dock.outcome import outcome
from app.dock.questions import questions
from app.dock.tiles import faces, melds, tiles
from app.i18n import catalogue

if TYPE_CHECKING:
    from app.contract import Json
    from app.desk.session import Session
    from app.phrases import Names
    from app.scoring import Scored
    from app.situation import Impossible

_WORDS: Final = "desk."


def view(  # noqa: PLR0913 - a page's whole state
    language: str,
    session: Session,
    won: Scored,
    banned: Impossible,
    *,
    names: Names,
    at_table: bool,
    photo: Json | None,
    sides: tuple[str, ...] = (),
) -> Json:
    """What the component shows.

    Args:
        language: the visitor's.
        session: the hand with its history.
        won: the same hand with its score.
        banned: choices that cannot be, each with its reason.
        names: who sits on each wind of a running game.
        at_table: whether a game runs.
        photo: where the photo is fetched from, with its size in pixels; None for a typed hand.
        sides: the other hands in view, by where their owners sit.

    >>> from app.desk import typed
    >>> from app.desk.session import Session
    >>> from app.scoring import Scored
    >>> from app.situation import Declared
    >>> desk = typed.hand("345678m44p67s +5s [234p]")
    >>> shown = view(
    ...     "en", Session.begin(desk), Scored.of(desk, Declared()), {}, names={}, at_table=False, photo=None
    ... )
    >>> shown["asked"], shown["hand"]["win"], shown["questions"]
    ('by', 13, [])
    """
    desk = session.desk
    open_facts = facts.unsaid(desk, won.situation, banned)
    missing = desk.missing()
    asked = facts.asks(language, won, banned, names, at_table=at_table)
    return {
        "language": language,
        "words": _words(language),
        "faces": faces(language),
        "photo": photo,
        "tiles": tiles(language, desk),
        "hand": {
            "concealed": list(desk.concealed),
            "win": desk.win,
            "melds": melds(language, desk),
            "indicators": list(desk.indicators),
            "ura": list(desk.ura),
            "others": list(desk.others),
            "missing": missing,
        },
        "questions": [asdict(ask) for ask in questions(language, won, photo=photo is not None)],
        "facts": {key: asdict(ask) for key, ask in asked.items()},
        "chips": facts.chips(language, desk, won.situation, banned, names),
        "asked": open_facts[0] if open_facts else None,
        "outcome": outcome(language, won, banned, names, at_table=at_table),
        "sides": [{"side": side, "label": catalogue(language)[f"question.side.{side}"]} for side in sides],
        "can": {
            "undo": bool(session.past),
            "first": session.desk != session.first,
            "ura": won.situation.riichi != "none",
        },
    }


@cache
def _words(language: str) -> dict[str, str]:
    """The component's own words: the ``desk`` section of the catalogue."""
    return {
        key.removeprefix(_WORDS): words
        for key, words in catalogue(language).items()
        if key.startswith(_WORDS)
    }
