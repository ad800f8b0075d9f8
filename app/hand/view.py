"""Everything the desk's component shows of a hand, as one JSON object."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.hand import dora, scoring
from yakulens.app.hand.before_win import may_wait
from yakulens.app.hand.case import case_lines
from yakulens.app.hand.choice import Choice, Prompt, say_event
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.questions import questions
from yakulens.app.hand.situation import WinFacts
from yakulens.app.hand.tiles import melds, tiles
from yakulens.app.words import phrases, rule_phrases
from yakulens.app.words.i18n import section, text
from yakulens.app.words.tiles import name
from yakulens.scorer.contract.answer import picked
from yakulens.vision.desk import Desk
from yakulens.vision.desk.session import Session
from yakulens.vision.labels import LABELS
from yakulens.vision.stages import Stage

_WORDS: Final = "desk."
_NO_DOCK: Final[Json] = {
    "questions": [],
    "facts": {},
    "chips": [],
    "asked": None,
    "outcome": None,
    "dora": {},
    "sides": [],
}
_YAKU_FACTS: Final[tuple[tuple[str, Any, str], ...]] = (
    ("riichi", "riichi", "riichi:riichi"),
    ("by", "tsumo", "by:tsumo"),
    ("last_tile", True, "last_tile"),
    ("rinshan", True, "rinshan"),
    ("chankan", True, "chankan"),
)
"""Facts that give a yaku to a hand without one: field, value, and its name in ``impossible``."""


def view(  # noqa: PLR0913 - a page's whole state
    facts: Facts,
    session: Session,
    *,
    photo: Json | None,
    turn: str = "",
    moved: Prompt | None = None,
    ruled: bool = True,
    sides: tuple[str, ...] = (),
    looking: str = "",
    held: bool = False,
) -> Json:
    """What the component shows of a hand: its session, and how the hand was won as far as known.

    Args:
        facts: how it was won.
        session: the hand with its history.
        photo: the photo's address and its size in pixels; None for a typed hand.
        turn: the hand of the running game that it can be entered as; empty if none.
        moved: the question to ask first after the game has moved on.
        ruled: whether somebody has chosen the rules.
        sides: the other hands in view, by where their owners sit.
        looking: what is being done for a better reading; until it arrives, no doubt is asked about, and how
            the hand was won only where its tiles leave none.
        held: whether an open tile's sheet defers that reading.
    """
    of_tiles = questions(facts.language, facts.scored, photo=photo is not None, names=facts.names)
    asks: list[Prompt] = []
    if not looking:
        asks += [] if moved is None else [moved]
        asks += of_tiles
    elif of_tiles or not plausible(session.desk):  # what decides the tiles comes before how it was won
        asks = [_busy(looking, facts.say("desk.enough"))]
    rules = rule_phrases.short(facts.language, facts.situation.rules)
    hand = _hand(facts.language, session, photo)
    if may_wait(facts.scored) or session.desk.own_discards:
        hand |= _marked(facts.language, hand["tiles"], session.desk)
    return hand | {
        "looking": looking,
        "held": held,
        "questions": [ask.to_json() for ask in asks],
        "facts": {key: ask.to_json() for key, ask in facts.asks().items()},
        "chips": facts.chips(),
        "asked": facts.asked(),
        "outcome": outcome(facts, turn=turn, ruled=ruled, looking=bool(looking)),
        "dora": {
            place: [choice.to_json() for choice in choices]
            for place, choices in dora.chosen(facts.language, session.desk).items()
        },
        "rules": {"label": rules, "said": ruled, "open": not facts.names},
        "sides": [{"side": side, "label": facts.say(f"question.side.{side}")} for side in sides],
        "can": _can(session) | {"indicators": True, "ura": facts.situation.riichi != "none"},
    }


def outcome(facts: Facts, *, turn: str = "", ruled: bool = True, looking: bool = False) -> Json | None:
    """The score as the dock shows it; None while something is missing for one.

    It takes arguments of ``view``; ``looking`` says whether a better reading is under way.
    """
    language, score, seat = facts.language, facts.scored.score, facts.situation.seat or "east"
    if score is None:
        return None
    wins, worth = score["outcome"] == "win", phrases.worth(language, score)
    if wins:
        headline = phrases.paid(language, score, seat, facts.situation.by)
        payments = (phrases.payers(language, score, facts.names), phrases.in_chips(language, score, seat))
        pays = " · ".join(filter(None, payments))
        next_photo = Choice(facts.say("fact.next"), {"do": "go", "where": "photo"})
        choices = [Choice(facts.say("fact.share"), opens="share"), next_photo]
        if turn:
            go = {"do": "go", "where": "table"}
            choices.insert(0, Choice(facts.say("table.bring"), go, note=turn, strong=True))
    else:
        headline = worth
        pays = phrases.problems(language, score)[0]
        choices = _yaku_choices(facts) if score["outcome"] == "no_yaku" else []
    case = case_lines(language, facts.scored, facts.names)
    so_far = wins and (looking or facts.may_change())
    return {
        "worth": worth,
        "wins": wins,
        "headline": headline,
        "so_far": facts.say("result.so_far", score=headline) if so_far else headline,
        "pays": pays,
        "assumed": " · ".join(filter(None, (facts.liable(), facts.assumptions(ruled=ruled)))),
        "choices": [choice.to_json() for choice in choices],
        "share": "\n".join((*case, f"{headline} · {worth}", pays)) if wins else "",
    }


def _yaku_choices(facts: Facts) -> list[Choice]:
    """The facts by which a hand without yaku would win, each with the resulting worth."""
    choices = []
    for field, value, choice in _YAKU_FACTS:
        situation = facts.situation.saying(**{field: value})
        if choice in facts.banned or situation == facts.situation:
            continue
        score = scoring.score(facts.scored.desk, situation)
        if score is not None and score["outcome"] == "win":
            worth = phrases.worth(facts.language, score)
            choices.append(Choice(facts.say(f"fact.perhaps_{field}"), say_event(field, value), note=worth))
    return choices


def plausible(desk: Desk) -> bool:
    """Whether a first reading has about as many tiles as a hand; otherwise nothing is asked or shown."""
    return abs(desk.missing()) <= 1


def hand_view(language: str, session: Session, *, photo: Json | None) -> Json:
    """What a desk without a dock shows: a hand that may wait, with its player's discards marked."""
    shown = _hand(language, session, photo)
    can = _can(session) | {"indicators": False, "ura": False}
    marked = _marked(language, shown["tiles"], session.desk)
    return shown | _NO_DOCK | {"looking": "", "held": False, "can": can} | marked


def _marked(language: str, told: Iterable[Json], desk: Desk) -> Json:
    """The tiles with the player's own discards marked; the others beside the hand can then be marked."""
    for tile in told:
        if tile["uid"] in desk.own_discards:
            tile["name"] = tile["told"] = text(language, "check.own_tile", tile=tile["name"])
    return {"own": sorted(desk.own_discards)}


def claim_view(facts: Facts, session: Session, *, common: Collection[str], photo: Json | None) -> Json:
    """What a desk shows of a claimed win, with all its questions.

    The facts in ``common`` to both claims are neither asked nor shown here, and the page cannot be left.
    """
    shown = view(facts, session, photo=photo)
    score = shown["outcome"]
    return shown | {
        "inline": True,
        "can": shown["can"] | {"indicators": False, "ura": shown["can"]["ura"] and "ura" not in common},
        "facts": {key: ask for key, ask in shown["facts"].items() if key not in common},
        "chips": [chip for chip in shown["chips"] if chip["key"] not in common],
        "asked": next((fact for fact in facts.unsaid() if fact not in common), None),
        "questions": [ask | {"choices": _on_this_page(ask["choices"])} for ask in shown["questions"]],
        "outcome": None if score is None else score | {"choices": _on_this_page(score["choices"])},
        "dora": {
            place: choices
            for place, choices in shown["dora"].items()
            if place == "ura" and place not in common
        },
        "rules": shown["rules"] | {"open": False},
    }


def _on_this_page(choices: Iterable[Json]) -> list[Json]:
    """The answers that neither leave the page nor share anything nor take a photo."""
    return [
        choice
        for choice in choices
        if (choice["event"] or {}).get("do") != "go" and choice["opens"] not in {"share", "look", "score"}
    ]


def _hand(language: str, session: Session, photo: Json | None) -> Json:
    """The photo and the hand's tiles, as the component takes them."""
    desk = session.desk
    return {
        "language": language,
        "words": _words(language),
        "faces": {face: name(language, face) for face in LABELS},
        "photo": photo,
        "tiles": tiles(language, desk),
        "hand": picked(desk, "concealed", "win", "indicators", "ura", "others")
        | {"melds": melds(language, desk), "missing": desk.missing()},
    }


def _can(session: Session) -> Json:
    """Which steps of the hand's history are possible."""
    return {"undo": bool(session.past), "first": session.desk != session.first}


def waiting_view(language: str, stage: Stage, before: int = 0) -> Json:
    """What the component shows before a photo's first reading; the caller adds the photo.

    ``before`` is how many photos are queued before this one.
    """
    shown = view(Facts(language, scoring.Scored.of(Desk(), WinFacts()), {}, {}), Session(), photo=None)
    stage_key = f"looking.{stage or 'finding'}"
    doing = text(language, "looking.waiting", n=before) if before else text(language, stage_key)
    ask = _busy(doing, text(language, "looking.cancel"))
    rules = shown["rules"] | {"open": False}
    return shown | _NO_DOCK | {"looking": doing, "questions": [ask.to_json()], "rules": rules}


def _busy(doing: str, stop: str) -> Prompt:
    """What is being done with the photo; ``stop`` is the label of the tap that ends it."""
    return Prompt("looking", doing, (Choice(stop, {"do": "stop"}),))


@cache
def _words(language: str) -> dict[str, str]:
    """The component's own words: the ``desk`` section of the catalogue, and its signs between words."""
    return section(language, _WORDS) | {
        sign: text(language, f"language.{sign}") for sign in ("pause", "colon", "end")
    }
