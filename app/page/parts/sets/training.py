"""A training that goes on, and what the last one gained, from the folders of the command line's runs."""

import hashlib
import html
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import streamlit as st

from yakulens.app import Json
from yakulens.app.hand import shown
from yakulens.app.page import state
from yakulens.app.page.parts import drawn, words
from yakulens.app.page.parts.buttons import tool, tools
from yakulens.app.store import trainings
from yakulens.app.table.pieces import note, tables
from yakulens.models.evaluate.report_page import chart_as_picture, legend
from yakulens.models.runs.report import held_out_curves
from yakulens.models.runs.watch import Watched, ask_to_stop, watched

_LOOK_S: Final = 10.0
"""Seconds between two looks at a run: as often as it writes figures."""
_MEASURES: Final = ("exact hand", "tiles right")


def show() -> None:
    """Draw each running training with its curve and a button that ends it, then a comparison."""
    for run in _running():
        words.heading("sets.training")
        _follow(run.out)
        with tools(f"training-{_key(run.out)}"):
            if run.is_stopping:
                drawn.words("", "sets.training_stops", key=f"training-stops-{_key(run.out)}")
            else:
                tool("sets.training_stop", f"training-stop-{_key(run.out)}", "", partial(_stop, run.out))
    if compared := [answer for _, answer in trainings.comparisons()]:
        _compared(_chosen(compared))


def _running() -> list[Watched]:
    """The trainings that go on."""
    return [run for folder in trainings.folders() if (run := watched(folder)) is not None]


def _key(folder: Path) -> str:
    return hashlib.sha256(str(folder).encode()).hexdigest()[:16]


def _stop(folder: Path) -> None:
    ask_to_stop(folder)


@st.fragment(run_every=_LOOK_S)
def _follow(folder: Path) -> None:
    """Draw a run anew as its figures come; the page itself once it has ended."""
    run = watched(folder)
    if run is None:
        st.rerun()
    minutes = None if run.left is None else round(run.left / 60)
    left = "" if minutes is None else f" {state.say('sets.training_left', minutes=minutes)}"
    step = run.figures[-1].step if run.figures else 0
    told = state.say("sets.training_of", network=run.network, step=step) + left
    drawn.parts([note(told)], f"training-step-{_key(folder)}")
    curves = held_out_curves(run.figures)
    if any(curve.points for curve in curves):
        alt = html.escape(state.say("sets.training_curve"), quote=True)
        picture = f'<img alt="{alt}" src="{chart_as_picture(curves)}" style="width:100%">'
        drawn.words("", "sets.training_curve", key=f"training-curve-{_key(folder)}")
        st.html(f"{picture}{legend(curves)}")


def _chosen(answers: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The comparison that is looked at: the newest, unless another is chosen."""
    if len(answers) == 1:
        return answers[0]

    def title(at: int) -> str:
        day = str(answers[at].get("at", ""))[:10]
        return f"{answers[at].get('name', '')} {day}"

    at = st.selectbox(state.say("sets.compared_choose"), range(len(answers)), format_func=title)
    return answers[at or 0]


def _compared(answer: Mapping[str, Any]) -> None:
    """Draw what was gained by the newest training, by tile set."""
    rows = [row for each in answer["rows"] if (row := _row(each))]
    if not rows:
        return
    is_training = answer.get("way") != "compare"
    heading = "sets.compared" if is_training else "sets.compared_two"
    words.heading(heading, name=str(answer.get("name", "")))
    columns = ["", *(state.say(f"sets.compared_{name}") for name in ("before", "after"))]
    drawn.parts(tables(shown.table(rows, columns=columns)), "compared")
    is_used = bool(answer.get("adopted"))
    if is_training:
        drawn.words("", "sets.compared_used" if is_used else "sets.compared_unused")


def _row(row: Mapping[str, Any]) -> Json | None:
    """One measure before and after as a row; None if it is damaged."""
    measure, group, of = row.get("measure"), str(row.get("group", "")), row.get("of")
    counts = [row.get("before"), row.get("after")]
    if measure not in _MEASURES or not isinstance(of, int) or not all(isinstance(n, int) for n in counts):
        return None
    name = str(row.get("name", "")) if group == "all" else group.removeprefix("set ")
    said = state.say("sets.compared_hands" if measure == "exact hand" else "sets.compared_tiles")
    cells = [shown.cell(f"{count} / {of}", "num") for count in counts]
    return shown.row(shown.cell(f"{name}: {said}"), *cells)
