"""The photo with every tile drawn on it; a tap on a tile chooses it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import streamlit as st

from app import state, tiles
from app.components import words
from app.guard import guard
from vision.layout import REVIEW_BELOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.desk import Desk, DeskTile
    from app.recognition import ShownPhoto

_SHORT = dict(zip(("1z", "2z", "3z", "4z", "5z", "6z", "7z"), "東南西北白發中", strict=True)) | {
    "back": "▮",
    "other": "✿",
}
_COLOURS = {
    "hand": "#35c48b",
    "win": "#ffb020",
    "meld": "#55a8ff",
    "indicators": "#d58cff",
    "others": "#c8c8c8",
}


def draw(desk: Desk, photo: ShownPhoto, selected: int | None, on_tap: Callable[[int], None]) -> None:
    """Draw a photo with the tiles of a desk on it; once on a page."""
    seen = [tile for tile in desk.tiles.values() if tile.quad is not None]
    with st.container(key="photo"):
        st.image(photo.jpeg, width="stretch")
        with st.container(key="overlay"):
            st.html(_drawing(desk, seen, photo, selected) + _places(seen, photo))
            for tile in seen:
                st.button(
                    tiles.name(state.language(), tile.face),
                    key=f"spot-{tile.uid}",
                    on_click=guard(on_tap),
                    args=(tile.uid,),
                )
    st.html(words.aside(state.say("start.model", model=photo.model, ms=photo.ms), above="0"))


def _drawing(desk: Desk, seen: list[DeskTile], photo: ShownPhoto, selected: int | None) -> str:
    line = max(photo.width, photo.height) / 320
    shapes: list[str] = []
    for tile in seen:
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in tile.quad or ())
        colour = _COLOURS[_part(desk, tile.uid)]
        wide = line * (2.2 if tile.uid == selected else 1)
        dashed = f" stroke-dasharray='{line * 2:.0f}'" if tile.score < REVIEW_BELOW else ""
        fill = f"{colour}55" if tile.uid == selected else "none"
        centre = sum(x for x, _ in tile.quad or ()) / 4
        top = min(y for _, y in tile.quad or ()) - line * 1.5
        size = max(line * 4, _extent(tile) * 0.4)
        shapes.append(
            f"<polygon points='{points}' fill='{fill}' stroke='#0008' stroke-width='{wide * 1.9:.1f}'/>"
            f"<polygon points='{points}' fill='none' stroke='{colour}' stroke-width='{wide:.1f}'{dashed}/>"
            f"<text x='{centre:.0f}' y='{top:.0f}' font-size='{size:.0f}' fill='#fff' stroke='#000b'"
            f" stroke-width='{size / 5:.1f}' paint-order='stroke'>{_short(tile.face)}</text>"
        )
    # The page's sanitiser drops drawings but keeps pictures.
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {photo.width} {photo.height}'"
        " font-family='sans-serif' font-weight='700' text-anchor='middle'>"
        f"{''.join(shapes)}</svg>"
    )
    return f'<img class="yl-drawn" alt="" src="data:image/svg+xml,{quote(svg)}">'


def _extent(tile: DeskTile) -> float:
    """The lesser of a tile's width and height on the photo, pixels."""
    xs, ys = zip(*(tile.quad or ()), strict=True)
    return float(min(max(xs) - min(xs), max(ys) - min(ys)))


def _short(face: str) -> str:
    """A face in as few letters as a small tile has room for."""
    return _SHORT.get(face) or f"{face[0].replace('0', 'r5')}{face[1]}"


def _part(desk: Desk, uid: int) -> str:
    place = desk.place_of(uid)
    if isinstance(place, int):
        return "meld"
    return {"concealed": "hand", "win": "win", "indicators": "indicators", "ura": "indicators"}.get(
        place or "", "others"
    )


def _places(seen: list[DeskTile], photo: ShownPhoto) -> str:
    """Where each tile's button lies, as CSS."""
    rules: list[str] = []
    for tile in seen:
        xs = [x / photo.width * 100 for x, _ in tile.quad or ()]
        ys = [y / photo.height * 100 for _, y in tile.quad or ()]
        rules.append(
            f".st-key-spot-{tile.uid}{{left:{min(xs):.2f}%;top:{min(ys):.2f}%;"
            f"width:{max(xs) - min(xs):.2f}%!important;height:{max(ys) - min(ys):.2f}%}}"
        )
    return f"<style>{''.join(rules)}</style>"
