"""The score as a picture: drawn on request, and redrawn only when its content changes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from streamlit.runtime import get_instance

from yakulens.app import Json
from yakulens.app.exports import card_drawing as drawing
from yakulens.app.exports import ruling_card
from yakulens.app.exports.card_fonts import letters_of, written_in
from yakulens.app.exports.ruling_card import RulingCard
from yakulens.app.hand.scoring import Scored
from yakulens.app.page import hand as on_desk
from yakulens.app.page import state
from yakulens.app.page.memory import Drawn
from yakulens.app.server import visitor

MIME: Final = "image/png"


def ask() -> None:
    """Have the page's next run draw the picture."""
    state.set_view(card=visitor.local_time())


def of(hand: Scored, ruled: RulingCard | None = None) -> bytes | None:
    """The picture as PNG; None before it was requested.

    ``ruled`` is the ruling card on two claims about the hand, without the photo.
    """
    memory = state.memory()
    if memory.card is None:
        return None
    language = written_in(state.language())
    letters = letters_of(language)
    names = {seat: name for seat, name in on_desk.names_by_wind().items() if letters.has(name)}
    photo = None if memory.photo is None else (memory.photo.jpeg, memory.photo.sha256)
    key = (hand, language, names, photo and photo[1], memory.card, ruled)
    if memory.drawn is None or memory.drawn.key != key:
        card = ruling_card.compose(language, hand, names=names, photo=photo, made=memory.card)
        if ruled is not None:
            card = replace(ruled, photo=card.photo, photo_name=card.photo_name)
        memory.drawn = Drawn(key, drawing.draw(card, letters), ruling_card.summary(card))
    return memory.drawn.png


def summary() -> str:
    """The text of the last drawn picture in one line, for people who cannot see it."""
    drawn = state.memory().drawn
    return "" if drawn is None else drawn.alt


def file(png: bytes) -> Json:
    """The picture as a file, with its text."""
    return _as_file(png, "ruling", (state.memory().card or "")[:10]) | {"told": summary()}


def _as_file(png: bytes, kind: str, made: str) -> Json:
    """A picture as a file: name, kind, and the address where the browser fetches it while it is shown."""
    url = get_instance().media_file_mgr.add(png, MIME, f"yakulens-{kind}")
    return {"name": f"yakulens-{kind}-{made}.png", "mime": MIME, "url": url}


def of_game(
    kind: str, players: Sequence[str], compose: Callable[[str, dict[str, str], str], RulingCard]
) -> tuple[bytes, Json]:
    """A picture of a game, as PNG and as a file whose name holds ``kind``.

    ``compose`` takes the language, what each player is called, and the day. Players whose names the picture's
    font lacks are called by their numbers.
    """
    language = written_in(state.language())
    letters = letters_of(language)
    names = {name: name if letters.has(name) else f"{at}" for at, name in enumerate(players, 1)}
    made = visitor.local_time()[:10]
    png = drawing.draw(compose(language, names, made), letters)
    return png, _as_file(png, kind, made)
