"""What a winner's hand is worth: the hand of the score page, or han and fu or yakuman in a tap each."""

from typing import Final

import streamlit as st

from yakulens.app import state, tiles
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


def show(table: Seated, seat: str, name: str, whole: Desk | None) -> None:
    """Draw the choices for one winner; ``whole`` is the hand of the score page, where it can be taken."""
    held = state.memory().ending.worth.get(seat)
    choices.label(state.say("table.worth", name=name))
    if held is not None and "hand" in held:
        _hand(seat)
        return
    if whole is not None:
        _take(seat, whole)
    _han(table, seat, held or {})
    if held is not None:
        if load_rules(table.game.rules).chips.played:
            _chips(seat, held)
        if "yakuman" in held:
            _liable(table, seat, held)


def _hand(seat: str) -> None:
    with st.container(key=f"choice-worth-{seat}", horizontal=True, vertical_alignment="center"):
        hand = state.memory().ending.worth[seat]["hand"]
        st.html(_drawn(hand))
        tool("table.by_han", f"by-han-{seat}", "", _say, seat, None)


def _drawn(hand: Json) -> str:
    language = state.language()
    melds = [face for meld in hand["melds"] for face in meld["tiles"]]
    drawn = [tiles.tag(language, face) for face in (*hand["concealed"], *melds)]
    won = tiles.tag(language, hand["win"], css="yl-won")
    return f'{words.note("table.from_score")}<div class="yl-row yl-small">{"".join(drawn)}{won}</div>'


def _take(seat: str, whole: Desk) -> None:
    """Offer the hand of the score page."""
    with st.container(key=f"choice-take-{seat}", horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="yl-row yl-small">{laid.whole(whole)}</div>')
        tool("table.take_hand", f"take-{seat}", "", _taken, seat)


def _han(table: Seated, seat: str, held: Json) -> None:
    rules = load_rules(table.game.rules)
    begins = {step.han: step.name for step in rules.limits}
    numbers = [
        (f"han-{han}", state.say(f"limit.{begins[han]}" if han in begins else "result.han", han=han))
        for han in HAN
        if (han in begins or han <= BELOW_LIMITS) and begins.get(han) != "yakuman"
    ]
    many = YAKUMAN if rules.several_yakuman else YAKUMAN[:1]
    numbers += [
        (f"yakuman-{n}", state.say("result.yakuman" if n > 1 else "result.yakuman_one", n=n)) for n in many
    ]
    chosen = f"han-{held['han']}" if "han" in held else f"yakuman-{held.get('yakuman')}"
    choices.row(f"worth-{seat}", numbers, [chosen], lambda value: _said(seat, value))
    counted = "han" in held and held["han"] < min(begins, default=0)
    offered = [(str(fu), state.say("result.fu", fu=fu)) for fu in FU]
    choices.row(
        f"fu-{seat}",
        offered,
        [str(held["fu"])] if counted else [],
        lambda fu: _say(seat, held | {"fu": int(fu)}),
        off=() if counted else [value for value, _ in offered],
    )


def _chips(seat: str, held: Json) -> None:
    """Chips for ippatsu, ura dora and red fives, which han and fu do not tell; those of a yakuman they do."""
    choices.label(state.say("table.chips_each"))
    choices.row(
        f"chips-{seat}",
        [(str(number), str(number)) for number in CHIPS],
        [str(held.get("chips", 0))],
        lambda number: _say(seat, held | {"chips": int(number)}),
    )


def _liable(table: Seated, seat: str, held: Json) -> None:
    """Who fed the last set of which yakuman; asked only where the rules make somebody liable for one."""
    known = load_rules(table.game.rules).liability
    if not known:
        return
    liable = held.get("liable") or {}
    choices.label(state.say("situation.liable"))
    others = [(wind, words.seated(wind, table.names())) for wind in table.names() if wind != seat]
    choices.row(
        f"liable-{seat}",
        [("nobody", state.say("situation.nobody")), *others],
        [liable.get("seat", "nobody")],
        lambda wind: _fed(seat, wind, liable.get("yaku", known[0])),
    )
    if liable:
        choices.row(
            f"fed-{seat}",
            [(yaku, state.say(f"yaku.{yaku}")) for yaku in known],
            [liable["yaku"]],
            lambda yaku: _fed(seat, liable["seat"], yaku),
        )


def _said(seat: str, value: str) -> None:
    kind, number = value.split("-")
    before = state.memory().ending.worth.get(seat) or {}
    han = {"han": int(number), "fu": before.get("fu", USUAL_FU)}
    worth = {"yakuman": int(number)} if kind == "yakuman" else han
    _say(seat, worth | _chips_of(before))


def _chips_of(before: Json) -> Json:
    return {"chips": before["chips"]} if "chips" in before else {}


def _fed(seat: str, liable: str, yaku: str) -> None:
    before = state.memory().ending.worth[seat]
    held = {"yakuman": before["yakuman"]} | _chips_of(before)
    if liable != "nobody":
        held |= {"yaku": [yaku], "liable": {"seat": liable, "yaku": yaku}}
    _say(seat, held)


def _say(seat: str, worth: Json | None) -> None:
    state.set_ending(state.memory().ending.worth_of(seat, worth))


def _taken(seat: str) -> None:
    hand = state.scored().hand
    if hand is not None:
        state.set_ending(state.memory().ending.taken(seat, hand))
