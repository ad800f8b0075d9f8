"""Whether a hand is tenpai as the browser draws it: its waits, furiten, and quads after riichi. Pure.

``answer`` is what ``app.hand.tenpai_check.check`` returned, the contract's Waits.
"""

from yakulens.app import Json
from yakulens.app.hand import own_discards, shown, tenpai_check
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import phrases, rule_phrases
from yakulens.app.words.i18n import text
from yakulens.vision.desk import Desk


def checked(language: str, desk: Desk, situation: WinFacts) -> Json:
    """A hand that is checked for tenpai: its waits and its player's discards, or what it lacks.

    >>> from yakulens.vision.desk import typed
    >>> told = checked("en", typed.hand("2345678m234p555s"), WinFacts(seat="south"))
    >>> told["verdict"]["text"], told["own"]["none"]
    ('Tenpai', 'None yet.')
    >>> checked("en", typed.hand("2345678m234p55s"), WinFacts())["lacking"][:24]
    'A hand to check has 13 t'
    """
    lacking = tenpai_check.lacking(desk)
    if lacking is not None:
        return {"part": "tenpai", "lacking": text(language, lacking)}
    answer = tenpai_check.check(desk, situation)
    if answer["problems"]:
        return {"part": "tenpai", "lacking": " · ".join(phrases.problems(language, answer))}
    told = to_json(language, answer, riichi=situation.riichi != "none")
    return told | {"own": own_discards.to_json(language, desk, situation.rules)}


def to_json(language: str, answer: Json, *, riichi: bool) -> Json:
    """The verdict, and tables of waits, discards and quads; ``riichi`` says whether it was declared.

    >>> from yakulens.scorer.contract.waits_json import waits_json
    >>> told = to_json("en", waits_json({"concealed": "2345678m234p555s"}), riichi=False)
    >>> told["verdict"]["text"], [tile["face"] for tile in told["verdict"]["waits"]]
    ('Tenpai', ['2m', '5m', '8m'])
    """
    tables = shown.some(
        _waits(language, answer), _by_discard(language, answer), _quads(language, answer.get("quads") or [])
    )
    note = ""
    if answer.get("quads"):
        note = text(language, "check.quads_note")
    elif riichi and "by_discard" not in answer:
        note = text(language, "check.no_quads")
    return shown.given(part="tenpai", verdict=_verdict(language, answer), tables=tables, note=note)


def _verdict(language: str, answer: Json) -> Json:
    """Whether the hand is tenpai, what it waits for, and whether it is furiten."""
    cites, tenpai = answer.get("cites") or {}, answer["tenpai"]

    def cite(about: str) -> str:
        return rule_phrases.cite(language, cites.get(about) or "")

    told = {"text": text(language, "check.tenpai" if tenpai else "check.noten"), "wins": tenpai}
    if answer["waits"]:
        key = "dispute.furiten" if answer["furiten"] else "dispute.not_furiten"
        told |= {
            "waits": shown.row_of_tiles(language, (wait["tile"] for wait in answer["waits"])),
            "furiten": {"text": text(language, key), "cite": cite("furiten")},
            "furiten_tiles": shown.row_of_tiles(language, answer["furiten_tiles"]),
        }
    return told | {"cite": cite("tenpai")}


def _waits(language: str, answer: Json) -> Json | None:
    """Each waiting tile: how many are left, its worth by discard and by self-draw."""
    rows = [
        shown.row(
            shown.cell(tiles=[shown.tile(language, wait["tile"])]),
            shown.cell(text(language, "check.left", n=wait["left"]), "num"),
            _worth(language, wait["ron"], barred=answer["furiten"]),
            _worth(language, wait["tsumo"]),
        )
        for wait in answer["waits"]
    ]
    columns = ("", "", text(language, "situation.ron"), text(language, "situation.tsumo"))
    return shown.table(rows, text(language, "check.waits"), columns)


def _worth(language: str, score: Json, *, barred: bool = False) -> Json:
    """A wait's worth; a dash where furiten bars a win by discard."""
    if barred:
        return shown.cell(phrases.MINUS, "num", gloss=text(language, "check.furiten"))
    return shown.cell(shown.points(score), "num", strong=True, gloss=phrases.worth(language, score))


def _by_discard(language: str, answer: Json) -> Json | None:
    """On the player's turn: each discard that keeps tenpai, with its waits."""
    rows = [
        shown.row(
            shown.cell(tiles=[shown.tile(language, choice["discard"])]),
            shown.cell(tiles=shown.row_of_tiles(language, choice["waits"])),
            shown.cell(text(language, "check.furiten") if choice["furiten"] else ""),
        )
        for choice in answer.get("by_discard") or []
    ]
    return shown.table(rows, text(language, "check.by_discard"))


def _quads(language: str, quads: list[Json]) -> Json | None:
    """Each closed quad after riichi: whether it is allowed, why, and the waits before and after it."""
    rows = []
    for quad in quads:
        key = "check.quad_yes" if quad["allowed"] else "check.quad_no"
        told = shown.cell(text(language, key), strong=True, gloss=phrases.say(language, quad["message"]))
        if quad["after"] or quad["message"]["code"] in {"quad_changes_wait", "quad_ends_wait"}:
            before, after = (shown.row_of_tiles(language, quad[when]) for when in ("waits", "after"))
            told |= {"from": before, "to": after}
        name = shown.cell(tiles=[shown.tile(language, quad["tile"])])
        rows.append(shown.row(name, told, shown.cited(language, quad["cite"])))
    return shown.table(rows, text(language, "check.quads"))
