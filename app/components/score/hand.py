"""The hand in tiles: tap one to correct it, move it, or take it away."""

from __future__ import annotations

import html
from functools import partial
from typing import TYPE_CHECKING, Final

import streamlit as st

from app import state, tiles
from app.components import choices, tile_button, words
from app.components.score import meld as meld_editor
from app.components.tool import tool
from app.desk.edits import AddMeld, AddTile, BackToFirst, MakeMeld, MoveTile, RemoveTile, SetFace, Sort, Undo
from app.desk.meld_changes import new_meld, possible_melds
from app.desk.melds import lies
from app.desk.tile_changes import likely_faces
from app.guard import guard
from vision.labels import BACK
from vision.layout import REVIEW_BELOW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.desk import Desk, DeskMeld, DeskPlace
    from app.memory import Adding
    from app.situation import Declared

MARKS: Final = {"rotated": "-rot-", "stacked": "-stack-"}
"""How the stylesheet calls a tile of a meld that does not stand upright."""


def show(desk: Desk, now: Declared) -> None:
    """Draw the hand with its tools."""
    words.heading("hand.title")
    st.html(_count(desk))
    if desk.concealed or desk.win is not None or desk.melds:
        st.html(words.aside(state.say("hand.hint")))
    _places(desk, now)
    _tools(desk)
    _adding()


def indicators(desk: Desk, now: Declared) -> None:
    """Draw the dora and, after riichi, the ura indicators."""
    _strip(desk, "indicators", desk.indicators, "hand.indicators", addable="indicators")
    if now.riichi != "none":
        _strip(desk, "ura", desk.ura, "hand.ura", addable="ura")
    _panel(desk, now, "indicators", "ura")
    if state.memory().adding in {"indicators", "ura"}:
        _add_panel()


def _count(desk: Desk) -> str:
    missing = desk.missing()
    if missing == 0:
        return f'<div class="yl-count">✓ {html.escape(state.say("hand.count_ok"))}</div>'
    key = "hand.count_missing" if missing > 0 else "hand.count_extra"
    words = state.say(f"{key}_one" if abs(missing) == 1 else key, n=abs(missing))
    return f'<div class="yl-count bad">{html.escape(words)}</div>'


def _places(desk: Desk, now: Declared) -> None:
    _concealed(desk)
    _panel(desk, now, "concealed", "win")
    if desk.melds:
        choices.label(state.say("hand.melds"))
        for number, meld in enumerate(desk.melds):
            _meld(desk, now, number, meld)
    if desk.others:
        _strip(desk, "others", desk.others, "hand.others")
        _panel(desk, now, "others")


def _concealed(desk: Desk) -> None:
    """The tiles in the hand, and apart from them the one that won."""
    if not desk.concealed and desk.win is None:
        return
    choices.label(state.say("hand.concealed" if desk.win is None else "hand.concealed_win"))
    with st.container(key="strip-concealed", horizontal=True):
        for uid in desk.concealed:
            _tile(desk, uid)
        if desk.win is not None:
            name = tiles.name(state.language(), desk.face(desk.win))
            _tile(desk, desk.win, "-won-", words=state.say("hand.won_words", tile=name))


def _strip(desk: Desk, key: str, uids: Sequence[int], heading: str, addable: Adding | None = None) -> None:
    choices.label(state.say(heading))
    with st.container(key=f"strip-{key}", horizontal=True):
        for uid in uids:
            _tile(desk, uid)
        if addable is not None:
            tool("hand.add", f"add-{addable}", "add", _toggle_adding, addable)


def _tile(
    desk: Desk, uid: int, marks: str = "", *, face: str | None = None, words: str | None = None
) -> None:
    tile = desk.tiles[uid]
    if tile.uid == state.memory().selected:
        marks += "-chosen-"
    elif tile.score < REVIEW_BELOW and tile.uid not in desk.others:
        marks += "-doubt-"
    said = words or tiles.name(state.language(), tile.face)
    tapped = partial(state.select, tile.uid)
    tile_button.show(f"t{tile.uid}", face or tile.face, tapped, marks=marks, words=said)


def _meld(desk: Desk, now: Declared, number: int, meld: DeskMeld) -> None:
    high = "high-" if meld.kind == "added_kan" else ""
    with st.container(key=f"strip-meld-{high}{number}", horizontal=True, vertical_alignment="bottom"):
        for uid, lie in zip(meld.tiles, lies(meld), strict=True):
            _tile(desk, uid, MARKS.get(lie, ""), face=BACK if lie == "face_down" else None)
        words = state.say(f"meld.{meld.kind}")
        if meld.origin is not None:
            words = state.say("meld.label", kind=words, origin=state.say(f"meld.from_{meld.origin}"))
        st.button(
            words,
            key=f"meld-{number}",
            type="tertiary",
            icon=":material/tune:",
            on_click=guard(_edit_meld),
            args=(number,),
        )
    selected = state.memory().selected
    if selected in meld.tiles:
        _panel_of(desk, now)
    if state.memory().meld == number:
        meld_editor.show(desk, number)


def _edit_meld(number: int) -> None:
    held = state.memory()
    state.look(meld=None if held.meld == number else number, selected=None, adding=None)


def _panel(desk: Desk, now: Declared, *places: DeskPlace) -> None:
    """The selected tile's panel, where that tile lies in one of these places."""
    selected = state.memory().selected
    if selected in desk.tiles and desk.place_of(selected) in places:
        _panel_of(desk, now)


def _panel_of(desk: Desk, now: Declared) -> None:
    """What can be done with the selected tile."""
    uid = state.memory().selected
    if uid is None:
        return
    tile = desk.tiles[uid]
    with st.container(key="panel-tile"):
        name = tiles.name(state.language(), tile.face)
        how = state.say("hand.said") if tile.score == 1 else state.say("hand.sure", p=round(tile.score * 100))
        st.markdown(f"**{name}** · {how}")
        offered = likely_faces(tile)
        with st.container(key="strip-alternatives", horizontal=True):
            for face in offered:
                tile_button.show(f"alt-{uid}", face, partial(_set_face, uid, face))
            tool("hand.all_tiles", "all-tiles", "apps", state.look, picking=not state.memory().picking)
        if state.memory().picking:
            tile_button.picker("face", lambda face: _set_face(uid, face), special=True)
        _moves(desk, now, uid)
        _melds_of(desk, uid)


def _moves(desk: Desk, now: Declared, uid: int) -> None:
    place = desk.place_of(uid)
    targets: list[tuple[DeskPlace, str]] = [
        ("win", "hand.to_win"),
        ("concealed", "hand.to_concealed"),
        ("indicators", "hand.to_indicators"),
        ("others", "hand.to_others"),
    ]
    if now.riichi != "none":
        targets.insert(3, ("ura", "hand.to_ura"))
    with st.container(key="choice-moves", horizontal=True):
        for target, words in targets:
            if target != place:
                st.button(
                    state.say(words),
                    key=f"move-{target}",
                    on_click=guard(_edit),
                    args=(MoveTile(uid, target),),
                )
        tool("hand.remove", "remove-tile", "delete", _edit, RemoveTile(uid))


def _melds_of(desk: Desk, uid: int) -> None:
    options = possible_melds(desk, uid)
    if not options:
        return
    choices.label(state.say("hand.make"))
    with st.container(key="choice-make", horizontal=True):
        for option in options:
            faces = desk.faces(option.uids)
            short = "".join(face[0] for face in faces) + faces[0][1]
            st.button(
                f"{state.say(f'meld.{option.kind}')} {short}",
                key=f"make-{option.kind}-{short}",
                on_click=guard(_edit),
                args=(option,),
            )


def _tools(desk: Desk) -> None:
    session = state.memory().session
    with st.container(key="choice-tools", horizontal=True):
        tool("hand.undo", "undo", "undo", _edit, Undo(), disabled=session is None or not session.past)
        tool(
            "hand.first",
            "first",
            "restart_alt",
            _edit,
            BackToFirst(),
            disabled=session is None or session.desk == session.first,
        )
        tool("hand.sort", "sort", "sort", _edit, Sort(), disabled=not desk.concealed)
        tool("hand.add", "add-tile", "add", _toggle_adding, "concealed")
        tool("hand.add_meld", "add-meld", "library_add", _toggle_adding, "meld")


def _adding() -> None:
    if state.memory().adding in {"concealed", "meld"}:
        _add_panel()


def _add_panel() -> None:
    """Tiles to add; the panel stays open until it is closed or the hand is whole."""
    adding = state.memory().adding
    with st.container(key="panel-adding"):
        st.markdown(f"**{state.say(f'hand.adding_{adding}')}**")
        if adding == "meld":
            meld_editor.kinds()
        tile_button.picker("add", _add)
        st.button(
            state.say("hand.close"), key="close-adding", on_click=guard(state.look), kwargs={"adding": None}
        )


def _toggle_adding(where: Adding) -> None:
    held = state.memory()
    state.look(adding=None if held.adding == where else where, selected=None, meld=None)


def _add(face: str) -> None:
    held = state.memory()
    adding = held.adding
    if adding is None:
        return
    if adding == "meld":
        made = new_meld(held.adding_kind or "pon", face)
        if made is not None:
            state.edit(AddMeld(*made))
            state.look(adding=None, meld=len(state.desk().melds) - 1)
        return
    # The fourteenth tile of a hand tapped together is the winning one.
    whole = adding == "concealed" and state.desk().missing() == 1 and state.desk().win is None
    state.edit(AddTile(face, "win" if whole else adding))
    if whole:
        state.look(adding=None)


def _set_face(uid: int, face: str) -> None:
    state.edit(SetFace(uid, face))


def _edit(change: Undo | BackToFirst | Sort | MoveTile | RemoveTile | MakeMeld) -> None:
    state.edit(change)
    if isinstance(change, MakeMeld):
        state.look(meld=len(state.desk().melds) - 1)
