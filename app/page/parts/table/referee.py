"""What a referee enters beside the hands, two taps each: penalties, substitutes, seat swaps."""

from collections.abc import Callable
from functools import partial
from typing import Final

import streamlit as st

from yakulens.app import game
from yakulens.app.game import Game, Penalised
from yakulens.app.game.penalties import STEP, bounds, offered, penalise, spared, substitute, take_back
from yakulens.app.game.seated import Seated
from yakulens.app.page import playing, state
from yakulens.app.page.parts import device, drawn, words
from yakulens.app.page.parts.buttons import choices, tool
from yakulens.app.table.pieces import note
from yakulens.app.words import phrases, rule_phrases
from yakulens.app.words.markup import literal
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.penalties import Penalty, find_penalty
from yakulens.scorer.rules.ruleset import RuleSet, Source
from yakulens.scorer.vocabulary import SEATS, SUBSTITUTED

OTHER: Final = "other"
"""The choice for a penalty that the book does not list."""


def offer_penalties(table: Seated) -> None:
    """Draw the folded form for penalties and substitutes, and the entries so far, to take back."""
    rules = load_rules(table.game.rules)
    with st.expander(state.say("penalty.form"), icon=":material/gavel:"):
        drawn.words("", "penalty.form_note")
        chosen = state.memory().penalty
        penalties = {penalty.id: penalty for penalty in offered(rules)}
        options = {id_: _label(penalty) for id_, penalty in penalties.items()}
        options[OTHER] = state.say("penalty.other")
        if rules.substitute_points:
            options |= {when: state.say(f"penalty.{when}") for when in SUBSTITUTED}
        choices(
            "offence",
            [*options.items()],
            chosen,
            lambda id_: state.set_view(penalty=id_),
            title="penalty.search",
        )
        if chosen in options:
            with st.container(key="ask-penalised"):
                _ask_player(table, chosen, penalties.get(chosen))
            device.in_view("ask-penalised", f"{table.version} {chosen}")
        _given(table, rules)


def _label(penalty: Penalty) -> str:
    """An offence with its points, if the book fixes them."""
    least, most = bounds(penalty)
    offence = phrases.say(state.language(), penalty.offence)
    return f"{offence} · {words.change(-least)}" if least == most else offence


def _ask_player(table: Seated, chosen: str, penalty: Penalty | None) -> None:
    """Draw the points, if they are a choice, then the players: a tap enters the penalty."""
    points = 0
    if chosen not in SUBSTITUTED:
        points, most = bounds(penalty)
        if points < most:
            points = st.number_input(
                state.say("penalty.points"),
                min_value=points,
                max_value=most,
                step=penalty.step if penalty and penalty.step else STEP,
                key=f"penalty-points-{chosen}",
            )

    def enter(number: str) -> None:
        when = next((each for each in SUBSTITUTED if each == chosen), None)
        if when is not None:
            _save(table, substitute(table.game, int(number), when))
        else:
            offence = "" if chosen == OTHER else chosen
            _save(table, penalise(table.game, Penalised(int(number), -points, offence)))

    players = [(str(number), name) for number, name in enumerate(table.game.players)]
    off = [str(number) for number in spared(table.game, chosen)]
    choices("penalised", players, [], enter, title="penalty.who", off=off)


def _given(table: Seated, rules: RuleSet) -> None:
    """Draw every entry with a way to take it back."""
    for at, given in enumerate(table.game.penalties):
        penalty = find_penalty(given.offence, rules)
        offence, source = state.say("penalty.other"), None
        if penalty is not None:
            offence, source = phrases.say(state.language(), penalty.offence), penalty.source
        name = literal(table.game.players[given.player])
        text = f"**{name}** · {literal(offence)} · {words.change(given.points)}"
        _row("penalty", at, text, source, partial(_save, table, take_back(table.game, at)))
    for player, when in table.game.substitutes:
        name, source = literal(table.game.players[player]), rules.source_of("substitute_points")
        text = f"**{name}** · {literal(state.say(f'penalty.{when}'))}"
        _row("substitute", player, text, source, partial(_save, table, substitute(table.game, player, None)))


def _row(kind: str, number: int, text: str, source: Source | None, undo: Callable[[], None]) -> None:
    with st.container(key=f"given-{kind}-{number}"):
        st.markdown(text)
        if source is not None:
            cite = rule_phrases.cite(state.language(), source.cite)
            remark = rule_phrases.remarked(state.language(), cite, source.remark)
            drawn.parts([note(remark)], f"cited-{kind}-{number}")
    tool("penalty.take_back", f"{kind}-back-{number}", "undo", undo)


def _save(table: Seated, changed: Game) -> None:
    if playing.save_game(table, changed):
        state.set_view(penalty=None)


def offer_swap(table: Seated) -> None:
    """Offer to swap the seats of two players during a game; the earlier hands keep theirs."""
    with st.expander(state.say("seats.title"), icon=":material/swap_horiz:"):
        drawn.words("", "seats.note")
        names = table.names()
        options = [(seat, words.seated(seat, names)) for seat in sorted(names, key=SEATS.index)]
        first = state.memory().swapped_seat
        choices("swap", options, first, lambda seat: _tap_seat(table, seat))


def _tap_seat(table: Seated, seat: str) -> None:
    first = state.memory().swapped_seat
    state.set_view(swapped_seat=None if first is not None else seat)
    if first is None or first == seat:
        return
    stand = table.stand
    sitting = list(stand.sitting())
    here, there = stand.place(first), stand.place(seat)
    sitting[here], sitting[there] = sitting[there], sitting[here]
    if playing.save_game(table, game.reseat(table.game, tuple(sitting))):
        names = table.names()
        state.confirm("seats.swapped", one=names[first], other=names[seat])
