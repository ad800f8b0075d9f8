"""The score as a picture: drawn once it was asked for, and again only when what it shows has changed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from streamlit.runtime import get_instance

from yakulens.app import ruling_card, state, visitor
from yakulens.app.contract import Json
from yakulens.app.memory import Drawn
from yakulens.app.ruling_card import RulingCard, drawing
from yakulens.app.ruling_card.fonts import letters_of, written_in
from yakulens.app.scoring import Scored

MIME: Final = "image/png"


def ask() -> None:
    """Have the picture drawn with the next draw of the page."""
    state.set_view(card=visitor.local_time())


def of(hand: Scored, ruled: RulingCard | None = None) -> bytes | None:
    """The picture as PNG; None before it was asked for.

    ``ruled`` is what it shows of two claims about the hand, but for the photo.
    """
    memory = state.memory()
    if memory.card is None:
        return None
    language = written_in(state.language())
    letters = letters_of(language)
    names = {seat: name for seat, name in state.names_by_wind().items() if letters.has(name)}
    photo = None if memory.photo is None else (memory.photo.jpeg, memory.photo.sha256)
    key = (hand, language, names, photo and photo[1], memory.card, ruled)
    if memory.drawn is None or memory.drawn.key != key:
        card = ruling_card.compose(language, hand, names=names, photo=photo, made=memory.card)
        if ruled is not None:
            card = replace(ruled, photo=card.photo, photo_name=card.photo_name)
        memory.drawn = Drawn(key, drawing.draw(card, letters), ruling_card.summary(card))
    return memory.drawn.png


def summary() -> str:
    """What the picture that was drawn last says, in a line, for whoever does not see it."""
    drawn = state.memory().drawn
    return "" if drawn is None else drawn.alt


def file(png: bytes) -> Json:
    """The picture as a file, with what it says."""
    return _as_file(png, "ruling", (state.memory().card or "")[:10]) | {"told": summary()}


def _as_file(png: bytes, kind: str, made: str) -> Json:
    """A picture as a file: its name and kind, and where the browser fetches it while it is shown."""
    url = get_instance().media_file_mgr.add(png, MIME, f"yakulens-{kind}")
    return {"name": f"yakulens-{kind}-{made}.png", "mime": MIME, "url": url}


def of_game(
    kind: str, players: Sequence[str], compose: Callable[[str, dict[str, str], str], RulingCard]
) -> tuple[bytes, Json]:
    """A picture of a game, as PNG and as a file whose name holds ``kind``.

    ``compose`` makes it of the language in which it is written, what each player is called, and the day.
    Players whose names the picture's letters lack are called by their numbers.
    """
    language = written_in(state.language())
    letters = letters_of(language)
    names = {name: name if letters.has(name) else f"{at}" for at, name in enumerate(players, 1)}
    made = visitor.local_time()[:10]
    png = drawing.draw(compose(language, names, made), letters)
    return png, _as_file(png, kind, made)
