"""A hand as HTML, its tiles as they lie on the table."""

from collections.abc import Iterable

from yakulens.app import state, tiles
from yakulens.vision.desk import Desk
from yakulens.vision.desk.melds import orientations


def whole(desk: Desk) -> str:
    """The whole hand, melds as they lie, the winning tile apart, but never alone on a line."""
    language = state.language()
    shown = [tiles.tag(language, desk.face(uid)) for uid in desk.concealed]
    if desk.win is not None:
        won = tiles.tag(language, desk.face(desk.win), css="yl-won")
        shown[-1:] = [f'<span class="yl-together">{"".join(shown[-1:])}{won}</span>']
    return f'<div class="yl-row">{group(shown)}{_melds(desk)}</div>'


def _melds(desk: Desk) -> str:
    language = state.language()
    return "".join(
        group(
            (
                tiles.lying(language, desk.face(uid), lie)
                for uid, lie in zip(meld.tiles, orientations(meld), strict=True)
            ),
            css="yl-high" if meld.kind == "added_kan" else "",
        )
        for meld in desk.melds
    )


def group(drawn: Iterable[str], css: str = "") -> str:
    """Tiles that lie together; ``css`` adds a class."""
    return f'<span class="yl-group {css}">{"".join(drawn)}</span>'
