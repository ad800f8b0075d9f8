"""A game or a hand as files for other programs."""

import json
from collections.abc import Callable
from functools import partial
from typing import Final

import streamlit as st

from yakulens.app import Json
from yakulens.app.exports.pantheon import is_four, limits, pantheon_json
from yakulens.app.exports.single import is_sufficient, single
from yakulens.app.exports.tenhou import tenhou_json
from yakulens.app.game import Game, is_reseated
from yakulens.app.game.wire import game_to_json
from yakulens.app.page import state
from yakulens.app.page.guard import download
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import save

_FORMS: Final[dict[str, Callable[[Game], Json]]] = {"tenhou": tenhou_json, "pantheon": pantheon_json}
_MIME: Final = "application/json"


def game(running: Game) -> None:
    """Offer a game with hands as our own file, and to other programs.

    These accept none in which some were played on other seats.
    """
    if running.ends:
        with st.expander(state.say("handoff.title"), icon=":material/output:"):
            if is_reseated(running):
                drawn.words("", "handoff.reseated")
            else:
                _forms(lambda: running, "game")
            data = download(partial(_file, game_to_json, lambda: running))
            save("table.as_file", data, "game.json", _MIME, "handoff-own")


def hand(scored_hand: Json | None, score: Json) -> None:
    """Offer a hand with its score, as JSON of the contract; a win also as a game of one hand."""
    with st.expander(state.say("handoff.title"), icon=":material/output:"):
        data = json.dumps({"hand": scored_hand, "score": score}, ensure_ascii=False, indent=2)
        save("result.download", data, "score.json", _MIME)
        if scored_hand is None or score["outcome"] != "win":
            return
        if is_sufficient(scored_hand):
            _forms(partial(single, scored_hand), "hand")
        else:
            drawn.words("", "handoff.say_discarder")


def _forms(make_game: Callable[[], Game], name: str) -> None:
    made = make_game()
    for form, write in _FORMS.items():
        if form != "pantheon" or is_four(made):
            data = download(partial(_file, write, make_game))
            save(f"handoff.{form}", data, f"{name}-{form}.json", _MIME, f"handoff-{form}")
    told = (limits(made, state.language()), state.say("handoff.note"))
    drawn.show({"part": "words", "notes": list(filter(None, told))})


def _file(write: Callable[[Game], Json], make_game: Callable[[], Game]) -> bytes:
    return json.dumps(write(make_game()), ensure_ascii=False).encode()
