"""How the hand was won, as a line of facts: each asked once, none presumed without saying so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from yakulens.app import rule_phrases
from yakulens.app.dock.choice import Ask, Choice
from yakulens.app.i18n import text
from yakulens.app.phrases import character, listed, say, seated
from yakulens.app.scoring import liable_yaku, players, rule_sets
from yakulens.app.situation import FACTS
from yakulens.app.tiles import name
from yakulens.scorer.judge.possible import FLAGS
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import BYS, QUAD_KINDS, RIICHIS, SEATS
from yakulens.vision.desk.questions import offered_indicators, open_questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.app.contract import Json
    from yakulens.app.phrases import Names
    from yakulens.app.scoring import Scored
    from yakulens.app.situation import Declared, Fact, Impossible
    from yakulens.vision.desk import Desk

_RIICHI: Final = {"none": "fact.no_riichi", "riichi": "situation.riichi_riichi", "double": "situation.double"}


def wanted(now: Declared, banned: Impossible, *, yakuman: bool = False) -> tuple[Fact, ...]:
    """The facts that this win has, in the order in which they are asked; a yakuman takes no han of others.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.situation import Declared, effective
    >>> desk = typed.hand("345678m44p67s +5s [234p]")
    >>> wanted(*effective(Declared("tsumo", "south"), desk))
    ('by', 'seat', 'dora')
    """
    rules = load_rules(now.rules)
    settled = yakuman and not rules.chips.played  # chips are paid for them beside a yakuman
    left_out: dict[Fact, bool] = {
        "discarder": now.by != "ron",
        "riichi": "riichi:riichi" in banned or settled,
        "dora": not rules.dora or settled,
        "ura": not rules.ura_dora or now.riichi == "none" or settled,
    }
    return tuple(fact for fact in FACTS if not left_out.get(fact, False))


def is_said(fact: Fact, desk: Desk, now: Declared) -> bool:
    """Whether somebody has said it, or the photo shows it.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.situation import Declared
    >>> desk = typed.hand("345678m44p67s +5s [234p]")
    >>> is_said("dora", desk, Declared()), is_said("dora", desk, Declared().saying("dora"))
    (False, True)
    """
    if fact in {"dora", "ura"}:
        shown, other = len(desk.indicators), len(desk.ura)
        if fact == "ura":
            return "ura" in now.said if not other else other >= max(shown, indicators(desk, now))
        # One ura lies under each dora indicator: where some are said, all of the row above are.
        return shown >= indicators(desk, now) or ("dora" in now.said and shown >= other)
    if fact in {"by", "seat"}:
        return getattr(now, fact) is not None
    return fact in now.said


def indicators(desk: Desk, now: Declared) -> int:
    """How many tiles show the dora, as far as the hand tells: one, and one for each of its quads.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.situation import Declared
    >>> indicators(typed.hand("234m456p7s +7s [777z] (1111z)"), Declared())
    2
    """
    quads = sum(meld.kind in QUAD_KINDS for meld in desk.melds)
    return 1 + quads if load_rules(now.rules).kan_dora else 1


def is_yakuman(score: Json | None) -> bool:
    """Whether a score is a yakuman: riichi and dora then change nothing of it."""
    return bool(score and score["yakuman"])


def unsaid(desk: Desk, now: Declared, banned: Impossible, *, yakuman: bool = False) -> tuple[Fact, ...]:
    """The facts that nobody has spoken about yet; the first is asked next.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.situation import Declared
    >>> unsaid(typed.hand("345678m44p67s +5s"), Declared("ron", "south"), {})
    ('discarder', 'riichi', 'dora')
    """
    return tuple(fact for fact in wanted(now, banned, yakuman=yakuman) if not is_said(fact, desk, now))


def is_open(won: Scored, banned: Impossible) -> bool:
    """Whether a score may still change: a fact is unsaid, or something is asked about the tiles.

    >>> from dataclasses import replace
    >>> from yakulens.vision.desk import Question, typed
    >>> from yakulens.app.scoring import Scored
    >>> from yakulens.app.situation import Declared
    >>> desk = typed.hand("345678m44p67s +5s [234p]")
    >>> facts = Declared("tsumo", "south").saying("riichi", "dora")
    >>> doubt = Question("doubtful_face", (2,), "5m or 0m?", ("5m", "0m"))
    >>> is_open(Scored.of(desk, facts), {}), is_open(Scored.of(replace(desk, questions=(doubt,)), facts), {})
    (False, True)
    """
    unknown = unsaid(won.desk, won.situation, banned, yakuman=is_yakuman(won.score))
    return bool(unknown or open_questions(won.desk))


def assumed(  # noqa: PLR0913 - all that is known of a hand
    language: str,
    desk: Desk,
    now: Declared,
    banned: Impossible,
    *,
    at_table: bool,
    ruled: bool = True,
    yakuman: bool = False,
) -> str:
    """What the score presumes, in a line; empty where everything was said.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.situation import Declared
    >>> assumed("en", typed.hand("345678m44p67s +5s"), Declared("tsumo", "south"), {}, at_table=True)
    'Assumed: no riichi, no dora'
    """
    open_facts = unsaid(desk, now, banned, yakuman=yakuman)
    keys = [f"fact.assumed_{fact}" for fact in ("discarder", "riichi", "dora", "ura") if fact in open_facts]
    if desk.indicators:
        keys = ["fact.assumed_more_dora" if key == "fact.assumed_dora" else key for key in keys]
    if not at_table and "round" not in now.said:
        keys.append(f"fact.assumed_round_{now.round}")
    told = [text(language, key) for key in keys]
    if not ruled:
        told.append(text(language, "fact.assumed_rules", rules=rule_phrases.short(language, now.rules)))
    return text(language, "fact.assumed", what=listed(language, told)) if told else ""


def chips(  # noqa: PLR0913 - all that is known of a hand
    language: str, desk: Desk, now: Declared, banned: Impossible, names: Names, *, yakuman: bool = False
) -> list[Json]:
    """The facts as a line: what was said, and in grey what was not.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.situation import Declared
    >>> shown = chips("en", typed.hand("345678m44p67s +5s"), Declared("ron", "south"), {}, {"south": "Bo"})
    >>> [chip["label"] for chip in shown]
    ['Ron', 'Bo won', 'Discarder', 'Riichi', 'Dora', 'More']
    >>> east = Declared("ron", "south").saying(round="east", last_tile=True)
    >>> chips("en", typed.hand("345678m44p67s +5s"), east, {}, {})[-1]["label"]
    'East round · Last tile'
    """
    found = [
        {
            "key": fact,
            "label": _said(language, fact, desk, now, names)
            if is_said(fact, desk, now) or (fact in {"dora", "ura"} and _shown(fact, desk))
            else text(language, f"fact.{fact}"),
            "said": is_said(fact, desk, now),
        }
        for fact in wanted(now, banned, yakuman=yakuman)
    ]
    extra = [text(language, f"fact.round_{now.round}")] if "round" in now.said else []
    extra += [text(language, f"situation.{flag}") for flag in FLAGS if getattr(now, flag)]
    label = " · ".join(extra) or text(language, "fact.more")
    return [*found, {"key": "more", "label": label, "said": bool(extra)}]


def _said(language: str, fact: Fact, desk: Desk, now: Declared, names: Names) -> str:  # noqa: PLR0911 - one a fact
    match fact:
        case "by":
            return text(language, f"situation.{now.by}")
        case "seat":
            return text(language, "fact.won", who=seated(language, now.seat or "east", names))
        case "discarder":
            if now.discarder is None:
                return text(language, "fact.discarder_unknown")
            return text(language, "fact.from", who=seated(language, now.discarder, names))
        case "riichi":
            return text(language, _RIICHI[now.riichi])
        case "dora" | "ura":
            faces = desk.faces(_shown(fact, desk))
            if not faces:
                return text(language, f"fact.no_{fact}")
            most = max(len(faces), indicators(desk, now))
            return text(language, f"fact.{fact}_shown", n=len(faces), of=most)


def _shown(fact: str, desk: Desk) -> tuple[int, ...]:
    return desk.indicators if fact == "dora" else desk.ura


def asks(language: str, won: Scored, banned: Impossible, names: Names, *, at_table: bool) -> dict[str, Ask]:
    """What each fact asks, and under ``more`` the rarer ones.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.scoring import Scored
    >>> from yakulens.app.situation import Declared
    >>> won = Scored.of(typed.hand("345678m44p67s +5s"), Declared())
    >>> asked = asks("en", won, {}, {}, at_table=False)
    >>> [(choice.label, choice.note) for choice in asked["by"].choices]
    [('Ron', 'off a discard'), ('Tsumo', 'self-draw')]
    """
    now, desk = won.situation, won.desk
    return {
        "by": _by(language, now),
        "seat": _seats(language, now, banned, names),
        "discarder": _discarder(language, now, banned, names),
        "riichi": _riichi(language, now, banned),
        "dora": _indicators(language, "dora", desk, now),
        "ura": _indicators(language, "ura", desk, now),
        **({} if at_table else {"rules": _rules(language, now)}),
        "more": _more(language, won, banned, names, at_table=at_table),
    }


def saying(field: str, value: object) -> Json:
    """The event that says something of how the hand was won."""
    return {"do": "say", "field": field, "value": value}


def _ask(language: str, key: str, choices: Sequence[Choice], *, stays: bool = False) -> Ask:
    return Ask(f"fact-{key}", text(language, f"fact.ask_{key}"), tuple(choices), stays=stays)


def _by(language: str, now: Declared) -> Ask:
    ways = [
        Choice(
            text(language, f"situation.{by}"),
            saying("by", by),
            note=text(language, f"fact.{by}_plain"),
            held=now.by == by,
            strong=True,
        )
        for by in BYS
    ]
    return _ask(language, "by", ways)


def _wind(language: str, wind: str, names: Names) -> tuple[str, str]:
    """A seat in two parts: who sits there, and beside a name the wind."""
    who = names.get(wind)
    named = text(language, f"wind.{wind}")
    if who:
        return who, named
    beside = text(language, "language.seat_note", kanji=character(language, wind))
    return text(language, "language.seat", name=named), beside


def _seats(language: str, now: Declared, banned: Impossible, names: Names) -> Ask:
    shown = [wind for wind in SEATS if f"seat:{wind}" not in banned]
    choices = [
        Choice(who, saying("seat", wind), note=note, held=now.seat == wind)
        for wind in shown
        for who, note in (_wind(language, wind, names),)
    ]
    return _ask(language, "seat", choices)


def _discarder(language: str, now: Declared, banned: Impossible, names: Names) -> Ask:
    known = "discarder" in now.said
    shown = [wind for wind in SEATS if f"discarder:{wind}" not in banned and wind != now.seat]
    choices = [
        Choice(who, saying("discarder", wind), note=note, held=known and now.discarder == wind)
        for wind in shown[: players(now.rules) - 1]
        for who, note in (_wind(language, wind, names),)
    ]
    unknown = Choice(
        text(language, "situation.discarder_unknown"),
        saying("discarder", None),
        held=known and now.discarder is None,
    )
    return _ask(language, "discarder", [*choices, unknown])


def _riichi(language: str, now: Declared, banned: Impossible) -> Ask:
    known = "riichi" in now.said
    choices = [
        Choice(
            text(language, _RIICHI[value]),
            saying("riichi", value),
            held=known and now.riichi == value,
            why_not=say(language, banned[f"riichi:{value}"]) if f"riichi:{value}" in banned else "",
        )
        for value in RIICHIS
    ]
    if known and now.riichi != "none":
        choices.append(_flag(language, "ippatsu", now, banned))
    return _ask(language, "riichi", choices)


def _indicators(language: str, fact: str, desk: Desk, now: Declared) -> Ask:
    """Which tiles show the dora: those that the photo offers and any other of it are a tap away."""
    place = "indicators" if fact == "dora" else "ura"
    uids, most = _shown(fact, desk), indicators(desk, now)
    shown = [Choice(text(language, "fact.correct"), face=desk.face(uid), opens=f"tile:{uid}") for uid in uids]
    offered = offered_indicators(desk) if len(uids) < max(most, len(desk.indicators)) else ()
    found = [
        Choice(name(language, desk.face(uid)), {"do": "move", "uid": uid, "place": place}, desk.face(uid))
        for uid in offered
    ]
    none = Choice(text(language, f"fact.no_{fact}"), saying(fact, "none"), held=not uids and fact in now.said)
    if uids and fact == "dora":
        none = Choice(text(language, "fact.no_more_dora"), saying(fact, "none"), held=fact in now.said)
    from_photo = any(desk.tiles[uid].quad is not None for uid in desk.others)
    words = "fact.type_indicator" if from_photo else "fact.tap_indicator"
    more = Choice(text(language, words), opens=f"keys:{place}", strong=not from_photo)
    asked = [text(language, f"fact.ask_{fact}")]
    asked += [text(language, "fact.tap_on_photo")] if from_photo and len(uids) < most else []
    count = text(language, "fact.so_many", n=len(uids), of=most) if most > 1 else ""
    none_offered = [none] if not uids or (fact == "dora" and len(uids) < most) else []
    if none_offered and not uids and fact == "dora" and now.riichi != "none" and not desk.ura:
        # One tap for what most riichi hands are.
        none_offered.append(Choice(text(language, "fact.no_dora_nor_ura"), saying("dora", "nor_ura")))
    choices = (*shown, *found, *none_offered, more)
    return Ask(f"fact-{fact}", " ".join(asked), choices, offered, count, picks=place)


def _rules(language: str, now: Declared) -> Ask:
    first = rule_phrases.first(language)
    choices = [
        Choice(
            rule_phrases.short(language, rules),
            saying("rules", rules),
            note=rule_phrases.gist(language, rules),
            held=now.rules == rules,
        )
        for rules in (*first, *(each for each in rule_sets() if each not in first))
    ]
    return _ask(language, "rules", choices)


def _flag(language: str, flag: str, now: Declared, banned: Impossible) -> Choice:
    held = bool(getattr(now, flag))
    why = say(language, banned[flag]) if flag in banned else ""
    return Choice(text(language, f"situation.{flag}"), saying(flag, not held), held=held, why_not=why)


def _more(language: str, won: Scored, banned: Impossible, names: Names, *, at_table: bool) -> Ask:
    now = won.situation
    choices: list[Choice] = []
    if not at_table:
        choices += [
            Choice(
                text(language, f"fact.round_{wind}"),
                saying("round", wind),
                held="round" in now.said and now.round == wind,
            )
            for wind in SEATS
            if f"round:{wind}" not in banned
        ]
    choices += [_flag(language, flag, now, banned) for flag in FLAGS]
    if now.by != "ron":
        apart = Choice(
            text(language, "situation.not_apart"),
            saying("win_apart", not now.win_apart),
            held=not now.win_apart,
        )
        choices.append(apart)
    if won.score is not None and liable_yaku(won.score, now.rules):
        told = now.liable or (won.score["liable"] or {}).get("seat")
        choices += [
            Choice(
                text(language, "fact.liable", who=seated(language, wind, names)),
                saying("liable", None if now.liable == wind else wind),
                held=told == wind,
            )
            for wind in SEATS[: players(now.rules)]
            if wind != now.seat
        ]
    return _ask(language, "more", choices, stays=True)
