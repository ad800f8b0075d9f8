"""What a page shows of a hand, as data, and what it should show of it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from yakulens.app.words import i18n, phrases, rule_phrases, seating
from yakulens.vision.labels import OTHER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Page

Json = dict[str, Any]

_DOCK: Final = """() => {
  const desk = document.querySelector(".yd");
  const words = of => desk.querySelector(of)?.textContent ?? "";
  const named = each => each.getAttribute("aria-label") ?? each.textContent;
  const all = (of, tell) => [...desk.querySelectorAll(of)].map(tell);
  return {
    asks: desk.querySelector(".yd-dock").dataset.asks.replaceAll(/-\\d+/g, ""),
    question: words(".yd-say > b"),
    answers: all(".yd-options button", named),
    note: words(".yd-note"),
    score: all('.yd-say [data-key="score"]', named)[0] ?? "",
    chips: all(".yd-chips button", named),
    tiles: all('.yd-rows > :not(.yd-others) [data-key^="tile-"]', named),
    beside: all('.yd-others [data-key^="tile-"]', named).sort(),
  };
}"""
_TILES: Final = """() => {
  const face = each => [...each.classList].find(name => name.startsWith("is-")).slice(3);
  const faces = all => [...all].map(face);
  const rows = document.querySelector(".yd-rows");
  const first = rows.querySelector(':scope > .yd-row[role="group"]:not(.yd-small)');
  const won = rows.querySelector(".yd-won");
  return {
    concealed: first ? faces(first.querySelectorAll(".yd-tile:not(.yd-won)")) : [],
    win: won ? face(won) : null,
    melds: [...rows.querySelectorAll(".yd-meld")].map(meld => faces(meld.querySelectorAll(".yd-tile"))),
  };
}"""
_FULL: Final = """() => {
  const full = document.querySelector("#result, .st-key-result");
  const own = cell => cell?.firstChild?.textContent ?? "";
  const faces = cell => [...cell?.querySelectorAll(".yl-tile") ?? []].map(
    each => [...each.classList].find(name => name.startsWith("is-")).slice(3));
  const rows = table => [...table.querySelectorAll("tr")].map(row => [...row.cells].map(
    cell => ({ text: own(cell), whole: cell.textContent, faces: faces(cell) })));
  return {
    points: own(full.querySelector(".yl-points")).trim(),
    worth: full.querySelector(".yl-worth b")?.textContent ?? "",
    seats: [...full.querySelectorAll(".yl-seat")].map(
      each => [each.querySelector(".wind").textContent, each.querySelector(".sum").textContent]),
    tables: [...full.querySelectorAll(".yl-table")].filter(table => !table.closest("details")).map(rows),
    whole: full.textContent,
  };
}"""
_WAIT: Final = ("tile", "left", "ron", "tsumo")
_ADVANCE: Final = ("left", "tiles")
_PLAIN: Final = str.maketrans({",": "", phrases.MINUS: "-"})


def dock(page: Page) -> Json:
    """What the dock and the hand's rows show."""
    shown: Json = page.evaluate(_DOCK)
    return shown


def tiles(page: Page) -> Json:
    """The faces of the hand's tiles by where they lie, as drawn."""
    shown: Json = page.evaluate(_TILES)
    return shown


def full(page: Page) -> Json:
    """What the page shows of the score below the hand."""
    shown: Json = page.evaluate(_FULL)
    return shown


def tiles_read(reading: Mapping[str, Any]) -> Json:
    """The faces of a hand that was read, as `tiles` has them.

    What lies face down shows its back, and a flower is no tile of riichi: the pages leave it out.
    """
    own = reading["reading"]
    concealed = [face for face in own["concealed"] if face != OTHER]
    melds = [
        ["back" if at in meld["backs"] else face for at, face in enumerate(meld["tiles"])]
        for meld in own["melds"]
    ]
    return {"concealed": concealed, "win": own["win"], "melds": melds}


def asked(view: Json, pinned: str) -> Json | None:
    """What the dock asks: the pinned fact if there is one, else the first doubt, else the next fact."""
    if pinned:
        fact: Json = view["facts"][pinned]
        return fact
    if view["questions"]:
        question: Json = view["questions"][0]
        return question
    return view["facts"][view["asked"]] if view["asked"] else None


def key_of(ask: Json) -> str:
    """The key of a question without its tiles' numbers, which follow the order in which they were found."""
    return re.sub(r"-\d+", "", ask["key"])


def dock_of(view: Json, pinned: str) -> Json:
    """What `dock` should find for this view of the hand."""
    ask, outcome, pause = asked(view, pinned), view["outcome"], view["words"]["pause"]
    one_of_several = not pinned and len(view["questions"]) > 1
    score, note = "", ""
    if ask:
        reasons = dict.fromkeys(filter(None, (choice["why_not"] for choice in ask["choices"])))
        note = " · ".join(filter(None, (ask["note"], *reasons))) or (outcome or {}).get("assumed", "")
        score = outcome["so_far"] if outcome and not one_of_several else ""
    elif outcome:
        note = " · ".join(filter(None, (outcome["pays"], outcome["assumed"])))
        score = outcome["headline"] + pause + outcome["worth"]
    choices = ask["choices"] if ask else (outcome or {}).get("choices", [])
    hand, told = view["hand"], {tile["uid"]: tile["told"] for tile in view["tiles"]}
    own = [*hand["concealed"], *([] if hand["win"] is None else [hand["win"]])]
    called = [uid for meld in hand["melds"] for uid in meld["tiles"]]
    return {
        "asks": key_of(ask) if ask else "",
        "question": ask["text"] if ask else "",
        "answers": [
            choice["label"] if choice["face"] else pause.join(filter(None, (choice["label"], choice["note"])))
            for choice in choices
        ],
        "note": note,
        "score": score,
        "chips": [chip["label"] for chip in view["chips"]],
        "tiles": [told[uid] for uid in (*own, *called, *hand["indicators"], *hand["ura"])],
        "beside": sorted(told[uid] for uid in hand["others"]),
    }


def differences(shown: Json, expected: Json) -> list[str]:
    """What of two such records differs, one line each; beside the hand only what is more and what less."""
    lines = []
    for key, wanted in expected.items():
        found = shown[key]
        if found != wanted and key == "beside":
            more, less = (
                list((Counter(a) - Counter(b)).elements()) for a, b in permutations((found, wanted))
            )
            lines.append(f"{key}: {more!r} more, {less!r} less")
        elif found != wanted:
            lines.append(f"{key}: {found!r}, not {wanted!r}")
    return lines


def numbers(page: Page) -> Json:
    """The figures of the score in full, taken from what the page shows."""
    shown = full(page)
    yaku, *others = shown["tables"] or [[]]
    payments = {wind: int(change.translate(_PLAIN)) for wind, change in shown["seats"]}
    return {
        "value": shown["points"].translate(_PLAIN),
        "worth": shown["worth"],
        "payments": {wind: change for wind, change in payments.items() if change},
        "yaku": [[row[0]["text"], row[1]["text"]] for row in yaku[:-1]],
        "fu": [row[1]["text"] for row in others[0][:-1]] if others else [],
    }


def numbers_of(score: Json) -> Json:
    """What `numbers` should find for the Score that the command line prints."""
    named = [(row, f"yaku.{row['id']}") for row in score["yaku"]]
    named += [(row | {"yakuman": 0}, f"dora.{row['id']}") for row in score["dora"] if row["han"]]
    payments = {seating.wind_shown("en", seat): change for seat, change in score["payments"].items()}
    return {
        "value": str(score["value"]),
        "worth": phrases.worth("en", score),
        "payments": {wind: change for wind, change in payments.items() if change},
        "yaku": [[i18n.text("en", key), rule_phrases.counted("en", row)] for row, key in named],
        "fu": [str(row["fu"]) for row in score["fu_rows"]] if score["fu"] else [],
    }


def before_win(page: Page) -> Json:
    """The figures of a hand before its win: each wait with its points, or what advances it."""
    shown = full(page)
    rows = shown["tables"][0] if shown["tables"] else []
    waits = [
        [row[0]["faces"][0], *(row[at]["text"].split()[0] for at in (1, 2, 3))]
        for row in rows
        if len(row) == len(_WAIT) and row[0]["faces"]
    ]
    advances = [
        [int(row[0]["text"].split()[0]), row[1]["faces"]] for row in rows if len(row) == len(_ADVANCE)
    ]
    return {"waits": waits, "advances": advances}


def before_win_of(waits: Json, discards: Json) -> Json:
    """What `before_win` should find for what `yakulens waits` and `yakulens discards` print."""
    points = [
        [wait["tile"], str(wait["left"]), *(_points(wait[by]) for by in ("ron", "tsumo"))]
        for wait in waits["waits"]
    ]
    left: dict[int, list[str]] = {}
    for each in discards["advances"] if discards["shanten"] else []:
        left.setdefault(each["left"], []).append(each["tile"])
    return {"waits": points, "advances": [[many, left[many]] for many in sorted(left, reverse=True)]}


def _points(worth: Json) -> str:
    """What a wait is worth: a dash where the hand would not win."""
    return f"{worth['value']:,}" if worth["outcome"] == "win" else phrases.MINUS
