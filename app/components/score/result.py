"""The score: points in large figures, who pays whom, each yaku and fu row with its section."""

import html
from collections.abc import Sequence
from typing import Final

import streamlit as st

from yakulens.app import i18n, phrases, rule_phrases, state, tiles
from yakulens.app.components import handoff, laid, words
from yakulens.app.contract import Json
from yakulens.app.dispute import alternatives
from yakulens.app.dock.facts import is_open
from yakulens.app.scoring import Scored
from yakulens.app.situation import Declared
from yakulens.scorer.verdict import Miss
from yakulens.scorer.vocabulary import SEATS

ANCHOR = "score-in-full"
_ORPHANS: Final = ("1m", "9m", "1p", "9p", "1s", "9s", *(f"{number}z" for number in range(1, 8)))


def show(hand: Scored) -> None:
    """Draw the score of a hand, or what is lacking for one."""
    st.html(f'<div id="{ANCHOR}" class="yl-anchor"></div>')
    words.heading("result.title")
    score, now = hand.score, hand.situation
    if score is None:
        _card(words.note(hand.lacking or "result.waiting"))
        return
    if score["outcome"] == "win":
        _card(
            _points(
                score, now, open_=is_open(hand, state.possible().banned, at_table=bool(state.names_by_wind()))
            )
            + _payments(score, now)
            + (_foreign() if hand.foreign_fives else "")
        )
        st.html(_reading(score) + _yaku(score) + _fu(score) + _chips(score))
    else:
        _card(_failure(score))
    line_by_line(score)
    others(hand.readings, score)
    why_not(hand.missed)
    handoff.hand(hand.hand, score)


def _card(body: str) -> None:
    st.html(f'<div class="yl-card">{body}</div>')


def _points(score: Json, now: Declared, *, open_: bool) -> str:
    """The points; while something is still to be said they are those so far, and look it."""
    how = words.say(f"result.by_{now.by}")
    points, css = words.say("result.points_so_far" if open_ else "result.points"), " yl-open" if open_ else ""
    return (
        f'<div class="yl-points{css}">{score["value"]:,} <small>{points} · {how}</small></div>'
        f'<div class="yl-worth"><b>{html.escape(words.worth(score))}</b></div>'
    )


def _payments(score: Json, now: Declared) -> str:
    payments: dict[str, int] = score.get("payments") or {}
    seats = [wind for wind in SEATS if wind in payments or wind == now.seat]
    unnamed = payments.get("discarder")
    if unnamed is not None:
        seats = [] if now.seat is None else [now.seat]
    cells = [_seat(wind, payments.get(wind, 0), now) for wind in seats]
    if unnamed is not None:
        whoever, change = words.say("result.the_discarder"), words.points(unnamed)
        cells.append(
            f'<div class="yl-seat"><div class="wind">{whoever}</div><div class="sum">{change}</div></div>'
        )
    note = ""
    if now.honba or now.deposits:
        included = state.say("result.counters_note", honba=now.honba, deposits=now.deposits)
        note = words.aside(included, above=".3rem")
    if in_chips := phrases.in_chips(state.language(), score, now.seat or "east"):
        note += words.aside(in_chips, above=".3rem")
    columns = f"grid-template-columns:repeat({max(2, len(cells))},1fr)"
    label = words.say("result.pays")
    return f'<div class="yl-pay" style="{columns}" aria-label="{label}">{"".join(cells)}</div>{note}'


def _foreign() -> str:
    return words.aside(state.say("result.red_fives_plain"), above=".3rem")


def _seat(wind: str, points: int, now: Declared) -> str:
    css = "wins" if wind == now.seat else ""
    name = html.escape(words.wind(wind))
    player = state.names_by_wind().get(wind)
    called = f'<div class="yl-name">{html.escape(player)}</div>' if player else ""
    change = words.points(points)
    held = f'<div class="wind">{name}</div>{called}<div class="sum">{change}</div>'
    return f'<div class="yl-seat {css}">{held}</div>'


def _yaku(score: Json) -> str:
    language, rows = state.language(), list[str]()
    for row in score["yaku"]:
        gloss = i18n.text(language, f"gloss.{row['id']}")
        name = f'{words.yaku_name(row["id"])}<span class="gloss">{html.escape(gloss)}</span>'
        rows.append(words.row(name, rule_phrases.counted(language, row), row["cite"]))
    rows += [
        words.row(
            words.say(f"dora.{row['id']}"), state.say("result.han", han=row["han"]), row.get("cite") or ""
        )
        for row in score.get("dora") or []
        if row.get("han")
    ]
    rows.append(words.row(words.say("result.total"), words.worth(score), "", "sum"))
    return words.table(rows, "result.yaku")


def _fu(score: Json) -> str:
    found = score.get("fu_rows") or []
    if not found or not score.get("fu"):
        return ""
    rows = [
        words.row(
            words.fu_name(row["id"]) + _small(row.get("tiles") or []), str(row["fu"]), row.get("cite") or ""
        )
        for row in found
    ]
    exact = sum(row["fu"] for row in found)
    rounded = "" if exact == score["fu"] else f" {exact}, {words.say('result.rounded')}"
    rows.append(words.row(words.say("result.total") + rounded, str(score["fu"]), "", "sum"))
    return words.table(rows, "result.fu_rows")


def _chips(score: Json) -> str:
    """What each who pays hands over in chips, line by line."""
    found = phrases.each_in_chips(state.language(), score)
    rows = [
        words.row(html.escape(said), str(chips), cite, "" if cite else "sum") for said, chips, cite in found
    ]
    return words.table(rows, "result.chips")


def _small(faces: list[str]) -> str:
    """Some tiles beside the words; they go to the next line together."""
    if not faces:
        return ""
    return f' <span class="yl-row">{"".join(tiles.tag(state.language(), face) for face in faces)}</span>'


def _reading(score: Json) -> str:
    reading = score.get("reading") or {}
    if not reading:
        return ""
    groups = [laid.group(tiles.tag(state.language(), face) for face in one) for one in _sets(reading)]
    wait = reading.get("wait")
    waited = f" · {words.say(f'wait.{wait}')}" if wait else ""
    head = f'<div class="yl-head">{words.say("result.read_as")}{waited}</div>'
    return f'{head}<div class="yl-row">{"".join(groups)}</div>'


def _sets(reading: Json) -> list[list[str]]:
    """Its sets and its pair, each by itself; thirteen orphans are one row, but for their pair."""
    pair = reading["pair"]
    sets = reading["sets"] or [[face for face in _ORPHANS if face != pair]]
    return [*sets, *([[pair, pair]] if pair else [])]


def _failure(score: Json) -> str:
    outcome = score["outcome"]
    body = f'<div class="yl-worth yl-fails"><b>{words.say("result." + outcome)}</b></div>'
    if outcome == "invalid":
        return body + "".join(map(words.small, words.problems(score)))
    return body + words.note(f"result.{outcome}_note")


def line_by_line(score: Json) -> None:
    """Every payment, and what decided the value, each with its section."""
    rows = words.settled(score, state.names_by_wind())
    if rows:
        with st.expander(f"{state.say('result.line_by_line')} ({len(rows)})"):
            st.html(words.table(rows))


def others(readings: Sequence[Json], score: Json) -> None:
    """The other ways to read the hand, each with why it is worth less."""
    if not readings:
        return
    with st.expander(f"{state.say('result.others')} ({len(readings)})"):
        st.html(words.note("result.others_note"))
        for other in readings:
            st.html(_reading(other) + _other_worth(other) + _why_less(other, score))


def _other_worth(other: Json) -> str:
    if not other["value"]:
        return words.note("result.no_yaku")
    worth = words.worth({"outcome": "win", "limit": None, **other})
    return words.small(f"{worth} · {other['value']:,} {state.say('result.points')}")


def _why_less(other: Json, score: Json) -> str:
    """What the chosen reading has that this one lacks, and the other way round."""
    if score["outcome"] != "win":
        return ""
    difference = alternatives.difference(other, score)
    told = []
    for key, ids in (("less.lost", difference.lost), ("less.gained", difference.gained)):
        if ids:
            named = ", ".join(state.say(f"yaku.{name}") for name in ids)
            told.append(state.say(key, yaku=named))
    if difference.fu is not None:
        told.append(state.say("less.fu", fu=difference.fu, best=score["fu"]))
    if other["value"] == score["value"]:
        told.append(state.say("less.equal"))
    return words.small(" · ".join(told)) if told else ""


def why_not(missed: tuple[Miss, ...]) -> None:
    """Each yaku that was missed, why, and the section."""
    if not missed:
        return
    with st.expander(f"{state.say('result.why_not')} ({len(missed)})"):
        language = state.language()
        rows = [
            f"<tr><td><b>{html.escape(phrases.missed(language, miss.id))}</b>"
            f'<span class="gloss">{html.escape(phrases.because(language, miss.reasons))}</span></td>'
            f'<td class="cite">{words.cite(miss.cite)}</td></tr>'
            for miss in missed
        ]
        st.html(f'<table class="yl-table">{"".join(rows)}</table>')
