"""All that the desk's component is told, as one JSON object."""

from collections.abc import Collection, Iterable
from dataclasses import asdict
from functools import cache
from typing import Final

from yakulens.app import rule_phrases
from yakulens.app.contract import Json
from yakulens.app.dock import facts
from yakulens.app.dock.choice import Ask, Choice
from yakulens.app.dock.outcome import outcome
from yakulens.app.dock.questions import questions
from yakulens.app.dock.tiles import faces, melds, tiles
from yakulens.app.i18n import catalogue, text
from yakulens.app.phrases import Names
from yakulens.app.scoring import Scored
from yakulens.app.situation import Declared, Impossible
from yakulens.vision.desk import Desk
from yakulens.vision.desk.session import Session
from yakulens.vision.stages import Stage

_WORDS: Final = "desk."


def view(  # noqa: PLR0913 - a page's whole state
    language: str,
    session: Session,
    won: Scored,
    banned: Impossible,
    *,
    names: Names,
    at_table: bool,
    turn: str = "",
    moved: Ask | None = None,
    ruled: bool = True,
    photo: Json | None,
    sides: tuple[str, ...] = (),
    looking: str = "",
    held: bool = False,
) -> Json:
    """What the component shows.

    Args:
        language: the visitor's.
        session: the hand with its history.
        won: the same hand with its score.
        banned: choices that cannot be, each with its reason.
        names: who sits on each wind in the hand of a game that it is.
        at_table: whether it is of one, which then knows the round.
        turn: which hand of the running game it can be entered as; empty where it can not.
        ruled: whether somebody has said by which rules.
        moved: what is asked first where the game has gone on from it.
        photo: where the photo is fetched from, with its size in pixels; None for a typed hand.
        sides: the other hands in view, by where their owners sit.
        looking: what is still being done for a better reading; until that is there, no doubt is asked about.
        held: whether that waits because a tile's sheet is open.
    """
    asks = [] if looking else questions(language, won, photo=photo is not None, names=names)
    doubts = [*([] if moved is None or looking else [moved]), *asks]
    if looking and not plausible(session.desk):  # of what may be no hand at all no fact is asked
        doubts = [_busy(looking, text(language, "desk.enough"))]
    return _laid(language, session, photo) | {
        "looking": looking,
        "held": held,
        "questions": [asdict(ask) for ask in doubts],
        **_said(language, won, banned, names, at_table=at_table),
        "outcome": outcome(
            language, won, banned, names, at_table=at_table, turn=turn, ruled=ruled, looking=bool(looking)
        ),
        "rules": _rules(language, won.situation.rules, said=ruled, asked=not at_table),
        "sides": [{"side": side, "label": catalogue(language)[f"question.side.{side}"]} for side in sides],
        "can": _can(session) | {"indicators": True, "ura": won.situation.riichi != "none"},
    }


def _said(language: str, won: Scored, banned: Impossible, names: Names, *, at_table: bool) -> Json:
    """What is asked and what was said of how the hand was won, and which fact is open next."""
    asked = facts.asks(language, won, banned, names, at_table=at_table)
    return {
        "facts": {key: asdict(ask) for key, ask in asked.items()},
        "chips": facts.chips(language, won, banned, names, at_table=at_table),
        "asked": next(iter(facts.unsaid(won, banned, at_table=at_table)), None),
    }


def _rules(language: str, rules: str, *, said: bool, asked: bool) -> Json:
    return {"label": rule_phrases.short(language, rules), "said": said, "open": asked}


def plausible(desk: Desk) -> bool:
    """Whether a first reading has about as many tiles as a hand: of fewer nothing is asked or shown."""
    return abs(desk.missing()) <= 1


def hand(language: str, session: Session, own: Collection[int], *, photo: Json | None) -> Json:
    """What a desk without a dock shows: a hand that may wait, and which tiles beside it are own discards."""
    shown = _laid(language, session, photo)
    for tile in shown["tiles"]:
        if tile["uid"] in own:
            tile["name"] = tile["told"] = text(language, "check.own_tile", tile=tile["name"])
    nothing: Json = {"questions": [], "facts": {}, "chips": [], "asked": None, "outcome": None, "sides": []}
    can = _can(session) | {"indicators": False, "ura": False}
    return shown | nothing | {"looking": "", "held": False, "can": can, "own": sorted(own)}


def claimed(  # noqa: PLR0913 - all that is known of a hand
    language: str,
    session: Session,
    won: Scored,
    banned: Impossible,
    *,
    names: Names,
    at_table: bool,
    common: Collection[str],
    photo: Json | None,
) -> Json:
    """What a desk shows of a hand that somebody claims to have won with: asked as any hand is.

    What both claims have in common is neither asked nor shown here; nor can the page be left from here.
    """
    shown = view(language, session, won, banned, names=names, at_table=at_table, photo=photo)
    unknown = (fact for fact in facts.unsaid(won, banned, at_table=at_table) if fact not in common)
    told = shown["outcome"]
    return shown | {
        "inline": True,
        "can": shown["can"] | {"indicators": False, "ura": False},
        "facts": {key: ask for key, ask in shown["facts"].items() if key not in common},
        "chips": [chip for chip in shown["chips"] if chip["key"] not in common],
        "asked": next(unknown, None),
        "questions": [ask | {"choices": _staying(ask["choices"])} for ask in shown["questions"]],
        "outcome": None if told is None else told | {"choices": _staying(told["choices"])},
        "rules": shown["rules"] | {"open": False},
    }


def _staying(choices: Iterable[Json]) -> list[Json]:
    """The answers that do not go on elsewhere."""
    return [each for each in choices if (each["event"] or {}).get("do") != "go" and each["opens"] != "share"]


def _laid(language: str, session: Session, photo: Json | None) -> Json:
    """The photo and the hand in tiles, as the component takes them."""
    desk = session.desk
    return {
        "language": language,
        "words": _words(language),
        "faces": faces(language),
        "photo": photo,
        "tiles": tiles(language, desk),
        "hand": {
            "concealed": list(desk.concealed),
            "win": desk.win,
            "melds": melds(language, desk),
            "indicators": list(desk.indicators),
            "ura": list(desk.ura),
            "others": list(desk.others),
            "missing": desk.missing(),
        },
    }


def _can(session: Session) -> Json:
    return {"undo": bool(session.past), "first": session.desk != session.first}


def waiting(language: str, stage: Stage, before: int = 0) -> Json:
    """What the component shows while nothing is known of a photo, which whoever asks adds.

    Args:
        language: the visitor's.
        stage: what is being done.
        before: how many photos are read before this one.
    """
    won = Scored.of(Desk(), Declared())
    shown = view(language, Session(), won, {}, names={}, at_table=True, photo=None)
    stage_key = f"looking.{stage or 'finding'}"
    doing = text(language, "looking.waiting", n=before) if before else text(language, stage_key)
    ask = _busy(doing, text(language, "looking.cancel"))
    return shown | {"looking": doing, "questions": [asdict(ask)], "facts": {}, "chips": [], "asked": None}


def _busy(doing: str, leave: str) -> Ask:
    return Ask("looking", doing, (Choice(leave, {"do": "stop"}),))


@cache
def _words(language: str) -> dict[str, str]:
    """The component's own words: the ``desk`` section of the catalogue."""
    return {
        key.removeprefix(_WORDS): words
        for key, words in catalogue(language).items()
        if key.startswith(_WORDS)
    }
