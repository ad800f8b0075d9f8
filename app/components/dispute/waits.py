"""What a hand waits for: tenpai or noten, furiten, each wait's worth, and the quads that riichi allows."""

import html

import streamlit as st

from yakulens.app import phrases, state
from yakulens.app.components import laid, words
from yakulens.app.contract import Json
from yakulens.app.dispute import tenpai_check
from yakulens.app.markup import literal
from yakulens.app.situation import Declared
from yakulens.vision.desk import Desk


def show(desk: Desk, situation: Declared, discards: str, own: frozenset[int] = frozenset()) -> None:
    """Draw what a hand waits for, given the player's own discards (see ``tenpai_check.check``)."""
    lacking = tenpai_check.lacking(desk)
    if lacking is not None:
        st.html(words.card(words.note(lacking)))
        return
    answer = tenpai_check.check(desk, situation, discards, own=own)
    if answer["problems"]:
        for problem in words.problems(answer):
            st.warning(literal(problem))
        return
    st.html(words.card(_verdict(answer)))
    tables = _waits(answer) + _by_discard(answer)
    if tables:
        st.html(tables)
    if answer.get("quads"):
        st.html(_quads(answer["quads"]))
    elif situation.riichi != "none" and "by_discard" not in answer:
        st.html(words.note("check.no_quads"))


def _verdict(answer: Json) -> str:
    """Whether the hand is tenpai, what it waits for, and whether it is furiten."""
    cites, tenpai = answer.get("cites") or {}, answer["tenpai"]
    key = "check.tenpai" if tenpai else "check.noten"
    verdict = words.headline(f"<b>{words.say(key)}</b> {_cite(cites.get('tenpai'))}", wins=tenpai)
    if not answer["waits"]:
        return verdict
    furiten = "dispute.furiten" if answer["furiten"] else "dispute.not_furiten"
    return (
        f"{verdict}{laid.row(wait['tile'] for wait in answer['waits'])}"
        f'<div class="yl-note"><b>{words.say(furiten)}</b> {_cite(cites.get("furiten"))}</div>'
        f"{laid.row(answer['furiten_tiles'])}"
    )


def _cite(section: str | None) -> str:
    return f'<span class="cite">{words.cite(section or "")}</span>'


def _waits(answer: Json) -> str:
    """Each waiting tile: how many are left, what it is worth by discard and by self-draw."""
    rows = [
        f"<tr><td>{laid.tile(wait['tile'])}</td>"
        f'<td class="num">{words.say("check.left", n=wait["left"])}</td>'
        f"{_worth(wait['ron'], barred=answer['furiten'])}{_worth(wait['tsumo'])}</tr>"
        for wait in answer["waits"]
    ]
    columns = ("", "", state.say("situation.ron"), state.say("situation.tsumo"))
    return words.table(rows, "check.waits", columns)


def _worth(score: Json, *, barred: bool = False) -> str:
    """A cell: what a wait is worth; nothing by a discard where furiten bars that."""
    value = words.MINUS if barred else f"<b>{words.value(score)}</b>"
    gloss = words.say("check.furiten") if barred else html.escape(words.worth(score))
    return f'<td class="num">{value}<span class="gloss">{gloss}</span></td>'


def _by_discard(answer: Json) -> str:
    """On one's own turn: each discard that leaves the hand tenpai, with its waits."""
    rows = [
        f"<tr><td>{laid.tile(choice['discard'])}</td><td>{laid.row(choice['waits'])}</td>"
        f"<td>{words.say('check.furiten') if choice['furiten'] else ''}</td></tr>"
        for choice in answer.get("by_discard") or []
    ]
    return words.table(rows, "check.by_discard")


def _quads(quads: list[Json]) -> str:
    """Each closed quad after riichi: whether it is allowed, why, and the waits before and after it."""
    rows = []
    for quad in quads:
        key = "check.quad_yes" if quad["allowed"] else "check.quad_no"
        reason = phrases.say(state.language(), quad["message"])
        change = ""
        if quad["after"] or quad["message"]["code"] in {"quad_changes_wait", "quad_ends_wait"}:
            before, after = ("".join(map(laid.tile, quad[when])) for when in ("waits", "after"))
            arrow = "\N{RIGHTWARDS ARROW}"
            change = f'<div class="yl-row">{before}<span>{arrow}</span>{after or words.MINUS}</div>'
        rows.append(
            f"<tr><td>{laid.tile(quad['tile'])}</td><td><b>{words.say(key)}</b>"
            f'<span class="gloss">{html.escape(reason)}</span>{change}</td>'
            f'<td class="cite">{words.cite(quad["cite"])}</td></tr>'
        )
    return words.table(rows, "check.quads") + words.note("check.quads_note")
