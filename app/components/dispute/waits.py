"""What a hand waits for: tenpai or noten, furiten, each wait's worth, and the quads that riichi allows."""

import html

import streamlit as st

from yakulens.app import phrases, state, tiles
from yakulens.app.components import words
from yakulens.app.contract import Json
from yakulens.app.dispute import tenpai_check
from yakulens.app.markup import literal
from yakulens.app.situation import Declared
from yakulens.vision.desk import Desk


def show(desk: Desk, now: Declared, discards: str, own: frozenset[int] = frozenset()) -> None:
    """Draw what a hand waits for, given the player's own discards (see ``tenpai_check.check``)."""
    missing = tenpai_check.lacking(desk)
    if missing is not None:
        st.html(f'<div class="yl-card">{words.note(missing)}</div>')
        return
    found = tenpai_check.check(desk, now, discards, own=own)
    if found["problems"]:
        for problem in phrases.problems(state.language(), found):
            st.warning(literal(problem))
        return
    st.html(f'<div class="yl-card">{_verdict(found)}</div>')
    tables = _waits(found) + _by_discard(found)
    if tables:
        st.html(tables)
    if found.get("quads"):
        st.html(_quads(found["quads"]))
    elif now.riichi != "none" and "by_discard" not in found:
        st.html(words.note("check.no_quads"))


def _verdict(found: Json) -> str:
    cites = found.get("cites") or {}
    key = "check.tenpai" if found["tenpai"] else "check.noten"
    fails = "" if found["tenpai"] else " yl-fails"
    told = f'<div class="yl-worth{fails}"><b>{words.say(key)}</b> {_cite(cites.get("tenpai"))}</div>'
    if not found["waits"]:
        return told
    furiten = "dispute.furiten" if found["furiten"] else "dispute.not_furiten"
    by = "".join(tiles.tag(state.language(), each) for each in found["furiten_tiles"])
    return (
        f'{told}<div class="yl-row">{"".join(_tile(each["tile"]) for each in found["waits"])}</div>'
        f'<div class="yl-note"><b>{words.say(furiten)}</b> {_cite(cites.get("furiten"))}</div>'
        + (f'<div class="yl-row">{by}</div>' if by else "")
    )


def _cite(cited: str | None) -> str:
    return f'<span class="cite">{words.cite(cited or "")}</span>'


def _tile(face: str) -> str:
    return tiles.tag(state.language(), face)


def _waits(found: Json) -> str:
    """Each waiting tile: how many are left, what it is worth by discard and by self-draw."""
    rows = [
        f"<tr><td>{_tile(each['tile'])}</td>"
        f'<td class="num">{words.say("check.left", n=each["left"])}</td>'
        f"{_worth(each['ron'], barred=found['furiten'])}{_worth(each['tsumo'])}</tr>"
        for each in found["waits"]
    ]
    return words.table(
        rows, "check.waits", ("", "", state.say("situation.ron"), state.say("situation.tsumo"))
    )


def _worth(score: Json, *, barred: bool = False) -> str:
    if barred:
        return f'<td class="num">{words.MINUS}<span class="gloss">{words.say("check.furiten")}</span></td>'
    won = f"{score['value']:,}" if score["outcome"] == "win" else words.MINUS
    said = html.escape(words.worth(score))
    return f'<td class="num"><b>{won}</b><span class="gloss">{said}</span></td>'


def _by_discard(found: Json) -> str:
    """On one's own turn: each discard that leaves the hand tenpai, with its waits."""
    rows = [
        f"<tr><td>{_tile(each['discard'])}</td>"
        f'<td><div class="yl-row">{"".join(_tile(wait) for wait in each["waits"])}</div></td>'
        f"<td>{words.say('check.furiten') if each['furiten'] else ''}</td></tr>"
        for each in found.get("by_discard") or []
    ]
    return words.table(rows, "check.by_discard")


def _quads(quads: list[Json]) -> str:
    """Each closed quad after riichi: whether it is allowed, why, and the waits before and after it."""
    rows = []
    for quad in quads:
        key = "check.quad_yes" if quad["allowed"] else "check.quad_no"
        told = phrases.say(state.language(), quad["message"])
        change = ""
        if quad["after"] or quad["message"]["code"] in {"quad_changes_wait", "quad_ends_wait"}:
            after = "".join(map(_tile, quad["after"])) or words.MINUS
            before = "".join(map(_tile, quad["waits"]))
            arrow = "\N{RIGHTWARDS ARROW}"
            change = f'<div class="yl-row">{before}<span>{arrow}</span>{after}</div>'
        rows.append(
            f"<tr><td>{_tile(quad['tile'])}</td><td><b>{words.say(key)}</b>"
            f'<span class="gloss">{html.escape(told)}</span>{change}</td>'
            f'<td class="cite">{words.cite(quad["cite"])}</td></tr>'
        )
    return words.table(rows, "check.quads") + words.note("check.quads_note")
