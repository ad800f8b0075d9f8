"""What a winner's hand is worth: the hand of the score page, or han and fu or yakuman in a tap each."""

from typing import Final

import streamlit as st

from yakulens.app import state
from yakulens.app.components import choices, laid, words
from yakulens.app.components.tool import tool
from yakulens.app.contract import Json
from yakulens.app.game.seated import Seated
from yakulens.app.history.practice import FU
from yakulens.scorer.rules.load import load_rules
from yakulens.vision.desk import Desk

HAN: Final = (1, 2, 3, 4, 5, 6, 8, 11, 13)
"""Between 5 and 13 those where a limit begins: 7 han pay as 6."""
BELOW_LIMITS: Final = 4
USUAL_FU: Final = 30
YAKUMAN: Final = (1, 2)
CHIPS: Final = range(14)


def show(table: Seated, seat: str, name: str, score_page_hand: Desk | None) -> None:
    """Draw the choices for one winner.

    Args:
        table: the running game.
        seat: the winner's.
        name: the winner, as the page names them.
        score_page_hand: the hand of the score page, where it can be taken for the winner's.
    """
    worth = state.memory().ending.worth.get(seat)
    choices.label(state.say("table.worth", name=name))
    if worth is not None and "hand" in worth:
        _hand(seat, worth["hand"])
        return
    if score_page_hand is not None:
        _offer_hand(seat, score_page_hand)
    _han_and_fu(table, seat, worth or {})
    if worth is not None:
        if load_rules(table.game.rules).chips.played:
            _chips(seat, worth)
        if "yakuman" in worth:
            _liable(table, seat, worth)


def _hand(seat: str, hand: Json) -> None:
    """The winner's hand, and a way to say han and fu instead."""
    with st.container(key=f"choice-worth-{seat}", horizontal=True, vertical_alignment="center"):
        melds = [face for meld in hand["melds"] for face in meld["tiles"]]
        drawn = "".join(map(laid.tile, (*hand["concealed"], *melds))) + laid.tile(hand["win"], "yl-won")
        st.html(f'{words.note("table.from_score")}<div class="yl-row yl-small">{drawn}</div>')
        tool("table.by_han", f"by-han-{seat}", "", _set_worth, seat, None)


def _offer_hand(seat: str, desk: Desk) -> None:
    """Offer the hand of the score page."""
    with st.container(key=f"choice-take-{seat}", horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="yl-row yl-small">{laid.hand(desk)}</div>')
        tool("table.take_hand", f"take-{seat}", "", _take_hand, seat)


def _han_and_fu(table: Seated, seat: str, worth: Json) -> None:
    rules = load_rules(table.game.rules)
    limits = {step.han: step.name for step in rules.limits}
    options = [
        (f"han-{han}", state.say(f"limit.{limits[han]}" if han in limits else "result.han", han=han))
        for han in HAN
        if (han in limits or han <= BELOW_LIMITS) and limits.get(han) != "yakuman"
    ]
    options += [
        (f"yakuman-{n}", state.say("result.yakuman" if n > 1 else "result.yakuman_one", n=n))
        for n in (YAKUMAN if rules.several_yakuman else YAKUMAN[:1])
    ]
    chosen = f"han-{worth['han']}" if "han" in worth else f"yakuman-{worth.get('yakuman')}"
    choices.row(f"worth-{seat}", options, [chosen], lambda value: _set_han(seat, value))
    fu_counts = "han" in worth and worth["han"] < min(limits, default=0)
    fu_options = [(str(fu), state.say("result.fu", fu=fu)) for fu in FU]
    choices.row(
        f"fu-{seat}",
        fu_options,
        [str(worth["fu"])] if fu_counts else [],
        lambda fu: _set_worth(seat, worth | {"fu": int(fu)}),
        off=() if fu_counts else [value for value, _ in fu_options],
    )


def _chips(seat: str, worth: Json) -> None:
    """Chips for ippatsu, ura dora and red fives, which han and fu do not tell; those of a yakuman they do."""
    choices.label(state.say("table.chips_each"))
    choices.row(
        f"chips-{seat}",
        [(str(number), str(number)) for number in CHIPS],
        [str(worth.get("chips", 0))],
        lambda number: _set_worth(seat, worth | {"chips": int(number)}),
    )


def _liable(table: Seated, seat: str, worth: Json) -> None:
    """Who fed the last set of which yakuman; asked only where the rules make somebody liable for one."""
    yaku_names = load_rules(table.game.rules).liability
    if not yaku_names:
        return
    liable = worth.get("liable") or {}
    choices.label(state.say("situation.liable"))
    others = [(wind, words.seated(wind, table.names())) for wind in table.names() if wind != seat]
    choices.row(
        f"liable-{seat}",
        [("nobody", state.say("situation.nobody")), *others],
        [liable.get("seat", "nobody")],
        lambda wind: _set_liable(seat, wind, liable.get("yaku", yaku_names[0])),
    )
    if liable:
        choices.row(
            f"fed-{seat}",
            [(yaku, state.say(f"yaku.{yaku}")) for yaku in yaku_names],
            [liable["yaku"]],
            lambda yaku: _set_liable(seat, liable["seat"], yaku),
        )


def _set_han(seat: str, value: str) -> None:
    kind, number = value.split("-")
    before = state.memory().ending.worth.get(seat) or {}
    han = {"han": int(number), "fu": before.get("fu", USUAL_FU)}
    _set_worth(seat, ({"yakuman": int(number)} if kind == "yakuman" else han) | _chips_of(before))


def _chips_of(worth: Json) -> Json:
    return {"chips": worth["chips"]} if "chips" in worth else {}


def _set_liable(seat: str, liable: str, yaku: str) -> None:
    before = state.memory().ending.worth[seat]
    worth = {"yakuman": before["yakuman"]} | _chips_of(before)
    if liable != "nobody":
        worth |= {"yaku": [yaku], "liable": {"seat": liable, "yaku": yaku}}
    _set_worth(seat, worth)


def _set_worth(seat: str, worth: Json | None) -> None:
    state.set_ending(state.memory().ending.worth_of(seat, worth))


def _take_hand(seat: str) -> None:
    hand = state.scored().hand
    if hand is not None:
        state.set_ending(state.memory().ending.with_hand_of(seat, hand))
