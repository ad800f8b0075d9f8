"""An earlier hand of the game corrected or removed: what that changes shows before it counts."""

import html
from collections.abc import Callable
from functools import partial

import streamlit as st

from yakulens.app import state
from yakulens.app.components import device, words
from yakulens.app.components.table import ending
from yakulens.app.components.tool import button, tool
from yakulens.app.game.correction import Correction, correct
from yakulens.app.game.place import Place
from yakulens.app.game.seated import Seated
from yakulens.app.markup import literal
from yakulens.app.memory import Mending
from yakulens.vision.desk import Desk


def offer(at: int) -> None:
    """Offer to correct or remove hand number ``at``."""
    with st.container(key=f"choice-do-mend-{at}", horizontal=True):
        tool("table.mend", f"mend-{at}", "edit", state.mend, at)
        tool("table.remove", f"remove-{at}", "delete", state.mend, at, removing=True)


def show(table: Seated, whole: Callable[[Place], Desk | None]) -> None:
    """Draw the form for the hand that is mended, filled in as it was entered, and what would change.

    ``whole`` gives the hand of the score page, where it can be taken to a hand of the game.
    """
    held = state.memory().mending
    if held is None:
        return
    before = table.before(held.at)
    hand = words.turn(before.stand)
    key = "table.removing" if held.removing else "table.mending"
    with st.container(key="mending"):
        st.html(f'<h3 class="yl-h">{words.say(key, hand=hand)}</h3>')
    device.in_view("mending", f"{held.at} {held.version} {held.removing}")
    end = None if held.removing else ending.show(before, whole(Place.of(before)))
    found = None
    if held.removing or end is not None:
        found = correct(table.game, held.at, end)
        _changes(table, found, held)
    ready = found is not None and found.stuck is None and found.game != table.game
    changed = f" :small[{literal(_told(table, found))}]" if found is not None and ready else ""
    ends = "remove" if held.removing else "save"
    said = state.say(f"table.mend_{ends}") + changed
    save = partial(_save, table, held, found)
    button(said, f"mend-{ends}", "check", save, strong=True, wide=True, disabled=not ready)
    tool("table.mend_leave", "mend-leave", "undo", state.leave_mending)


def _changes(table: Seated, found: Correction, held: Mending) -> None:
    """Each later hand's scores, and those of now, where they are others than before."""
    if found.stuck is not None:
        stuck = words.turn(table.played[found.stuck].before)
        why = " ".join(words.problems({"problems": found.problems}))
        st.html(words.wanted(state.say("table.mend_stuck", hand=stuck, why=why)))
        return
    if found.game == table.game:
        st.html(words.note("table.mend_same"))
        return
    rows = []
    for number, now in enumerate(found.played):
        was = table.played[number + (held.removing and number >= held.at)]
        if now.before != was.before:
            rows.append(_row(words.turn(now.before), was.before.scores, now.before.scores))
    rows.append(_row(state.say("table.mend_now"), table.stand.scores, found.stand.scores))
    st.html(words.table(rows, "table.mend_moves", ("", *table.game.players)))


def _row(name: str, was: tuple[int, ...], now: tuple[int, ...]) -> str:
    cells = "".join(
        f'<td class="num">{words.total(new)}'
        + ("" if old == new else f'<span class="gloss"><s>{words.total(old)}</s></span>')
        + "</td>"
        for old, new in zip(was, now, strict=True)
    )
    return f"<tr><td>{html.escape(name)}</td>{cells}</tr>"


def _save(table: Seated, held: Mending, found: Correction | None) -> None:
    if found is None or found.stuck is not None:
        return
    if not state.save_game(table, found.game):
        return
    hand = words.turn(table.played[held.at].before)
    state.leave_mending()
    key = "table.removed" if held.removing else "table.mended"
    state.confirm(key, hand=hand, changes=_told(table, found))


def _told(table: Seated, found: Correction) -> str:
    """Whose score is another now: "Ann 30,000 → 32,000"."""
    arrow = "\N{RIGHTWARDS ARROW}"
    changes = [
        f"{name} {words.total(was)} {arrow} {words.total(now)}"
        for name, was, now in zip(table.game.players, table.stand.scores, found.stand.scores, strict=True)
        if was != now
    ]
    return " · ".join(changes) or state.say("table.mended_same")
