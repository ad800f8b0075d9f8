"""How a hand at the table ended: who won off whom, a draw, a chombo; what it pays shows before it counts."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from app import game, scoring, state
from app.components import choices, words
from scorer.rules import load_rules

if TYPE_CHECKING:
    from app.ending import Ending
    from app.game import Game, Stand

EVENTS: Final = ("ron", "tsumo", "exhaustive_draw", "abortive_draw", "chombo")
HAN: Final = tuple(range(1, 14))
FU: Final = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
YAKUMAN_HAN: Final = 14
"""The choice after 13 han: a yakuman."""


def bring(hand: dict[str, Any], seat: str) -> None:
    """Take a scored hand of the score page to the table as this seat's win."""
    held = state.memory()
    ending = held.ending
    if ending.event != hand["by"]:
        ending.event, ending.winners = hand["by"], []
    if seat not in ending.winners:
        ending.winners = [*ending.winners, seat] if hand["by"] == "ron" else [seat]
    ending.worth[seat] = {"hand": hand}
    if hand.get("discarder"):
        ending.discarder = hand["discarder"]
    if hand.get("riichi", "none") != "none" and seat not in ending.riichi:
        ending.riichi = [*ending.riichi, seat]


def show(running: Game, stand: Stand) -> dict[str, Any] | None:
    """Draw the form; the end once it can be settled."""
    ending = state.memory().ending
    seats = [(seat, f"{words.KANJI[seat]} {running.players[stand.player(seat)]}") for seat in _winds(stand)]
    words.heading("table.ended")
    choices.row(
        "event",
        [(e, state.say(f"table.{e}")) for e in EVENTS],
        [ending.event or ""],
        lambda e: _set("event", e),
    )
    choices.label(state.say("table.riichi"))
    choices.row("bets", seats, ending.riichi, lambda seat: _toggle("riichi", seat))
    if ending.event is None:
        return None
    _details(ending, seats, running)
    end = ending.to_json()
    settled = game.settle(running, stand, end)
    if settled["problems"]:
        for problem in settled["problems"]:
            st.html(f'<div class="yl-note">{html.escape(problem["message"])}</div>')
        return None
    st.html(rows(settled, running, stand))
    return end


def _details(ending: Ending, seats: list[tuple[str, str]], running: Game) -> None:
    if ending.event in {"ron", "tsumo"}:
        choices.label(state.say("table.winners"))
        choices.row("winners", seats, ending.winners, _winner)
        if ending.event == "ron":
            choices.label(state.say("situation.discarder"))
            left = [seat for seat in seats if seat[0] not in ending.winners]
            choices.row("table-discarder", left, [ending.discarder or ""], lambda s: _set("discarder", s))
        for seat, name in seats:
            if seat in ending.winners:
                _worth(ending, seat, name)
    elif ending.event == "exhaustive_draw":
        choices.label(state.say("table.tenpai"))
        choices.row("tenpai", seats, ending.tenpai, lambda seat: _toggle("tenpai", seat))
        choices.label(state.say("table.nagashi"))
        choices.row("nagashi", seats, ending.nagashi, lambda seat: _toggle("nagashi", seat))
    elif ending.event == "abortive_draw":
        reasons = load_rules(running.rules).abortive_draws
        offered = [(reason, state.say(f"table.{reason}")) for reason in reasons]
        choices.row("reason", offered, [ending.reason or ""], lambda reason: _set("reason", reason))
    else:
        choices.row("offender", seats, [ending.offender or ""], lambda seat: _set("offender", seat))
        choices.row(
            "tournament",
            [("tournament", state.say("table.tournament"))],
            ["tournament"] if ending.tournament else [],
            lambda _: _set("tournament", not ending.tournament),
        )


def _worth(ending: Ending, seat: str, name: str) -> None:
    """What a winner's hand is worth: the score page's hand, or han and fu."""
    held = ending.worth.get(seat, {"han": 1, "fu": 30})
    choices.label(state.say("table.worth", name=name))
    with st.container(key=f"choice-worth-{seat}", horizontal=True, vertical_alignment="bottom"):
        if "hand" in held:
            st.html(f'<div class="yl-note">{words.say("table.from_score")}</div>')
            st.button(state.say("table.by_han"), key=f"by-han-{seat}", on_click=_plain, args=(seat,))
            return
        han = YAKUMAN_HAN if "yakuman" in held else held["han"]
        st.selectbox(
            state.say("table.han"),
            [*HAN, YAKUMAN_HAN],
            index=[*HAN, YAKUMAN_HAN].index(han),
            format_func=lambda n: state.say("limit.yakuman") if n == YAKUMAN_HAN else str(n),
            key=f"han-{seat}",
            on_change=_typed,
            args=(seat,),
        )
        if "yakuman" not in held:
            st.selectbox(
                state.say("result.fu_rows"),
                FU,
                index=FU.index(held["fu"]),
                key=f"fu-{seat}",
                on_change=_typed,
                args=(seat,),
            )
        if state.memory().session is not None and scoring.lacking(state.desk(), state.situation()) is None:
            st.button(
                state.say("table.take_hand"), key=f"take-{seat}", on_click=_take, args=(seat, ending.event)
            )


def rows(settled: dict[str, Any], running: Game, stand: Stand) -> str:
    """What a hand paid, row by row, and in sum by player."""
    lines = [
        f"<tr><td>{html.escape(row['text'])}</td><td class='num'>{row['points']:,}</td>"
        f"<td class='cite'>{html.escape(row['cite'])}</td></tr>"
        for row in settled["rows"]
    ]
    for each in settled["notes"]:
        text, cite = html.escape(each["text"]), html.escape(each["cite"])
        lines.append(f"<tr><td>{text}</td><td></td><td class='cite'>{cite}</td></tr>")
    cells = [
        f'<div class="yl-seat"><div class="wind">{html.escape(running.players[stand.player(seat)])}</div>'
        f'<div class="sum">{words.points(change)}</div></div>'
        for seat, change in settled["net"].items()
    ]
    columns = f"grid-template-columns:repeat({len(cells)},1fr)"
    return f'<div class="yl-pay" style="{columns}">{"".join(cells)}</div>{words.table(lines)}'


def _winds(stand: Stand) -> list[str]:
    """The seats in the players' order, so that names keep their places on the page."""
    return list(stand.seats())


def _set(name: str, value: Any) -> None:  # noqa: ANN401 - the field's own type
    ending = state.memory().ending
    setattr(ending, name, value)
    if name == "event" and value == "tsumo":
        ending.winners = ending.winners[:1]


def _toggle(name: str, seat: str) -> None:
    ending = state.memory().ending
    held: list[str] = getattr(ending, name)
    setattr(ending, name, [s for s in held if s != seat] if seat in held else [*held, seat])
    if name == "riichi" and seat in ending.riichi and seat not in ending.tenpai:
        # Whoever declared riichi is tenpai in a draw.
        ending.tenpai = [*ending.tenpai, seat]


def _winner(seat: str) -> None:
    ending = state.memory().ending
    if ending.event == "tsumo":
        ending.winners = [seat]
    else:
        _toggle("winners", seat)
    if ending.discarder in ending.winners:
        ending.discarder = None


def _typed(seat: str) -> None:
    han = int(st.session_state[f"han-{seat}"])
    fu = int(st.session_state.get(f"fu-{seat}", FU[2]))
    worth = {"yakuman": 1} if han == YAKUMAN_HAN else {"han": han, "fu": fu}
    state.memory().ending.worth[seat] = worth


def _plain(seat: str) -> None:
    state.memory().ending.worth.pop(seat, None)


def _take(seat: str, event: str) -> None:
    hand = scoring.hand(state.desk(), state.situation())
    state.memory().ending.worth[seat] = {"hand": hand | {"by": event}}
