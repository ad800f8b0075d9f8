"""The page that scores one hand."""

from functools import partial

import streamlit as st

from yakulens.app.hand.link import LINKED, LinkError
from yakulens.app.page import frame, hand, photo_job, photo_readings, record, state
from yakulens.app.page.parts import consent, intake
from yakulens.app.page.parts.buttons import tool
from yakulens.app.page.parts.score import again, desk, result, start, tile_set
from yakulens.app.page.parts.table import guests
from yakulens.app.readers import recognition


def page() -> None:
    """Draw the page: the way in, or the desk with the hand's score."""
    memory = state.memory()
    frame.go_on()
    _follow_link()
    if photo_job.awaits_first_reading() or not memory.at_start:
        photo_readings.take_up()
    if photo_job.awaits_first_reading():
        frame.heading()
        left, _ = st.columns([1, 1], gap="large")
        before = 0 if memory.job is None else recognition.photo_queue().before(memory.job)
        with left:
            desk.wait(before)
        _watch(before)
        return
    if memory.hand is None or memory.at_start:
        frame.heading()
        start.show()
        return
    frame.heading(partial(tool, "start.new", "new", "add_a_photo", hand.start_over))
    left, right = st.columns([1, 1], gap="large")
    with left:
        tile_set.ask()
        desk.show()
        again.show()
        tile_set.read_with()
    with right:
        scored = hand.scored()
        result.show(scored, desk.of_game(), desk.carry_out)
        is_settled = scored.score is not None and result.facts().asked() is None
        if memory.photo is not None and is_settled:
            consent.ask()  # below a settled score nothing moves any more
    # Last, so that the score appears before the disk is written.
    record.record(scored)
    _watch()
    if memory.playing.whole is not None:
        guests.watch(memory.playing.whole)


def _follow_link() -> None:
    """Lay the hand in the address on the desk; a page in a browser sends it this way."""
    text = st.query_params.get(LINKED)
    if text is None:
        return
    del st.query_params[LINKED]
    try:
        hand.begin_linked(text)
    except LinkError:
        state.memory().trouble = ("start.no_linked_hand", "")


def _watch(before: int = 0) -> None:
    """Watch for progress of the photo being read, queued behind ``before`` others."""
    memory = state.memory()
    if memory.job is not None and not memory.session.defers:
        intake.watch(memory.job, memory.seen_status, before)


frame.guarded(page)
