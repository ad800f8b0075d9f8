"""A hand that has not won, as the browser draws it: its waits and their points, or what advances it. Pure.

Thirteen tiles, and fourteen that are no winning hand, may be a player's own before the win.
"""

from collections.abc import Iterable
from typing import Final

from yakulens.app import Json
from yakulens.app.hand import own_discards, scoring, shown, tenpai_check, waits_shown
from yakulens.app.hand.facts import Facts
from yakulens.app.words import i18n, phrases
from yakulens.app.words.tiles import name
from yakulens.scorer.contract.discards_json import discards_json
from yakulens.scorer.contract.keys import BEFORE_WIN
from yakulens.scorer.contract.waits_json import waits_json
from yakulens.vision.desk import Desk
from yakulens.vision.desk.mends import is_winning

_KEYS: Final = frozenset(key.name for key in BEFORE_WIN)
_FORMS: Final = {
    "general": "before.general",
    "seven_pairs": "yaku.chiitoitsu",
    "thirteen_orphans": "yaku.kokushi_musou",
}
"""The key of each form's name."""


def may_wait(scored: scoring.Scored) -> bool:
    """Whether a hand may be one before its win: 13 tiles, or 14 that do not win.

    >>> from yakulens.app.hand.situation import WinFacts
    >>> from yakulens.vision.desk import typed
    >>> [may_wait(scoring.Scored.of(typed.hand(hand), WinFacts()))
    ...  for hand in ("2345678m234p555s", "2345678m234p555s +1z", "2345678m234p555s +2m")]
    [True, True, False]
    """
    desk, score = scored.desk, scored.score
    if scoring.not_of_riichi(desk) is not None or desk.missing() not in {0, 1}:
        return False
    if score is None:
        return desk.missing() == 1 or not is_winning(desk)
    self_drawn = score["outcome"] == "no_yaku" and scored.situation.by == "tsumo"
    return self_drawn or score["outcome"] == "not_complete"


def to_json(facts: Facts) -> Json | None:
    """What is drawn of a hand before its win; None for any other, and for one that is impossible.

    A tap on a waiting tile makes it
    the winning one, and a tap on a discard shows the hand that it leaves.

    >>> from yakulens.app.hand.situation import WinFacts
    >>> from yakulens.vision.desk import typed
    >>> hand = scoring.Scored.of(typed.hand("123m456p678s1122z9p"), WinFacts())
    >>> told = to_json(Facts("en", hand, {}, {}))
    >>> told["verdict"]["text"], [cell.get("text") for cell in told["tables"][0]["rows"][0]["cells"]]
    ('Tenpai after discarding', [None, 'Tenpai', None])
    """
    scored, language = facts.scored, facts.language
    if not may_wait(scored):
        return None
    desk, situation = scored.desk, scored.situation
    asked = tenpai_check.question(desk, situation)
    answer = discards_json({key: value for key, value in asked.items() if key in _KEYS})
    if answer["problems"]:
        return None
    if answer["discards"]:
        told = _discards(facts, answer)
    elif answer["shanten"] == 0:
        told = waits_shown.to_json(language, waits_json(asked), riichi=situation.riichi != "none")
        _let_win(facts, told, answer)
    else:
        told = _far(facts, answer)
    # Where nothing waits no discard bars a win; but what was told can be taken back.
    own = None
    if told["verdict"].get("wins") or desk.own_discards:
        own = own_discards.to_json(language, desk, situation.rules)
    return told | shown.given(
        title=facts.say("before.title"),
        assumed=_assumed(facts),
        notes=[*told.get("notes", []), *_misread(facts), *_hidden(facts)],
        own=own,
    )


def _let_win(facts: Facts, told: Json, answer: Json) -> None:
    """Make each waiting tile a button that scores the hand won with it; not beside a tile drawn in riichi."""
    desk = facts.scored.desk
    if tenpai_check.has_drawn(desk, facts.situation):
        return
    apart = [] if desk.win is None else [{"do": "move", "uid": desk.win, "place": "concealed"}]
    for wait, row in zip(answer["waits"], told["tables"][0]["rows"], strict=True):
        label = facts.say("before.won_with", tile=name(facts.language, wait["tile"]))
        events = [*apart, {"do": "tap", "face": wait["tile"], "place": "win"}]
        row["cells"][0] |= {"tap": {"label": label, "events": events}}
    told["notes"] = [facts.say("before.waits_note")]


def _far(facts: Facts, answer: Json) -> Json:
    """Thirteen tiles that wait for nothing: how far they are from tenpai, and what advances them."""
    rows = [
        shown.row(
            shown.cell(facts.say("check.left", n=left)),
            shown.cell(tiles=shown.row_of_tiles(facts.language, tiles)),
        )
        for left, tiles in _by_number_left(answer["advances"])
    ]
    total = sum(each["left"] for each in answer["advances"])
    heading = f"{facts.say('before.advances')} ({facts.say('check.left', n=total)})"
    return shown.given(
        part="tenpai",
        verdict={"text": _distance(facts, answer["shanten"]), "note": _forms(facts, answer)},
        tables=shown.some(shown.table(rows, heading)),
    )


def _discards(facts: Facts, answer: Json) -> Json:
    """Fourteen tiles: the best discards with what each leaves, and the others folded."""
    least = answer["discards"][0]["shanten"]
    best = [each for each in answer["discards"] if each["shanten"] == least]
    others = [each for each in answer["discards"] if each["shanten"] > least]
    text = facts.say("check.by_discard") if least == 0 else _distance(facts, least)
    folds = []
    if others:
        title = facts.say("before.other_discards", n=len(others))
        folds = [shown.fold("other-discards", title, tables=shown.some(_table(facts, others)))]
    return shown.given(
        part="tenpai",
        verdict={"text": text, "note": _forms(facts, answer)} | shown.given(wins=least == 0),
        tables=shown.some(_table(facts, best, facts.say("before.discards"))),
        folds=folds,
        note=facts.say("before.discards_note"),
    )


def _table(facts: Facts, discards: Iterable[Json], heading: str = "") -> Json | None:
    uids = _uids(facts)
    rows = [
        shown.row(
            _discard(facts, each["tile"], uids.get(each["tile"])),
            shown.cell(
                _distance(facts, each["shanten"]),
                "num",
                gloss=facts.say("check.left", n=each["left"]),
                strong=each["shanten"] == 0,
            ),
            _leaves(facts, each),
        )
        for each in discards
    ]
    return shown.table(rows, heading)


def _discard(facts: Facts, tile: str, uid: int | None) -> Json:
    """The discarded tile; a tap lays it beside the hand, among the player's own discards."""
    told = shown.cell(tiles=[shown.tile(facts.language, tile)])
    if uid is None:
        return told
    label = facts.say("before.discard", tile=name(facts.language, tile))
    return told | {"tap": {"label": label, "events": [{"do": "discard", "uid": uid}]}}


def _leaves(facts: Facts, discard: Json) -> Json:
    """What a discard leaves: the tiles that advance the hand, or its waits with their points."""
    language = facts.language
    if "waits" not in discard:
        return shown.cell(tiles=shown.row_of_tiles(language, (each["tile"] for each in discard["advances"])))
    worth = [
        facts.say(
            "before.worth",
            tile=name(language, wait["tile"]),
            left=wait["left"],
            ron=_points([] if discard["furiten"] else [wait["ron"]]),
            tsumo=_points(wait["tsumo"]),
        )
        for wait in discard["waits"]
    ]
    if discard["furiten"]:
        worth.insert(0, facts.say("check.furiten"))
    tiles = shown.row_of_tiles(language, (wait["tile"] for wait in discard["waits"]))
    return shown.cell(tiles=tiles, gloss=" · ".join(worth))


def _points(shares: Iterable[int]) -> str:
    """What others pay, such as 500/1,000; a dash for nothing."""
    return "/".join(f"{points:,}" for points in shares if points) or phrases.MINUS


def _uids(facts: Facts) -> dict[str, int]:
    """A tile of each face outside the melds, as the rules have its face."""
    desk: Desk = scoring.in_rules(facts.scored.desk, facts.situation.rules)
    return {desk.face(uid): uid for uid in desk.outside_melds()}


def _by_number_left(advances: Iterable[Json]) -> list[tuple[int, list[str]]]:
    """The tiles that advance a hand, those of which most are left first."""
    tiles: dict[int, list[str]] = {}
    for each in advances:
        tiles.setdefault(each["left"], []).append(each["tile"])
    return sorted(tiles.items(), reverse=True)


def _distance(facts: Facts, shanten: int) -> str:
    return facts.say("before.far", n=shanten) if shanten else facts.say("check.tenpai")


def _forms(facts: Facts, answer: Json) -> str:
    """The distance by form, the nearest first."""
    forms = [(far, form) for form, far in answer["forms"].items() if far is not None]
    return " · ".join(
        f"{facts.say(_FORMS[form])}{facts.say('language.colon')}{far}" for far, form in sorted(forms)
    )


def _assumed(facts: Facts) -> str:
    """What the points assume, in one line."""
    parts = [] if facts.situation.seat else [facts.say("before.assumed_seat")]
    unsaid = facts.unsaid()
    parts += [facts.say("fact.assumed_riichi")] if "riichi" in unsaid else []
    parts += [facts.say(facts.assumed_dora())] if "dora" in unsaid else []
    return facts.say("fact.assumed", what=i18n.listed(facts.language, parts)) if parts else ""


def _misread(facts: Facts) -> list[str]:
    faces = tenpai_check.misread(facts.scored.desk)
    names = i18n.listed(facts.language, (name(facts.language, face) for face in faces))
    return [facts.say("before.misread", tiles=names)] if faces else []


def _hidden(facts: Facts) -> list[str]:
    """That a photo need not show every tile that is gone."""
    return [facts.say("before.at_most")] if facts.scored.desk.has_photo else []
