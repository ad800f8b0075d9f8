"""One hand under two rule sets, what makes the difference, and the hand won in other ways."""

import html
from functools import partial

import streamlit as st

from yakulens.app import Json
from yakulens.app.hand import alternatives, comparison
from yakulens.app.hand.scoring import Scored
from yakulens.app.page import state
from yakulens.app.page.guard import guard
from yakulens.app.page.parts import laid, words
from yakulens.app.page.parts.score import result
from yakulens.app.words import phrases, rule_phrases
from yakulens.scorer.rules.ruleset import Source

FALLBACK = "wrc-2025"


def rules(hand: Scored) -> None:
    """Draw the score under two rule sets side by side."""
    own_rules = hand.situation.rules
    words.heading("dispute.rules")
    found = comparison.everywhere(hand)
    scores = {name: found[name] for name in rule_phrases.in_order(state.language()) if name in found}
    options = [name for name in scores if name != own_rules]
    other_rules = state.memory().other_rules
    if other_rules not in options:
        other_rules = next(name for name in (FALLBACK, *options) if name in options)
    key = f"other-rules-{state.language()}"
    st.selectbox(
        state.say("dispute.against", rules=words.title(own_rules)),
        options,
        index=options.index(other_rules),
        key=key,
        format_func=partial(rule_phrases.title, state.language()),
        on_change=guard(lambda: state.set_view(other_rules=st.session_state[key])),
    )
    cells = []
    for name in (own_rules, other_rules):
        score = scores[name]
        worth = words.headline(f"<b>{html.escape(words.worth(score))}</b>", wins=score["outcome"] == "win")
        title = words.small(words.title(name))
        cells.append(words.card(f'{title}<div class="yl-points">{words.value(score)}</div>{worth}'))
    st.html(f'<div class="yl-pair">{"".join(cells)}</div>')
    line_by_line(scores[own_rules], scores[other_rules])
    _causes(hand, other_rules)
    rows = [
        f'<tr class="{"sum" if name == own_rules else ""}"><td>{html.escape(words.title(name))}</td>'
        f'<td class="num">{words.value(score)}</td>'
        f'<td class="worth">{html.escape(words.worth(score))}</td></tr>'
        for name, score in scores.items()
    ]
    with st.expander(state.say("dispute.everywhere")):
        st.html(words.table(rows))


def line_by_line(left: Json, right: Json) -> None:
    """Draw two scores line by line with differences marked; nothing if neither has a line."""
    rows = []
    for line in comparison.lines(left, right):
        name = words.say(f"{line.kind}.{line.id}")
        css = "" if line.left == line.right else "yl-differs"
        rows.append(
            f'<tr class="{css}"><td>{name}</td>{_cell(line.left, line.left_cite)}'
            f"{_cell(line.right, line.right_cite)}</tr>"
        )
    if rows:
        st.html(words.table(rows, "dispute.line_by_line"))


def _cell(worth: comparison.Worth | None, cite: str) -> str:
    told = phrases.MINUS if worth is None else rule_phrases.number_of(state.language(), *worth)
    return f'<td class="num"><b>{html.escape(told)}</b><span class="gloss">{words.cite(cite)}</span></td>'


def _causes(hand: Scored, other: str) -> None:
    """Draw the rules that make the two scores differ, each with the hand's worth under it."""
    rows = [
        f"<tr><td><b>{html.escape(rule_phrases.rule(state.language(), cause.key))}</b></td>"
        f"{_value(cause.left, cause.left_source)}{_value(cause.right, cause.right_source)}"
        f'<td class="num"><b>{words.value(cause.score)}</b></td></tr>'
        for cause in comparison.causes(hand, other)
    ]
    st.html(words.table(rows, "dispute.causes") or words.note("dispute.no_causes"))
    if rows:
        st.html(words.note("dispute.causes_note"))


def _value(value: object, source: Source) -> str:
    language = state.language()
    section = rule_phrases.remarked(language, rule_phrases.cite(language, source.cite), source.remark)
    return f"<td>{html.escape(rule_phrases.rule_value(language, value))}{words.gloss(section)}</td>"


def what_if(hand: Scored) -> None:
    """Draw the hand's worth won in other ways, and with each other winning tile."""
    desk, situation, base = hand.desk, hand.situation, hand.score
    words.heading("dispute.what_if")
    if base is None:
        return
    rows = [_alternative(words.say("dispute.as_it_is"), base, base)]
    rows += [
        _alternative(words.say(key), score, base)
        for key, score in alternatives.what_ifs(desk, situation).items()
    ]
    st.html(words.table(rows))
    wins = alternatives.other_wins(desk, situation)
    if wins:
        with st.expander(state.say("dispute.other_tile")):
            rows = [_alternative(laid.tile(face), score, base) for face, score in wins.items()]
            st.html(words.table(rows))


def _alternative(name: str, score: Json, base: Json) -> str:
    """A row: another way to win (HTML), its worth, and the difference."""
    change = score["value"] - base["value"]
    difference = f'<span class="gloss">{words.points(change)}</span>' if change else ""
    return (
        f"<tr><td>{name}{words.gloss(words.worth(score))}</td>"
        f'<td class="num"><b>{words.value(score)}</b>{difference}</td></tr>'
    )


def reasons(hand: Scored) -> None:
    """Draw the other readings and the yaku that were missed."""
    if hand.score is None:
        return
    words.heading("dispute.reasons")
    result.other_readings(hand.readings, hand.score)
    result.missed_yaku(hand.missed)
    if not hand.readings:
        st.html(words.note("dispute.one_reading"))
    if not hand.missed:
        st.html(words.note("result.nothing_missed"))
