"""The way to a photo of a draw: it proposes tenpai or noten for each open hand, and a tap confirms."""

import streamlit as st

from yakulens.app.hand.place import Place
from yakulens.app.page import playing, state
from yakulens.app.page.inputs import DrawInput
from yakulens.app.page.parts import device, drawn, intake
from yakulens.app.page.parts.buttons import tool
from yakulens.app.readers.photos import ShownPhoto
from yakulens.vision.desk import Desk
from yakulens.vision.reading import Reading


def show(place: Place) -> None:
    """Offer a photo of the draw in this hand of the game: the one read last, or another."""
    memory = state.memory()
    if memory.draw.of != place:  # what is read for another hand shows nothing of this one
        intake.leave(memory.draw)
        memory.draw = DrawInput(of=place, round=memory.draw.round + 1)
    with st.expander(state.say("table.draw_photo"), icon=":material/photo_camera:"):
        drawn.words("", "table.draw_note")
        on_desk, draw = memory.photo, memory.draw
        if on_desk is not None and on_desk.reading is not None and on_desk.reading.hands:
            tool("table.draw_desk", "draw_desk", "photo", playing.photographed, on_desk.reading)
        if intake.under_way(draw, _take_read):
            return
        field = f"draw-upload-{draw.round}"
        device.camera(field)
        intake.take(draw, intake.uploader(state.say("table.draw_upload"), field))
        intake.trouble(draw)


def _take_read(_: Desk, photo: ShownPhoto | None) -> None:
    """Take the photo that was read if it shows open hands."""
    reading = Reading() if photo is None or photo.reading is None else photo.reading
    state.memory().draw.trouble = None
    if not playing.photographed(reading):
        state.memory().draw.refuse("table.draw_none")
