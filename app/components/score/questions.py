"""The doubts of a reading as questions, each settled with one tap."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from app import i18n, scoring, state, tiles
from app.components import tile_button, words
from app.desk import SET_SIZE
from app.desk.edits import AddTile, Answer, MoveTile
from app.desk.questions import open_questions
from app.guard import guard
from scorer.vocabulary import FROMS, MELD_KINDS
from vision.labels import LABELS

if TYPE_CHECKING:
    from app.desk import Desk, Question
    from app.situation import Declared


def show(desk: Desk, now: Declared) -> None:
    """Draw all open questions; nothing when there is none."""
    questions = open_questions(desk)
    wins = desk.win is None and desk.missing() == 0
    absent = desk.win is None and desk.missing() == 1 and len(desk.concealed) % SET_SIZE == 1
    count = len(questions) + wins + absent
    if not count:
        return
    with st.container(key="panel-questions"):
        one = count == 1
        st.markdown(f"**{state.say('question.title_one' if one else 'question.title', n=count)}**")
        for number, question in enumerate(questions):
            _question(desk, number, question)
        if wins:
            _which_won(desk)
        if absent:
            _which_came(desk, now)


def _question(desk: Desk, number: int, question: Question) -> None:
    spoken = i18n.knows(state.language(), f"question.code.{question.code}")
    names = [tiles.name(state.language(), desk.face(uid)) for uid in question.tiles if uid in desk.tiles]
    message = (
        state.say(f"question.code.{question.code}", tile=names[0] if names else "", count=len(names))
        if spoken
        else question.message
    )
    st.html(words.small(message))
    with st.container(key=f"strip-question-{number}", horizontal=True, vertical_alignment="center"):
        for choice in question.choices:
            key = f"q{number}-{choice}"
            if choice in LABELS:
                tile_button.show(key, choice, partial(_answer, question, choice))
            elif choice.isdecimal() and int(choice) in desk.tiles:
                uid = int(choice)
                # Of too many equal tiles one is something else: its own panel says what.
                crowded = question.code == "five_of_a_kind"
                tapped = partial(state.select, uid) if crowded else partial(_answer, question, choice)
                tile_button.show(key, desk.face(uid), tapped)
            else:
                st.button(_words(choice), key=key, on_click=guard(_answer), args=(question, choice))
        keep = "question.none" if question.choices else "question.keep"
        st.button(
            state.say(keep),
            key=f"q{number}-keep",
            type="tertiary",
            on_click=guard(_answer),
            args=(question, None),
        )


def _which_won(desk: Desk) -> None:
    st.html(words.note("hand.win_none"))
    with st.container(key="strip-which-won", horizontal=True):
        told: set[str] = set()
        for uid in desk.concealed:
            face = desk.face(uid)
            if face not in told:
                told.add(face)
                tile_button.show(f"won-{uid}", face, partial(_won, uid))


def _which_came(desk: Desk, now: Declared) -> None:
    """Ask for the winning tile that is not there: first those that would make the hand whole."""
    st.html(words.note("question.absent_win"))
    waits = scoring.waits(desk, now)
    if not waits:
        tile_button.picker("win", _add_win)
        return
    with st.container(key="strip-waits", horizontal=True):
        for face in waits:
            tile_button.show("wait", face, partial(_add_win, face))
    with st.expander(state.say("question.another_tile")):
        tile_button.picker("win", _add_win)


def _words(choice: str) -> str:
    if choice in MELD_KINDS or choice in FROMS:
        return state.say(f"meld.{choice}")
    return state.say(f"question.choice.{choice}")


def _answer(question: Question, choice: str | None) -> None:
    state.edit(Answer(question, choice))


def _won(uid: int) -> None:
    state.edit(MoveTile(uid, "win"))


def _add_win(face: str) -> None:
    state.edit(AddTile(face, "win"))
