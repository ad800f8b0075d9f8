"""An exhaustive draw from one photo: each open hand is proposed as tenpai or noten, and a tap confirms it."""

from dataclasses import replace
from functools import partial

import streamlit as st

from yakulens.app import state, tiles
from yakulens.app.components import choices, device, intake, laid, words
from yakulens.app.components.tool import tool
from yakulens.app.game.open_hands import DrawInView, Proposal, proposals
from yakulens.app.game.place import Place
from yakulens.app.game.seated import Seated
from yakulens.app.photos import ShownPhoto
from yakulens.vision.desk import Desk

Options = list[tuple[str, str]]


def proposed(table: Seated) -> tuple[Proposal, ...]:
    """What the photo tells of each open hand; nothing before there is one and it is known who took it."""
    held = _held(table)
    read = None if held.photo is None else held.photo.reading
    if read is None or held.taker is None:
        return ()
    return proposals(read, table.stand.seats(), held.taker, table.game.rules)


def unsaid(table: Seated) -> str | None:
    """The key of the sentence that asks for what is still to be said about the photo; None for nothing."""
    held = _held(table)
    if held.photo is not None and held.taker is None:
        return "table.say_taker"
    said = all(each.seat in held.said for each in proposed(table))
    return None if said else "table.say_draw"


def show(table: Seated, seats: Options, found: tuple[Proposal, ...]) -> None:
    """Draw the way to a photo, or what it tells (``found``, as ``proposed`` gave it)."""
    held = _held(table)
    if held.photo is None:
        with st.expander(state.say("table.draw_photo"), icon=":material/photo_camera:"):
            _begin(held)
        return
    choices.label(state.say("table.draw_taker"))
    choices.row("draw-taker", seats, [held.taker or ""], _taken_by)
    names = dict(seats)
    for each in found:
        _hand(each, names[each.seat], held)
    tool("table.draw_leave", "draw-leave", "undo", _leave)


def _held(table: Seated) -> DrawInView:
    """What has been said about the photo of this hand: that of another tells nothing here."""
    memory, of = state.memory(), Place.of(table)
    if memory.draw.of != of:
        memory.draw = DrawInView(of, round=memory.draw.round + 1)
    return memory.draw


def _begin(held: DrawInView) -> None:
    st.html(words.note("table.draw_note"))
    here = state.memory().photo
    if here is not None and here.reading is not None and here.reading.hands:
        tool("table.draw_score", "draw-score", "photo", _look_at, here)
    if intake.under_way(held, _read):
        return
    field = f"draw-upload-{held.round}"
    device.camera(field)
    uploaded = st.file_uploader(state.say("table.draw_upload"), type=list(intake.KINDS), key=field)
    intake.take(held, uploaded)
    intake.trouble(held)


def _read(_: Desk, photo: ShownPhoto | None = None) -> None:
    """Take the photo, where hands lie open on it."""
    if photo is None or photo.reading is None or not photo.reading.hands:
        state.memory().draw.trouble = ("table.draw_none", "")
    else:
        _look_at(photo)


def _look_at(photo: ShownPhoto) -> None:
    held = state.memory().draw
    held.photo, held.trouble = photo, None
    state.keep("draw")


def _hand(each: Proposal, name: str, held: DrawInView) -> None:
    """One open hand, what is proposed of it, and the taps that settle it."""
    tenpai = each.seat in state.memory().ending.tenpai
    chosen = ("tenpai" if tenpai else "noten") if each.seat in held.said else ""
    with st.container(key=f"panel-draw-{each.seat}"):
        choices.label(name)
        st.html(f'<div class="yl-row yl-small">{laid.whole(each.hand)}</div>{_told(each)}')
        choices.row(
            f"draw-{each.seat}",
            [("tenpai", state.say("check.tenpai")), ("noten", state.say("table.draw_noten"))],
            [chosen],
            partial(_say, each.seat),
        )


def _told(each: Proposal) -> str:
    if each.tenpai is None:
        return words.wanted(state.say("table.draw_untold"))
    waits = "".join(tiles.tag(state.language(), face) for face in each.waits)
    key = "table.draw_tenpai" if each.tenpai else "check.noten"
    doubt = words.wanted(state.say("table.draw_doubtful")) if each.doubtful else ""
    return f'{words.note(key)}<div class="yl-row yl-small">{waits}</div>{doubt}'


def _say(seat: str, said: str) -> None:
    held = state.memory().draw
    held.said |= {seat}
    state.set_ending(state.memory().ending.shows(seat, tenpai=said == "tenpai"))
    state.keep("draw")


def _taken_by(seat: str) -> None:
    held = state.memory().draw
    if seat != held.taker:
        _forget(held)
        held.taker = seat
        state.keep("draw")


def _leave() -> None:
    held = state.memory().draw
    _forget(held)
    held.photo, held.taker = None, None
    held.round += 1
    state.keep("draw")


def _forget(held: DrawInView) -> None:
    """Take back what was said of the hands, for whose they are is open; riichi still means tenpai."""
    ending = state.memory().ending
    by_riichi = [each for each in ending.tenpai if each in held.said and each in ending.riichi]
    still = [each for each in ending.tenpai if each not in held.said or each in by_riichi]
    held.said = frozenset()
    state.set_ending(replace(ending, tenpai=still, by_riichi=[*ending.by_riichi, *by_riichi]))
