"""Another look at the hand on the desk: a further photo, which is read with those before it."""

import streamlit as st

from yakulens.app.page import photo_readings, state
from yakulens.app.page.parts import device, intake


def show() -> None:
    """Draw what takes the photo that a desk's tap asks for: the viewfinder, or a file field out of sight."""
    memory = state.memory()
    if memory.photo is None:
        return
    field = f"again-{memory.hand}-{len(memory.photo.more)}"
    device.camera(field, _filmed, by_desk=True)
    with st.container(key="again"):
        uploaded = intake.uploader(state.say("finder.again"), field)
    if uploaded is not None and uploaded.file_id != memory.upload:
        memory.upload = uploaded.file_id
        photo_readings.look_again(intake.taken_out(uploaded))
        st.rerun()


def _filmed(film: str) -> None:
    took = intake.filmed(film)
    if took is not None:
        photo_readings.look_again(*took.frames, took.photo)
