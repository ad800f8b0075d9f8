"""A game or a hand as files that other programs take."""

import json
from collections.abc import Callable
from functools import partial
from typing import Final

import streamlit as st

from yakulens.app import state
from yakulens.app.components import words
from yakulens.app.contract import Json
from yakulens.app.game import Game
from yakulens.app.guard import download
from yakulens.app.handoff.pantheon import pantheon_json
from yakulens.app.handoff.single import is_sufficient, single
from yakulens.app.handoff.tenhou import tenhou_json

_FORMS: Final[dict[str, Callable[[Game], Json]]] = {"tenhou": tenhou_json, "pantheon": pantheon_json}


def game(running: Game) -> None:
    """Offer a game; nothing of one without hands, or in which seats changed: no other program holds that."""
    if running.ends and not running.seatings:
        with st.expander(state.say("handoff.title"), icon=":material/output:"):
            _forms(lambda: running, "game")


def hand(held: Json | None, score: Json) -> None:
    """Offer a hand with its score, both as of the contract; one that wins as a game of its own as well."""
    with st.expander(state.say("handoff.title"), icon=":material/output:"):
        told = json.dumps({"hand": held, "score": score}, ensure_ascii=False, indent=2)
        _save("result.download", told, "score")
        if held is None or score["outcome"] != "win":
            return
        if is_sufficient(held):
            _forms(partial(single, held), "hand")
        else:
            st.html(words.note("handoff.say_discarder"))


def _forms(made: Callable[[], Game], what: str) -> None:
    for form, write in _FORMS.items():
        _save(f"handoff.{form}", download(partial(_file, write, made)), f"{what}-{form}", f"handoff-{form}")
    st.html(words.note("handoff.note"))


def _save(label: str, data: str | Callable[[], bytes], name: str, key: str | None = None) -> None:
    """A button that saves JSON, or what makes it when it is tapped."""
    st.download_button(
        state.say(label),
        data,
        file_name=f"yakulens-{name}.json",
        mime="application/json",
        key=key,
        on_click="ignore",
        width="stretch",
    )


def _file(write: Callable[[Game], Json], made: Callable[[], Game]) -> bytes:
    """The file, made when its button is tapped."""
    return json.dumps(write(made()), ensure_ascii=False).encode()
