"""All that the desk's component shows of a hand, as one JSON object."""

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
    scored: Scored,
    banned: Impossible,
    *,
    names: Names,
    turn: str = "",
    moved: Ask | None = None,
    ruled: bool = True,
    photo: Json | None,
    sides: tuple[str, ...] = (),
    looking: str = "",
    held: bool = False,
) -> Json:
    """What the component shows of a hand: its session, and the same hand scored.

    Args:
        language: the visitor's.
        session: the hand with its history.
        scored: its score.
        banned: choices that cannot be, each with its reason.
        names: who sits on each wind in the hand of a game that it is; empty for a hand of no game.
        turn: which hand of the running game it can be entered as; empty where it can not.
        moved: what is asked first where the game has gone on from it.
        ruled: whether somebody has said by which rules.
        photo: where the photo is fetched from, with its size in pixels; None for a typed hand.
        sides: the other hands in view, by where their owners sit.
        looking: what is still being done for a better reading; until that is there, no doubt is asked about.
        held: whether that waits because a tile's sheet is open.
    """
    asks: list[Ask] = []
    if not looking:
        asks += [] if moved is None else [moved]
        asks += questions(language, scored, photo=photo is not None, names=names)
    elif not plausible(session.desk):  # of what may be no hand at all no fact is asked
        asks = [_busy(looking, text(language, "desk.enough"))]
    fact_asks = facts.asks(language, scored, banned, names)
    open_facts = facts.open_facts(scored, banned, at_table=bool(names))
    rules = rule_phrases.short(language, scored.situation.rules)
    return _hand(language, session, photo) | {
        "looking": looking,
        "held": held,
        "questions": [asdict(ask) for ask in asks],
        "facts": {key: asdict(ask) for key, ask in fact_asks.items()},
        "chips": facts.chips(language, scored, banned, names),
        "asked": next(iter(open_facts), None),
        "outcome": outcome(language, scored, banned, names, turn=turn, ruled=ruled, looking=bool(looking)),
        "rules": {"label": rules, "said": ruled, "open": not names},
        "sides": [{"side": side, "label": text(language, f"question.side.{side}")} for side in sides],
        "can": _can(session) | {"indicators": True, "ura": scored.situation.riichi != "none"},
    }


def plausible(desk: Desk) -> bool:
    """Whether a first reading has about as many tiles as a hand: of fewer nothing is asked or shown."""
    return abs(desk.missing()) <= 1


def hand_view(language: str, session: Session, own: Collection[int], *, photo: Json | None) -> Json:
    """What a desk without a dock shows: a hand that may wait, and which tiles beside it are own discards."""
    shown = _hand(language, session, photo)
    for tile in shown["tiles"]:
        if tile["uid"] in own:
            tile["name"] = tile["told"] = text(language, "check.own_tile", tile=tile["name"])
    no_dock: Json = {"questions": [], "facts": {}, "chips": [], "asked": None, "outcome": None, "sides": []}
    can = _can(session) | {"indicators": False, "ura": False}
    return shown | no_dock | {"looking": "", "held": False, "can": can, "own": sorted(own)}


def claim_view(  # noqa: PLR0913 - all that is known of a hand
    language: str,
    session: Session,
    scored: Scored,
    banned: Impossible,
    *,
    names: Names,
    common: Collection[str],
    photo: Json | None,
) -> Json:
    """What a desk shows of a hand that somebody claims to have won with: asked as any hand is.

    The facts that both claims have in ``common`` are neither asked nor shown here; nor can the page be left.
    """
    shown = view(language, session, scored, banned, names=names, photo=photo)
    open_facts = facts.open_facts(scored, banned, at_table=bool(names))
    score = shown["outcome"]
    return shown | {
        "inline": True,
        "can": shown["can"] | {"indicators": False, "ura": False},
        "facts": {key: ask for key, ask in shown["facts"].items() if key not in common},
        "chips": [chip for chip in shown["chips"] if chip["key"] not in common],
        "asked": next((fact for fact in open_facts if fact not in common), None),
        "questions": [ask | {"choices": _on_this_page(ask["choices"])} for ask in shown["questions"]],
        "outcome": None if score is None else score | {"choices": _on_this_page(score["choices"])},
        "rules": shown["rules"] | {"open": False},
    }


def _on_this_page(choices: Iterable[Json]) -> list[Json]:
    """The answers that lead to no other page and share nothing."""
    return [
        choice
        for choice in choices
        if (choice["event"] or {}).get("do") != "go" and choice["opens"] != "share"
    ]


def _hand(language: str, session: Session, photo: Json | None) -> Json:
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
    """Which steps of the hand's history can be taken."""
    return {"undo": bool(session.past), "first": session.desk != session.first}


def waiting_view(language: str, stage: Stage, before: int = 0) -> Json:
    """What the component shows while nothing is known of a photo, which the caller adds.

    ``before`` is how many photos are read before this one.
    """
    shown = view(language, Session(), Scored.of(Desk(), Declared()), {}, names={}, photo=None)
    stage_key = f"looking.{stage or 'finding'}"
    doing = text(language, "looking.waiting", n=before) if before else text(language, stage_key)
    ask = _busy(doing, text(language, "looking.cancel"))
    return shown | {
        "looking": doing,
        "questions": [asdict(ask)],
        "facts": {},
        "chips": [],
        "asked": None,
        "rules": shown["rules"] | {"open": False},
    }


def _busy(doing: str, stop: str) -> Ask:
    """What is being done with the photo, and ``stop``: the words of the tap that ends it."""
    return Ask("looking", doing, (Choice(stop, {"do": "stop"}),))


@cache
def _words(language: str) -> dict[str, str]:
    """The component's own words: the ``desk`` section of the catalogue."""
    return {
        key.removeprefix(_WORDS): words
        for key, words in catalogue(language).items()
        if key.startswith(_WORDS)
    }
