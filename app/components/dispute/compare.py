"""One hand under two rule sets, line by line; what makes the difference; and the hand won otherwise."""

import html
from collections.abc import Mapping
from functools import partial

import streamlit as st

from yakulens.app import rule_phrases, state, tiles
from yakulens.app.components import words
from yakulens.app.components.score import result
from yakulens.app.contract import Json
from yakulens.app.dispute import alternatives, comparison
from yakulens.app.guard import guard
from yakulens.app.scoring import Scored

FALLBACK = "wrc-2025"


def rules(hand: Scored) -> None:
    """Two rule sets side by side."""
    own = hand.situation.rules
    words.heading("dispute.rules")
    scores = comparison.everywhere(hand)
    options = [name for name in scores if name != own]
    other = state.memory().other_rules
    if other not in options:
        other = next(name for name in (FALLBACK, *options) if name in options)
    st.selectbox(
        state.say("dispute.against", rules=words.title(own)),
        options,
        index=options.index(other),
        key="other-rules",
        format_func=partial(rule_phrases.title, state.language()),
        on_change=guard(lambda: state.set_view(other_rules=st.session_state["other-rules"])),
    )
    ours, theirs = scores[own], scores[other]
    st.html(_two(ours, theirs, own, other))
    told = lines(comparison.lines(ours, theirs))
    if told:
        st.html(told)
    _causes(hand, other)
    _everywhere(scores, own)


def _two(left: Json, right: Json, left_name: str, right_name: str) -> str:
    cells = []
    for score, name in ((left, left_name), (right, right_name)):
        fails = "" if score["outcome"] == "win" else " yl-fails"
        cells.append(
            f'<div class="yl-card">{words.small(words.title(name))}'
            f'<div class="yl-points">{won(score)}</div>'
            f'<div class="yl-worth{fails}"><b>{html.escape(words.worth(score))}</b></div></div>'
        )
    return f'<div class="yl-pair">{"".join(cells)}</div>'


def won(score: Json) -> str:
    """The points of a hand that wins; a dash where it does not."""
    return f"{score['value']:,}" if score["outcome"] == "win" else words.MINUS


def lines(found: list[comparison.ComparedLine]) -> str:
    """Two scores line by line, as HTML, what differs marked."""
    rows = []
    for line in found:
        name = words.fu_name(line.id) if line.kind == "fu" else words.say(f"{line.kind}.{line.id}")
        css = "" if line.left == line.right else "yl-differs"
        rows.append(
            f'<tr class="{css}"><td>{name}</td>{_cell(line.left, line.left_cite)}'
            f"{_cell(line.right, line.right_cite)}</tr>"
        )
    return words.table(rows, "dispute.line_by_line")


def _cell(worth: int | None, cite: str) -> str:
    shown = words.MINUS if worth is None else str(worth)
    return f'<td class="num"><b>{shown}</b><span class="gloss">{words.cite(cite)}</span></td>'


def _causes(hand: Scored, other: str) -> None:
    found = comparison.causes(hand, other)
    rows = [
        f"<tr><td><b>{html.escape(rule_phrases.rule(state.language(), each.key))}</b></td>"
        f"{_value(each.left, each.left_cite)}{_value(each.right, each.right_cite)}"
        f'<td class="num"><b>{won(each.score)}</b></td></tr>'
        for each in found
    ]
    st.html(words.table(rows, "dispute.causes") or words.note("dispute.no_causes"))
    if rows:
        st.html(words.note("dispute.causes_note"))


def _value(value: object, cite: str) -> str:
    shown = html.escape(rule_phrases.rule_value(state.language(), value))
    return f'<td>{shown}<span class="gloss">{words.cite(cite)}</span></td>'


def _everywhere(scores: Mapping[str, Json], own: str) -> None:
    rows = []
    for name, score in scores.items():
        css = "sum" if name == own else ""
        rows.append(
            f'<tr class="{css}"><td>{html.escape(words.title(name))}</td><td class="num">{won(score)}</td>'
            f"<td>{html.escape(words.worth(score))}</td></tr>"
        )
    with st.expander(state.say("dispute.everywhere")):
        st.html(words.table(rows))


def what_if(hand: Scored) -> None:
    """The hand won otherwise, and with each other winning tile."""
    desk, now, base = hand.desk, hand.situation, hand.score
    words.heading("dispute.what_if")
    if base is None:
        return
    rows = [_if(words.say("dispute.as_it_is"), base, base)]
    rows += [_if(words.say(each.key), each.score, base) for each in alternatives.what_ifs(desk, now)]
    st.html(words.table(rows))
    others = alternatives.other_wins(desk, now)
    if others:
        with st.expander(state.say("dispute.other_tile")):
            language = state.language()
            rows = [_if(tiles.tag(language, each.tile or ""), each.score, base) for each in others]
            st.html(words.table(rows))


def _if(name: str, score: Json, base: Json) -> str:
    change = score["value"] - base["value"]
    more = f'<span class="gloss">{words.points(change)}</span>' if change else ""
    return (
        f'<tr><td>{name}<span class="gloss">{html.escape(words.worth(score))}</span></td>'
        f'<td class="num"><b>{won(score)}</b>{more}</td></tr>'
    )


def otherwise(hand: Scored) -> None:
    """The other readings and the yaku that were missed."""
    if hand.score is None:
        return
    words.heading("dispute.reasons")
    result.others(hand.readings, hand.score)
    result.why_not(hand.missed)
    if not hand.readings:
        st.html(words.note("dispute.one_reading"))
    if not hand.missed:
        st.html(words.note("result.nothing_missed"))
