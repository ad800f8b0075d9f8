"""How a hand at the table ended: a win, a draw or a chombo. Its payments show before they count."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from yakulens.app import Json, game
from yakulens.app.game.ending import Ending
from yakulens.app.game.seated import Seated
from yakulens.app.hand import shown
from yakulens.app.hand.practice import FU
from yakulens.app.hand.scoring import Scored
from yakulens.app.page import hand as on_desk
from yakulens.app.page import playing, state
from yakulens.app.page.parts import drawn, words
from yakulens.app.page.parts.buttons import choices, in_turn, row_label, tool, tools
from yakulens.app.page.parts.table import draw
from yakulens.app.table.form import tiles_of
from yakulens.app.table.pieces import note
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.table.check import no_abortive_draws
from yakulens.vision.desk import Desk
from yakulens.vision.desk.from_reading import desk_of_side, other_sides

EVENTS: Final = ("ron", "tsumo", "exhaustive_draw", "abortive_draw", "chombo")
_HAN: Final = (1, 2, 3, 4, 5, 6, 8, 11, 13)
"""From 5 to 13 only limit steps: 7 han pay as 6."""
_BELOW_LIMITS: Final = 4
_USUAL_FU: Final = 30
_YAKUMAN: Final = (1, 2)
_CHIPS: Final = range(14)
_NOBODY: Final = "nobody"


def bring(scored: Scored) -> None:
    """Enter the score page's hand as its winner's, if it belongs to the current hand of the game."""
    table = on_desk.table_of_hand()
    if scored.hand is not None and table is not None:
        _change(Ending.with_scored, scored.hand, table.place)


def show(
    table: Seated, score_page_hand: Desk | None, hands_left: int | None = None
) -> tuple[Json | None, str]:
    """Draw the form; return the hand's end as ``settle`` takes it, or None and the sentence why not.

    ``score_page_hand`` is the hand of the score page, if it can be used for a winner; ``hands_left`` is how
    many hands follow this one after the time signal, None before it.
    """
    ending = state.memory().ending
    seats = [(seat, words.seated(seat, table.names())) for seat in table.names()]
    choices(
        "event",
        [(event, state.say(f"table.{event}")) for event in EVENTS],
        ending.event,
        partial(_change, Ending.ended),
        {} if _abortive(table) else {"abortive_draw": no_abortive_draws(load_rules(table.game.rules))},
    )
    if ending.event is None:
        return None, ""
    # First the rows that never change place: nothing shifts under a thumb.
    _toggles("bets", "riichi", seats)
    _details(ending, seats, table, score_page_hand)
    lacking = (draw.lacking(table) if ending.event == "exhaustive_draw" else None) or ending.lacking()
    if lacking is not None:
        return None, state.say(lacking)
    end = ending.to_json() | ({} if hands_left is None else {"hands_left": hands_left})
    settlement = game.settle(table.game, table.stand, end)
    if settlement["problems"]:
        return None, " ".join(words.problems(settlement, table.names()))
    drawn.parts(drawn.speaker(table).settlement(settlement, table.names()), "pays")
    return end, ""


def _abortive(table: Seated) -> draw.Options:
    reasons = load_rules(table.game.rules).abortive_draws
    return [(reason, state.say(f"abort.{reason}")) for reason in reasons]


def _details(ending: Ending, seats: draw.Options, table: Seated, score_page_hand: Desk | None) -> None:
    if ending.event in {"ron", "tsumo"}:
        choices("winners", seats, ending.winners, partial(_change, Ending.won_by), title="table.winners")
        if ending.event == "ron":
            choose, title = partial(_set, "discarder"), "situation.discarder"
            choices("table-discarder", seats, ending.discarder, choose, title=title, off=ending.winners)
        for seat, name in seats:
            if seat in ending.winners:
                _worth(table, seat, name, score_page_hand)
        if ending.event == "ron" and ending.winners:
            _offer_another()
    elif ending.event == "exhaustive_draw":
        proposed = draw.proposed(table)
        in_view = {proposal.seat for proposal in proposed}
        draw.show(table, seats, proposed)
        _tenpai([option for option in seats if option[0] not in in_view])
        _toggles("nagashi", "nagashi", seats)
        _toggles("dead", "dead_hands", seats)
    elif ending.event == "abortive_draw":
        choices("reason", _abortive(table), ending.reason, partial(_set, "reason"), title="table.reason")
    else:
        choices("offender", seats, ending.offender, partial(_set, "offender"), title="table.offender")
        choices(
            "tournament",
            [("tournament", state.say("table.tournament"))],
            ["tournament"] if ending.tournament else [],
            lambda _: _set("tournament", not ending.tournament),
        )


def _tenpai(options: draw.Options) -> None:
    """A row of players who may have shown tenpai, and the choice that nobody (else) did."""
    ending, seats = state.memory().ending, [seat for seat, _ in options]
    shown = [seat for seat in ending.tenpai if seat in seats]
    is_nobody = ending.tenpai_said and {*shown} <= {*ending.by_riichi}

    def choose(seat: str) -> None:
        change = partial(Ending.nobody, among=seats) if seat == _NOBODY else partial(_showing, seat)
        _change(change)

    everyone = [*options, (_NOBODY, state.say("table.nobody_else"))]  # riichi or not, so that no button moves
    choices("tenpai", everyone, [*shown, *[_NOBODY] * is_nobody], choose, title="table.tenpai")


def _showing(seat: str, ending: Ending) -> Ending:
    return ending.toggled("tenpai", seat)


def _toggles(key: str, field: str, seats: draw.Options) -> None:
    """A row of players; each tap adds one to a list of the ending or removes them."""
    chosen: list[str] = getattr(state.memory().ending, field)
    choices(key, seats, chosen, partial(_change, Ending.toggled, field), title=f"table.{field}")


def _change(change: Callable[..., Ending], *args: Any) -> None:  # noqa: ANN401 - whatever change takes
    playing.set_ending(change(state.memory().ending, *args))


def _set(field: str, value: Any) -> None:  # noqa: ANN401 - the field's own type
    _change(partial(replace, **{field: value}))


def _worth(table: Seated, seat: str, name: str, score_page_hand: Desk | None) -> None:
    """Draw the choices for the winner at a seat, who is called ``name``.

    ``score_page_hand`` is the hand of the score page, if it can be used for this winner.
    """
    worth = state.memory().ending.worth.get(seat)
    row_label(state.say("table.worth", name=name))
    if worth is not None and "hand" in worth:
        hand = worth["hand"]
        with st.container(key=f"choice-worth-{seat}", horizontal=True, vertical_alignment="center"):
            drawn.parts(
                [note(state.say("table.from_score")), tiles_of(state.language(), hand)], f"took-{seat}"
            )
            tool("table.by_han", f"by-han-{seat}", "", _set_worth, seat, None)
        return
    if score_page_hand is not None:
        with st.container(key=f"choice-take-{seat}", horizontal=True, vertical_alignment="center"):
            drawn.tiles(shown.hand(state.language(), score_page_hand), f"may-take-{seat}", small=True)
            tool("table.take_hand", f"take-{seat}", "", _take_hand, seat)
    _han_and_fu(table, seat, worth or {})
    if worth is not None and load_rules(table.game.rules).chips.played:
        # Chips for ippatsu, ura dora and red fives; han and fu imply only those of a yakuman.
        choices(
            f"chips-{seat}",
            [(str(number), str(number)) for number in _CHIPS],
            [str(worth.get("chips", 0))],
            lambda number: _set_worth(seat, worth | {"chips": int(number)}),
            title="table.chips_each",
        )
    if worth is not None and "yakuman" in worth:
        _liable(table, seat, worth)


def _han_and_fu(table: Seated, seat: str, worth: Json) -> None:
    rules = load_rules(table.game.rules)
    limits = {step.han: step.name for step in rules.limits}
    options = [
        (f"han-{han}", state.say(f"limit.{limits[han]}" if han in limits else "result.han", han=han))
        for han in _HAN
        if (han in limits or han <= _BELOW_LIMITS) and limits.get(han) != "yakuman"
    ]
    options += [
        (f"yakuman-{n}", state.say("result.yakuman" if n > 1 else "result.yakuman_one", n=n))
        for n in (_YAKUMAN if rules.several_yakuman else _YAKUMAN[:1])
    ]
    chosen = f"han-{worth['han']}" if "han" in worth else f"yakuman-{worth.get('yakuman')}"
    choices(f"worth-{seat}", options, [chosen], lambda value: _set_han(seat, value))
    fu_counts = "han" in worth and worth["han"] < min(limits, default=0)
    fu_options = [(str(fu), state.say("result.fu", fu=fu)) for fu in FU]
    choices(
        f"fu-{seat}",
        fu_options,
        [str(worth["fu"])] if fu_counts else [],
        lambda fu: _set_worth(seat, worth | {"fu": int(fu)}),
        off=() if fu_counts else [value for value, _ in fu_options],
    )


def _liable(table: Seated, seat: str, worth: Json) -> None:
    """Ask who fed the last set of which yakuman, if the rules make somebody liable for one."""
    yaku_names = load_rules(table.game.rules).liability
    if not yaku_names:
        return
    liable = worth.get("liable") or {}
    others = [(wind, words.seated(wind, table.names())) for wind in table.names() if wind != seat]
    choices(
        f"liable-{seat}",
        [("nobody", state.say("situation.nobody")), *others],
        [liable.get("seat", "nobody")],
        lambda wind: _set_liable(seat, wind, liable.get("yaku", yaku_names[0])),
        title="situation.liable",
    )
    if liable:
        choices(
            f"fed-{seat}",
            [(yaku, state.say(f"yaku.{yaku}")) for yaku in yaku_names],
            [liable["yaku"]],
            lambda yaku: _set_liable(seat, liable["seat"], yaku),
        )


def _set_han(seat: str, value: str) -> None:
    kind, number = value.split("-")
    before = state.memory().ending.worth.get(seat) or {}
    han = {"han": int(number), "fu": before.get("fu", _USUAL_FU)}
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
    _change(Ending.worth_of, seat, worth)


def _take_hand(seat: str) -> None:
    hand = on_desk.scored().hand
    if hand is not None:
        _change(Ending.with_hand_of, seat, hand)


def _offer_another() -> None:
    """Offer another winner off the same discard: another hand on the photo, or from elsewhere."""
    row_label(state.say("table.another"))
    with tools("another"):
        reading = on_desk.reading()
        for side in () if reading is None else other_sides(reading, on_desk.desk()):
            tool(f"question.side.{side}", f"another-{side}", "flip_camera_android", _another_on_photo, side)
        acts = (on_desk.start_over, partial(state.set_view, next_page="score"))
        tool("table.another_photo", "another-photo", "add_a_photo", in_turn, *acts)


def _another_on_photo(side: str) -> None:
    """Begin with another hand of the same photo; only the ron and its discarder are known."""
    reading = on_desk.reading()
    desk = None if reading is None else desk_of_side(reading, side)
    if desk is None:
        return
    on_desk.begin(desk, state.memory().photo)
    on_desk.choose("by", "ron")
    discarder = state.memory().ending.discarder
    if discarder is not None:
        on_desk.choose("discarder", discarder)
    state.set_view(next_page="score")
