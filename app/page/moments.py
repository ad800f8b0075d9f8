"""The moment of a hand that the browser's address names: Back, Forward, a reload and a link lead there."""

import streamlit as st

from yakulens.app.page import address, hand, photo_job, playing, saved_hands, state
from yakulens.app.page.memory import Mark, Memory
from yakulens.app.readers import recognition
from yakulens.app.words import rule_phrases


def synchronise(*, on_hand_page: bool) -> None:
    """Load the hand that the address names, and the game from disk: others may have played on.

    ``on_hand_page`` says whether this page's address names a hand.
    """
    memory = state.memory()
    memory.session = memory.session.by_usual(rule_phrases.first(state.language())[0])
    playing.follow(on_hand_page=on_hand_page)
    _follow_address(memory, on_hand_page=on_hand_page)
    hand.session()


def _follow_address(memory: Memory, *, on_hand_page: bool) -> None:
    """Go to the moment of a hand that the address names, or make the address name the shown one."""
    target = address.Address.of(st.query_params.to_dict()) if on_hand_page else None
    navigated = target is not None if memory.on_other_page else address.is_history_navigation()
    if target is None and memory.hand is None and memory.on_other_page:
        # A returning visitor finds the last hand one tap away.
        _reopen_kept(memory, saved_hands.last_hand())
        memory.at_start = True
    elif on_hand_page and navigated and target != memory.address:
        _show_moment(memory, target)
    memory.on_other_page = not on_hand_page
    if on_hand_page:
        hand.show_address()


def _show_moment(memory: Memory, moment: address.Address | None) -> None:
    """Show the moment that Back, Forward, a reload or a link led to; None is the start."""
    if moment is None:
        memory.at_start = True
    elif moment.hand == memory.hand or _reopen_kept(memory, moment.hand):
        memory.session = memory.session.moved_to(moment.step)
        hand.show_hand()
    else:
        memory.at_start = True
        memory.trouble = ("start.no_such_hand", "")


def _reopen_kept(memory: Memory, number: str | None) -> bool:
    """Put a hand on the desk as this browser left it; False where it has none of this number."""
    kept = None if number is None else saved_hands.load_hand(number)
    if number is None or kept is None:
        return False
    memory.hand, memory.photo = number, kept.photo
    memory.session = memory.session.opened(kept.journal, None if kept.photo is None else kept.photo.reading)
    photo_job.watch(recognition.photo_queue().of(number))
    hand.show_hand()
    if kept.reading is not None:
        entry, now = kept.reading, memory.session
        memory.mark = Mark(entry.number, kept.file, entry.version, now.desk, now.situation, now.place)
    return True
