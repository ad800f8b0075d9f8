"""A game or a hand as files that other programs take."""

import json
from collections.abc import Callable
from functools import partial
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from yakulens.app import state
from yakulens.app.components import words
from yakulens.app.contract import Json
from yakulens.app.game import Game
from yakulens.app.guard import download
from yakulens.app.handoff.pantheon import pantheon_json
from yakulens.app.handoff.single import is_whole, single
from yakulens.app.handoff.tenhou import tenhou_json

_FORMS: Final[dict[str, Callable[[Game], Json]]] = {"tenhou": tenhou_json, "pantheon": pantheon_json}


def game(running: Game) -> None:
    """Offer a game; nothing of one without hands, or in which seats changed: no other program holds that."""
    if running.ends and not running.seatings:
        with _menu():
            _forms(lambda: running, "game")


def hand(held: Json | None, score: Json) -> None:
    """Offer a hand with its score, both as of the contract; one that wins as a game of its own as well."""
    with _menu():
        st.download_button(
            state.say("result.download"),
            json.dumps({"hand": held, "score": score}, ensure_ascii=False, indent=2),
            file_name="yakulens-score.json",
            mime="application/json",
            on_click="ignore",
            width="stretch",
        )
        if held is None or score["outcome"] != "win":
            return
        if is_whole(held):
            _forms(partial(single, held), "hand")
        else:
            st.html(words.note("handoff.say_discarder"))


def _menu() -> DeltaGenerator:
    return st.expander(state.say("handoff.title"), icon=":material/output:")


def _forms(made: Callable[[], Game], what: str) -> None:
    for form, write in _FORMS.items():
        st.download_button(
            state.say(f"handoff.{form}"),
            download(partial(_file, write, made)),
            file_name=f"yakulens-{what}-{form}.json",
            mime="application/json",
            key=f"handoff-{form}",
            on_click="ignore",
            width="stretch",
        )
    st.html(words.note("handoff.note"))


def _file(write: Callable[[Game], Json], made: Callable[[], Game]) -> bytes:
    """The file, made when its button is tapped."""
    return json.dumps(write(made()), ensure_ascii=False).encode()
