"""The page for when four people disagree: two rule sets side by side, what if, tenpai and furiten."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import streamlit as st

from app import dispute, frame, scoring, state, tiles
from app.components import choices, result, words

if TYPE_CHECKING:
    from app.dispute import Line, WhatIf

FALLBACK = "wrc-2015"


def page() -> None:
    """Draw the page for the hand of the score page."""
    frame.heading()
    desk, now = state.desk(), state.situation()
    missing = scoring.lacking(desk, now)
    if state.memory().session is None or missing is not None:
        st.info(state.say("dispute.no_hand"), icon=":material/info:")
        if missing is not None and state.memory().session is not None:
            st.html(words.note(missing))
        return
    st.html(result.laid_out(desk))
    left, right = st.columns([1, 1], gap="large")
    with left:
        _rules()
    with right:
        _what_if()
        _waits()


def _rules() -> None:
    desk, now = state.desk(), state.situation()
    words.heading("dispute.rules")
    names = [n for n in scoring.rule_sets() if scoring.players(n) == scoring.players(now.rules)]
    other = state.memory().other_rules
    if other not in names or other == now.rules:
        other = next(name for name in (FALLBACK, *names) if name in names and name != now.rules)
    options = [name for name in names if name != now.rules]
    st.selectbox(
        state.say("dispute.against", rules=scoring.title(now.rules)),
        options,
        index=options.index(other),
        key="other-rules",
        format_func=scoring.title,
        on_change=lambda: state.look(other_rules=st.session_state["other-rules"]),
    )
    ours, theirs = scoring.score(desk, now), dispute.under(desk, now, other)
    if ours is None or theirs is None:
        return
    st.html(_two(ours, theirs, now.rules, other))
    st.html(_lines(dispute.lines(ours, theirs)))
    _causes(other)
    _everywhere()


def _two(left: dict[str, Any], right: dict[str, Any], left_name: str, right_name: str) -> str:
    cells = []
    for score, name in ((left, left_name), (right, right_name)):
        won = f"{score['value']:,}" if score["outcome"] == "win" else words.MINUS
        cells.append(
            f'<div class="yl-card"><div class="yl-note">{html.escape(scoring.title(name))}</div>'
            f'<div class="yl-points">{won}</div>'
            f'<div class="yl-worth"><b>{html.escape(words.worth(score))}</b></div></div>'
        )
    return f'<div class="yl-pair">{"".join(cells)}</div>'


def _lines(found: list[Line]) -> str:
    rows = []
    for line in found:
        name = {
            "yaku": lambda line=line: result.yaku_name(line.id),
            "dora": lambda line=line: words.say(f"dora.{line.id}"),
            "fu": lambda line=line: words.fu_name(line.id),
        }[line.kind]()
        css = "" if line.left == line.right else "yl-differs"
        rows.append(
            f'<tr class="{css}"><td>{name}</td>{_cell(line.left, line.left_cite)}'
            f"{_cell(line.right, line.right_cite)}</tr>"
        )
    return words.table(rows, "dispute.line_by_line")


def _cell(worth: int | None, cite: str) -> str:
    shown = words.MINUS if worth is None else str(worth)
    return f'<td class="num"><b>{shown}</b><span class="gloss">{html.escape(cite)}</span></td>'


def _causes(other: str) -> None:
    found = dispute.causes(state.desk(), state.situation(), other)
    rows = [
        f"<tr><td><b>{html.escape(each.key)}</b></td>"
        f"{_value(each.left, each.left_source.cite)}{_value(each.right, each.right_source.cite)}</tr>"
        for each in found
    ]
    st.html(words.table(rows, "dispute.causes") or words.note("dispute.no_causes"))


def _value(shown: str, cite: str) -> str:
    return f'<td>{html.escape(shown)}<span class="gloss">{html.escape(cite)}</span></td>'


def _everywhere() -> None:
    rows = []
    now = state.situation()
    for name, score in dispute.everywhere(state.desk(), now).items():
        css = "sum" if name == now.rules else ""
        won = f"{score['value']:,}" if score["outcome"] == "win" else words.MINUS
        rows.append(
            f'<tr class="{css}"><td>{html.escape(scoring.title(name))}</td><td class="num">{won}</td>'
            f"<td>{html.escape(words.worth(score))}</td></tr>"
        )
    with st.expander(state.say("dispute.everywhere")):
        st.html(words.table(rows))


def _what_if() -> None:
    desk, now = state.desk(), state.situation()
    words.heading("dispute.what_if")
    base = scoring.score(desk, now)
    if base is None:
        return
    rows = [_if(words.say("dispute.as_it_is"), base, base)]
    rows += [_if(words.say(each.key), each.score, base) for each in dispute.what_ifs(desk, now)]
    st.html(words.table(rows))
    others = dispute.other_wins(desk, now)
    if others:
        with st.expander(state.say("dispute.other_tile")):
            st.html(words.table([_if(_won_with(each), each.score, base) for each in others]))


def _won_with(each: WhatIf) -> str:
    return "" if each.tile is None else tiles.tag(state.language(), each.tile)


def _if(name: str, score: dict[str, Any], base: dict[str, Any]) -> str:
    won = f"{score['value']:,}" if score["outcome"] == "win" else words.MINUS
    change = score["value"] - base["value"]
    more = f'<span class="gloss">{words.points(change)}</span>' if change else ""
    return (
        f'<tr><td>{name}<span class="gloss">{html.escape(words.worth(score))}</span></td>'
        f'<td class="num"><b>{won}</b>{more}</td></tr>'
    )


def _waits() -> None:
    words.heading("dispute.waits")
    choices.label(state.say("dispute.discards"))
    discards = st.text_input(
        state.say("dispute.discards"), key="discards", placeholder="9s1z5m", label_visibility="collapsed"
    )
    found = dispute.waits(state.desk(), state.situation(), discards)
    if found["problems"]:
        for problem in found["problems"]:
            st.warning(problem["message"])
        return
    if not found["tenpai"]:
        st.html(words.note("dispute.noten"))
        return
    drawn = "".join(tiles.tag(state.language(), each["tile"]) for each in found["waits"])
    cites = found.get("cites") or {}
    furiten = "dispute.furiten" if found["furiten"] else "dispute.not_furiten"
    st.html(
        f'<div class="yl-note">{words.say("dispute.tenpai")} '
        f'<span class="cite">{html.escape(cites.get("tenpai") or "")}</span></div>'
        f'<div class="yl-row">{drawn}</div>'
        f'<div class="yl-note"><b>{words.say(furiten)}</b> '
        f'<span class="cite">{html.escape(cites.get("furiten") or "")}</span></div>'
    )


frame.guarded(page)
