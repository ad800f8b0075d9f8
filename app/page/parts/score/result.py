"""The score: points in large figures, the payments, each yaku and fu row with its section."""

import html
from collections.abc import Sequence

import streamlit as st

from yakulens.app import Json
from yakulens.app.hand import alternatives
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import Declared
from yakulens.app.page import hand as on_desk
from yakulens.app.page import state
from yakulens.app.page.parts import handoff, laid, words
from yakulens.app.words import phrases, rule_phrases
from yakulens.scorer.decompose import ORPHANS
from yakulens.scorer.tile import KINDS
from yakulens.scorer.verdict import Miss
from yakulens.scorer.vocabulary import SEATS

ANCHOR = "score-in-full"


def facts(hand: Scored) -> Facts:
    """How the hand on the desk was won, and the questions about it."""
    return Facts(state.language(), hand, on_desk.session().assessed.banned, on_desk.names_by_wind())


def show(hand: Scored) -> None:
    """Draw the score of a hand, or what it still lacks."""
    st.html(f'<div id="{ANCHOR}" class="yl-anchor"></div>')
    words.heading("result.title")
    score, situation = hand.score, hand.situation
    if score is None:
        st.html(words.card(words.note(hand.lacking or "result.waiting")))
        return
    if score["outcome"] == "win":
        body = _points(score, situation, may_change=facts(hand).may_change()) + _payments(score, situation)
        if hand.foreign_fives:
            body += words.aside(state.say("result.red_fives_plain"), above=".3rem")
        st.html(words.card(body))
        st.html(_reading(score["reading"]) + _yaku(score) + _fu(score) + _chips(score))
    else:
        verdict = words.headline(f"<b>{html.escape(words.worth(score))}</b>", wins=False)
        st.html(words.card(verdict + "".join(map(words.small, words.problems(score)))))
    rows = words.settlement_rows(score, on_desk.names_by_wind())
    if rows:
        with st.expander(f"{state.say('result.line_by_line')} ({len(rows)})"):
            st.html(words.table(rows))
    other_readings(hand.readings, score)
    missed_yaku(hand.missed)
    handoff.hand(hand.hand, score)


def _points(score: Json, situation: Declared, *, may_change: bool) -> str:
    """The points; while a fact is missing they are provisional, and look it."""
    by = words.say(f"result.by_{situation.by}")
    css, key = (" yl-open", "result.points_so_far") if may_change else ("", "result.points")
    worth = words.headline(f"<b>{html.escape(words.worth(score))}</b>")
    return (
        f'<div class="yl-points{css}">{score["value"]:,} <small>{words.say(key)} · {by}</small></div>{worth}'
    )


def _payments(score: Json, situation: Declared) -> str:
    payments: dict[str, int] = score["payments"]
    if "discarder" in payments:  # nobody has named them
        winner = situation.seat
        cells = [] if winner is None else [_seat(winner, payments.get(winner, 0), situation)]
        name, change = words.say("result.the_discarder"), words.points(payments["discarder"])
        cells.append(
            f'<div class="yl-seat"><div class="wind">{name}</div><div class="sum">{change}</div></div>'
        )
    else:
        cells = [
            _seat(wind, payments.get(wind, 0), situation)
            for wind in SEATS
            if wind in payments or wind == situation.seat
        ]
    note = ""
    if situation.honba or situation.deposits:
        honba, deposits = situation.honba, situation.deposits
        included = state.say("result.counters_note", honba=honba, deposits=deposits)
        note = words.aside(included, above=".3rem")
    if in_chips := phrases.in_chips(state.language(), score, situation.seat or "east"):
        note += words.aside(in_chips, above=".3rem")
    return words.seats(cells, f' aria-label="{words.say("result.pays")}"', columns=2) + note


def _seat(wind: str, points: int, situation: Declared) -> str:
    css = "wins" if wind == situation.seat else ""
    player = on_desk.names_by_wind().get(wind)
    name = f'<div class="yl-name">{html.escape(player)}</div>' if player else ""
    return (
        f'<div class="yl-seat {css}"><div class="wind">{html.escape(words.wind(wind))}</div>{name}'
        f'<div class="sum">{words.points(points)}</div></div>'
    )


def _yaku(score: Json) -> str:
    rows = []
    for row in score["yaku"]:
        name = words.say(f"yaku.{row['id']}") + words.gloss(state.say(f"gloss.{row['id']}"))
        rows.append(words.row(name, rule_phrases.counted(state.language(), row), row["cite"]))
    rows += [
        words.row(words.say(f"dora.{row['id']}"), state.say("result.han", han=row["han"]), row["cite"])
        for row in score["dora"]
        if row["han"]
    ]
    rows.append(words.row(words.say("result.total"), words.worth(score), "", "sum"))
    return words.table(rows, "result.yaku")


def _fu(score: Json) -> str:
    if not score["fu"] or not score["fu_rows"]:
        return ""
    rows = []
    for row in score["fu_rows"]:
        # Its tiles wrap together.
        faces = "".join(map(laid.tile, row["tiles"]))
        name = words.say(f"fu.{row['id']}") + (f' <span class="yl-row">{faces}</span>' if faces else "")
        rows.append(words.row(name, str(row["fu"]), row["cite"]))
    exact = sum(row["fu"] for row in score["fu_rows"])
    total = words.say("result.total")
    if exact != score["fu"]:
        total = f"{total} {exact}{words.say('language.pause')}{words.say('result.rounded')}"
    rows.append(words.row(total, str(score["fu"]), "", "sum"))
    return words.table(rows, "result.fu_rows")


def _chips(score: Json) -> str:
    """What each payer hands over in chips, line by line."""
    rows = [
        words.row(html.escape(reason), str(chips), cite, "" if cite else "sum")
        for reason, chips, cite in phrases.each_in_chips(state.language(), score)
    ]
    return words.table(rows, "result.chips")


def _reading(reading: Json | None) -> str:
    """The hand as its sets, its pair and its wait; empty for no reading."""
    if reading is None:
        return ""
    pair = reading["pair"]
    # Thirteen orphans form one row beside their pair.
    sets = reading["sets"] or [[KINDS[kind] for kind in sorted(ORPHANS) if KINDS[kind] != pair]]
    groups = "".join(laid.group(map(laid.tile, faces)) for faces in (*sets, *([[pair] * 2] if pair else [])))
    wait = f" · {words.say('wait.' + reading['wait'])}" if reading["wait"] else ""
    return f'<div class="yl-head">{words.say("result.read_as")}{wait}</div><div class="yl-row">{groups}</div>'


def other_readings(readings: Sequence[Json], score: Json) -> None:
    """Draw the other ways to read the hand, and why each is worth less."""
    if not readings:
        return
    with st.expander(f"{state.say('result.others')} ({len(readings)})"):
        st.html(words.note("result.others_note"))
        for other in readings:
            st.html(_reading(other["reading"]) + _other_worth(other) + _why_less(other, score))


def _other_worth(other: Json) -> str:
    if not other["value"]:
        return words.note("result.no_yaku")
    worth = words.worth({"outcome": "win", "limit": None, **other})
    return words.small(f"{worth} · {other['value']:,} {state.say('result.points')}")


def _why_less(other: Json, score: Json) -> str:
    """The yaku and fu by which another reading differs from the chosen one."""
    if score["outcome"] != "win":
        return ""
    difference = alternatives.difference(other, score)
    sentences = [
        state.say(key, yaku=phrases.listed(state.language(), (state.say(f"yaku.{name}") for name in ids)))
        for key, ids in (("less.lost", difference.lost), ("less.gained", difference.gained))
        if ids
    ]
    if difference.fu is not None:
        sentences.append(state.say("less.fu", fu=difference.fu, best=score["fu"]))
    if other["value"] == score["value"]:
        sentences.append(state.say("less.equal"))
    return words.small(" · ".join(sentences)) if sentences else ""


def missed_yaku(missed: tuple[Miss, ...]) -> None:
    """Draw each missed yaku with the reason and the section."""
    if not missed:
        return
    with st.expander(f"{state.say('result.why_not')} ({len(missed)})"):
        language = state.language()
        rows = [
            f"<tr><td><b>{html.escape(phrases.missed(language, miss.id))}</b>"
            f"{words.gloss(phrases.because(language, miss.reasons))}</td>"
            f'<td class="cite">{words.cite(miss.cite)}</td></tr>'
            for miss in missed
        ]
        st.html(words.table(rows))
