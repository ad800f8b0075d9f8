"""Corrections: an earlier hand, or what was entered for a hand that is no longer current."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from yakulens.app import Json
from yakulens.app.game.correction import Correction, correct
from yakulens.app.game.ending import Ending
from yakulens.app.game.seated import Seated
from yakulens.app.hand.place import Place
from yakulens.app.page import playing, state
from yakulens.app.page.memory import OpenCorrection
from yakulens.app.page.parts import device, drawn, words
from yakulens.app.page.parts.buttons import button, closing, tool, tools
from yakulens.app.page.parts.table import ending
from yakulens.app.table.pieces import note
from yakulens.app.table.played import corrected, why_stuck
from yakulens.app.words import phrases
from yakulens.app.words.markup import literal


def offer(at: int) -> None:
    """Offer to correct or remove hand number ``at``."""
    with tools(f"mend-{at}"):
        tool("table.mend", f"mend-{at}", "edit", playing.mend, at)
        tool("table.remove", f"remove-{at}", "delete", playing.mend, at, removing=True)


def show(table: Seated, mending: OpenCorrection, score_page_hand: Callable[[Place], Json | None]) -> None:
    """Draw the form for the hand to correct, filled in as it was entered, and the resulting changes.

    ``score_page_hand`` gives the hand of the score page, if it can be used for that hand of the game.
    """
    before = table.before(mending.at)
    key = "table.removing" if mending.removing else "table.mending"
    with st.container(key="mending"):
        words.heading(key, hand=words.turn(before.stand))
    device.in_view("mending", f"{mending.at} {mending.version} {mending.removing}")
    end, gloss = (None, "") if mending.removing else ending.show(before, score_page_hand(before.place))
    correction, ready = None, False
    if mending.removing or end is not None:
        correction = correct(table.game, mending.at, end)
        if correction.stuck is None:
            ready = correction.game != table.game
            gloss = _score_changes(table, correction) if ready else ""
            _changes(table, correction, mending)
        else:
            gloss = why_stuck(drawn.speaker(table), table, correction)
    step = "remove" if mending.removing else "save"
    save = partial(_save, table, mending, correction)
    closing(f"table.mend_{step}", f"mend-{step}", gloss, save, disabled=not ready)
    tool("table.mend_leave", "mend-leave", "undo", playing.leave_mending)


def _changes(table: Seated, correction: Correction, mending: OpenCorrection) -> None:
    """Draw the scores before each later hand and the current ones, where they change."""
    told = corrected(drawn.speaker(table), table, correction, mending.at, removing=mending.removing)
    drawn.parts(told or [note(state.say("table.mend_same"))], "mend-changes")


def _save(table: Seated, mending: OpenCorrection, correction: Correction | None) -> None:
    if correction is None or correction.stuck is not None or not playing.save_game(table, correction.game):
        return
    hand = words.turn(table.played[mending.at].before)
    playing.leave_mending()
    key = "table.removed" if mending.removing else "table.mended"
    state.confirm(key, hand=hand, changes=_score_changes(table, correction))


def _score_changes(table: Seated, correction: Correction) -> str:
    was, now = table.stand.scores, correction.stand.scores
    return phrases.score_changes(state.language(), table.game.players, was, now)


def show_moved(ending: Ending, table: Seated) -> None:
    """Draw what was entered for a hand that is no longer current, and what can be done with it."""
    now, was = table.place, ending.place or table.place
    here, there = was.told_beside(now, state.language())
    device.in_view("panel-moved", f"{was} {now}")
    with st.container(key="panel-moved"):
        said = [note(state.say("moved.draft", now=here, then=there), asks=True), note(_summary(ending, was))]
        if was.hand < len(table.played):
            place = table.before(was.hand).place
            entered = Ending.of_end(table.played[was.hand].end, place)
            said.append(note(state.say("moved.entered", what=_summary(entered, place))))
            drawn.parts(said, "moved-said")
            replacing = partial(playing.mend, was.hand, instead=ending.carried(place))
            tool("moved.replace", "replace-entered", "edit", replacing)
        else:
            drawn.parts(said, "moved-said")
        carry = literal(state.say("moved.carry", now=here))
        button(carry, "carry-ending", "", playing.set_ending, ending.carried(now), strong=True, wide=True)
        tool("moved.forget", "forget-ending", "delete", playing.set_ending, Ending())


def _summary(ending: Ending, place: Place) -> str:
    """An end in one line, by name: Ron (discard) · Bo won · from Ann."""
    who = partial(phrases.all_seated, state.language(), names=place.names())
    drawn = ending.event == "exhaustive_draw"
    parts = [] if ending.event is None else [state.say(f"table.{ending.event}")]
    parts += [
        state.say(key, who=who(seats))
        for key, seats in (
            ("fact.won", ending.winners),
            ("fact.from", [] if ending.discarder is None else [ending.discarder]),
            ("moved.riichi", ending.riichi),
            ("moved.tenpai", ending.tenpai if drawn else []),
            ("moved.dead_hands", ending.dead_hands if drawn else []),
            ("moved.offender", [] if ending.offender is None else [ending.offender]),
        )
        if seats
    ]
    return " · ".join(parts)
