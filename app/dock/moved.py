"""The question about a hand said of one hand of a game, once the game has gone on to another."""

from yakulens.app.dock.choice import Ask, Choice
from yakulens.app.game.place import Place
from yakulens.app.i18n import text
from yakulens.app.phrases import listed, seated
from yakulens.app.situation import Declared


def moved_on(language: str, said_of: Place, now: Place, situation: Declared) -> Ask:
    """The question whether a hand belongs to the hand of a game that is played now.

    Args:
        language: the visitor's.
        said_of: the hand of a game that it was said of; ``NO_TABLE`` for none.
        now: the hand of the game that is played now.
        situation: what was said of who won off whom.
    """
    names = said_of.names()
    here, there = said_of.told_beside(now, language)
    question = "moved.ask" if names or said_of.game == now.game else "moved.no_game"
    winners = [
        text(language, key, who=seated(language, seat, names))
        for key, seat in (("fact.won", situation.seat), ("fact.from", situation.discarder))
        if seat is not None
    ]
    carry, leave = ({"do": "of", "when": when} for when in ("now", "then"))
    return Ask(
        "moved-on",
        text(language, question, now=here, then=there),
        (
            Choice(text(language, "moved.carry" if names else "moved.take", now=here), carry, strong=True),
            Choice(text(language, "moved.leave" if names else "moved.apart", then=there), leave),
        ),
        note=listed(language, winners),
    )
