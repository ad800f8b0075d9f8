"""The way to a photo of a draw: it proposes tenpai or noten for each open hand, and a tap confirms."""

import streamlit as st

from yakulens.app.page import playing, state
from yakulens.app.page.parts import device, drawn, intake
from yakulens.app.page.parts.buttons import tool
from yakulens.app.readers.photos import ShownPhoto
from yakulens.vision.desk import Desk
from yakulens.vision.reading import Reading


def show() -> None:
    """Offer a photo: the one read last, or another."""
    with st.expander(state.say("table.draw_photo"), icon=":material/photo_camera:"):
        drawn.words("", "table.draw_note")
        on_desk, draw = state.memory().photo, state.memory().draw
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
