"""A hand of a game that has gone on since: what was said of it is asked about, before anything is booked."""

from yakulens.app.dock.choice import Ask, Choice
from yakulens.app.game.place import Place
from yakulens.app.i18n import text
from yakulens.app.phrases import listed, seated
from yakulens.app.situation import Declared


def moved_on(language: str, was: Place, now: Place, facts: Declared) -> Ask:
    """Whether a hand that was said of one hand of a game, or of no game, is of the one that is played now.

    Args:
        language: the visitor's.
        was: the hand of a game that it was said of.
        now: the one that is played there now.
        facts: what was said of who won off whom.
    """
    names = was.names()
    here, there = was.told_beside(now, language)
    asked = "moved.ask" if names or was.game == now.game else "moved.no_game"
    said = [
        text(language, key, who=seated(language, seat, names))
        for key, seat in (("fact.won", facts.seat), ("fact.from", facts.discarder))
        if seat is not None
    ]
    carry, leave = ({"do": "of", "when": when} for when in ("now", "then"))
    return Ask(
        "moved-on",
        text(language, asked, now=here, then=there),
        (
            Choice(text(language, "moved.carry" if names else "moved.take", now=here), carry, strong=True),
            Choice(text(language, "moved.leave" if names else "moved.apart", then=there), leave),
        ),
        note=listed(language, said),
    )
