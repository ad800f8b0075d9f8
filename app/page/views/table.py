"""The page of a running game, kept on disk: players, scores, each hand's end, the final standing."""

import html
import time
from functools import partial

import streamlit as st

from yakulens.app import game
from yakulens.app.exports import ruling_card
from yakulens.app.game.ending import Ending
from yakulens.app.game.seated import Seated
from yakulens.app.hand import scoring
from yakulens.app.hand.place import Place
from yakulens.app.page import frame, playing, state
from yakulens.app.page import hand as on_desk
from yakulens.app.page.parts import device, handoff, words
from yakulens.app.page.parts.buttons import closing, in_turn, tool
from yakulens.app.page.parts.table import brought, clock, ending, guests, mending, needs, over, referee, start
from yakulens.app.words import i18n, phrases
from yakulens.app.words.markup import literal
from yakulens.vision.desk import Desk


def page() -> None:
    """Draw the running game, or the way into one."""
    frame.go_on()
    guests.follow_address()
    brought.follow_address()
    table = state.memory().table
    if table is None:
        frame.heading()
        start.show()
        return
    frame.heading(partial(_head, table))
    device.awake()
    finished = playing.is_finished(table)
    if not finished:
        _stand(table)  # after the last hand it would name one never played
    if (told := state.memory().elsewhere) is not None and state.memory().mending is None:
        key, values = told
        state.warn(key, **values)
        state.memory().elsewhere_told = True
    clock.show(table)
    left, right = st.columns([1, 1], gap="large")
    with left:
        correction = state.memory().mending
        if correction is not None:
            mending.show(table, correction, _score_page_hand)
        elif finished:
            over.show(table)
        else:
            _ended(table)
    with right:
        if not finished:
            needs.show(table)
            _final(table)
        _hands(table)
        referee.offer_penalties(table)
        over.offer_sheet(table)
        if not finished:
            clock.offer(table)
            referee.offer_swap(table)
        handoff.game(table.game)
        guests.invite(table)
    guests.watch(table)


def _ended(table: Seated) -> None:
    """Draw the form for the current hand; a draft for another hand comes first."""
    words.heading("table.ended")
    place = table.place
    draft = state.memory().ending = state.memory().ending.at(place)
    if not draft.is_of(place):
        mending.show_moved(draft, table)
        return
    if game.may_stop(table.played) and draft.is_untouched():
        # The leading dealer may end the game.
        tool("table.stop", "stop-game", "sports_score", _save, table, game.stop(table.game), Ending())
    photo = partial(state.set_view, next_page="score")
    tool("table.photo", "photo-of-win", "photo_camera", in_turn, on_desk.start_over, photo, wide=True)
    end, gloss = ending.show(table, _score_page_hand(place), clock.left(table))
    changed = table.game
    if end is not None:
        changed, gloss = game.add(changed, end), ending.changes(table, end)
    closing("table.enter", "enter", gloss, _save, table, changed, Ending(), disabled=end is None)


def _score_page_hand(place: Place) -> Desk | None:
    """The hand of the score page, if it fits this hand of the game."""
    memory = state.memory()
    here = memory.session.place
    if memory.hand is None or here is None or not here.is_same_hand(place):
        return None
    desk = on_desk.desk()
    return desk if scoring.lacking(desk, on_desk.session().situation) is None else None


def _head(table: Seated) -> None:
    if table.game.until is not None:
        device.clock(table.game.until, time.time())
    tool("table.leave", "leave", "arrow_back", playing.select_game, None)


def _stand(table: Seated) -> None:
    running, stand = table.game, table.stand
    sticks = state.say("table.sticks", honba=stand.honba, deposits=stand.deposits)
    last = table.played[-1] if table.played else None
    cells, told = [], [words.turn(stand), sticks]
    for player, seat in enumerate(stand.seats()):
        css = "wins" if seat == "east" else ""
        name = html.escape(running.players[player])
        change = 0 if last is None else last.settled["net"].get(last.before.seats()[player], 0)
        score = phrases.total(stand.scores[player])
        told.append(f"{running.players[player]} {score}")
        # Tells screen readers that these are points.
        label = words.say("table.in_points", points=score)
        cells.append(
            f'<div class="yl-seat {css}"><div class="wind">{html.escape(words.wind(seat))}</div>'
            f'<div class="yl-name">{name}</div>'
            f'<div class="sum"><span role="img" aria-label="{label}">{score}</span></div>'
            f'<div class="changed">{words.points(change) if change else "&nbsp;"}</div>'
            f"{words.small(words.chips(stand.chips[player])) if stand.chips else ''}</div>"
        )
    turn = f'<b>{html.escape(words.turn(stand))}</b> <span class="yl-count">{html.escape(sticks)}</span>'
    with st.container(key="stand"):
        st.html(words.card(words.headline(turn) + words.seats(cells)))
        device.says(" · ".join(told), "stand")
    if state.memory().mending is None:
        device.in_view("stand", f"{table.number} {len(table.played)} {stand.scores}")


def _save(table: Seated, changed: game.Game, draft: Ending) -> None:
    """Save the game and show ``draft`` in the form; do neither if the game has changed meanwhile.

    A tap may arrive twice, or from two phones at once.
    """
    if playing.save_game(table, changed):
        playing.set_ending(draft)


def _hands(table: Seated) -> None:
    if not table.played:
        return
    words.heading("table.hands")
    if state.memory().mending is None:  # else the form is about another hand
        # Restore the last hand's entries in the form.
        draft = Ending.of_end(table.game.ends[-1], table.before(len(table.played) - 1).place)
        tool("table.undo", "undo-hand", "undo", _save, table, game.undo(table.game), draft)
    for number, hand in enumerate(reversed(table.played)):
        with st.expander(_summary(hand, table.game), expanded=number == 0):
            names = dict(zip(hand.before.seats(), table.game.players, strict=True))
            st.html(ending.payments(hand.settled, names))
            mending.offer(len(table.played) - 1 - number)


def _summary(hand: game.Played, running: game.Game) -> str:
    """A finished hand in a line: East 1 · Ron (discard) · Ann +8,000 points."""
    names = dict(zip(hand.before.seats(), running.players, strict=True))
    winners = [
        f"{i18n.isolated(names[seat])} {words.change(hand.settled['net'][seat])}"
        for seat in hand.settled["winners"]
    ]
    taken = ending.after_game(hand.settled, names)
    parts = (words.turn(hand.before), state.say(f"table.{hand.end['event']}"), *winners, *taken)
    return literal(" · ".join(parts))


def _final(table: Seated) -> None:
    standing = game.standing(table.game)
    changes = ruling_card.summands(table.game.rules, standing)
    rows = [
        f"<tr><td>{row['rank']}. <b>{html.escape(row['player'])}</b></td>"
        f'<td class="num">{phrases.total(row["points"])}</td>'
        + "".join(f'<td class="num">{words.points(each[row["player"]])}</td>' for each in changes.values())
        + f'<td class="num"><b>{words.points(row["final"])}</b></td></tr>'
        for row in standing["standing"]
    ]
    keys = ("points", *changes, "final")
    with st.expander(state.say("table.standing")):
        st.html(words.table(rows, columns=("", *(state.say(f"table.{key}") for key in keys))))


frame.guarded(page)
