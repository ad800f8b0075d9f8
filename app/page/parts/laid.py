"""Tiles as HTML: one, several side by side, and a whole hand as it lies on the table."""

from collections.abc import Iterable

from yakulens.app.page import state
from yakulens.app.words import tiles
from yakulens.vision.desk import Desk
from yakulens.vision.desk.melds import orientations


def tile(face: str, css: str = "") -> str:
    """One tile; ``css`` adds a class."""
    return tiles.tag(state.language(), face, css=css)


def row(faces: Iterable[str], *, small: bool = False) -> str:
    """Tiles side by side; empty for none."""
    drawn = "".join(map(tile, faces))
    return f'<div class="yl-row{" yl-small" if small else ""}">{drawn}</div>' if drawn else ""


def hand(desk: Desk) -> str:
    """A whole hand, melds as they lie; the winning tile is apart, but never alone on a line."""
    concealed = [tile(face) for face in desk.faces(desk.concealed)]
    if desk.win is not None:
        win = tile(desk.face(desk.win), "yl-won")
        concealed[-1:] = [f'<span class="yl-together">{"".join(concealed[-1:])}{win}</span>']
    melds = ""
    for meld in desk.melds:
        lies = zip(desk.faces(meld.tiles), orientations(meld), strict=True)
        drawn = (tiles.lying(state.language(), face, lie) for face, lie in lies)
        melds += group(drawn, css="yl-high" if meld.kind == "added_kan" else "")
    return f'<div class="yl-row">{group(concealed)}{melds}</div>'


def group(drawn: Iterable[str], css: str = "") -> str:
    """Tiles, drawn as HTML, that lie together; ``css`` adds a class."""
    return f'<span class="yl-group {css}">{"".join(drawn)}</span>'
