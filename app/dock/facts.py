"""How the hand was won, as a line of facts: each asked once, none presumed without saying so."""

from collections.abc import Sequence
from typing import Any, Final

from yakulens.app import rule_phrases
from yakulens.app.contract import Json
from yakulens.app.dock import dora
from yakulens.app.dock.choice import Ask, Choice
from yakulens.app.i18n import text
from yakulens.app.phrases import Names, character, listed, seated
from yakulens.app.phrases import say as say_why
from yakulens.app.scoring import Scored, liable_yaku, players, rule_sets
from yakulens.app.situation import FACTS, RIICHI_WAYS, Declared, Fact, Impossible
from yakulens.scorer.judge.possible import FLAGS, RIICHI_IPPATSU
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import BYS, SEATS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.questions import open_questions

_RIICHI: Final = {"none": "fact.no_riichi", "riichi": "situation.riichi_riichi", "double": "situation.double"}


def wanted(won: Scored, banned: Impossible, *, at_table: bool) -> tuple[Fact, ...]:
    """The facts that a win has, in the order in which they are asked; a yakuman takes no han of others.

    The round counts where the hand is worth something else in another one; at a table it is known.
    """
    now, yakuman = won.situation, is_yakuman(won.score)
    rules = load_rules(now.rules)
    settled = yakuman and not rules.chips.played  # chips are paid for them beside a yakuman
    left_out: dict[Fact, bool] = {
        "round": at_table or not won.by_round,
        "discarder": now.by != "ron",
        "riichi": "riichi:riichi" in banned or settled,
        "dora": not rules.dora or settled,
        "ura": not rules.ura_dora or now.riichi == "none" or settled,
    }
    return tuple(fact for fact in FACTS if not left_out.get(fact, False))


def is_said(fact: Fact, desk: Desk, now: Declared) -> bool:
    """Whether somebody has said it, or the photo shows it."""
    if fact in {"dora", "ura"}:
        return dora.is_said(fact, desk, now)
    if fact in {"by", "seat"}:
        return getattr(now, fact) is not None
    return fact in now.said


def is_yakuman(score: Json | None) -> bool:
    """Whether a score is a yakuman: riichi and dora then change nothing of it."""
    return bool(score and score["yakuman"])


def unsaid(won: Scored, banned: Impossible, *, at_table: bool) -> tuple[Fact, ...]:
    """The facts that nobody has spoken about yet; the first is asked next."""
    facts = wanted(won, banned, at_table=at_table)
    return tuple(fact for fact in facts if not is_said(fact, won.desk, won.situation))


def is_open(won: Scored, banned: Impossible, *, at_table: bool) -> bool:
    """Whether a score may still change: a fact is unsaid, or something is asked about the tiles."""
    return bool(unsaid(won, banned, at_table=at_table) or open_questions(won.desk))


def assumed(language: str, won: Scored, banned: Impossible, *, at_table: bool, ruled: bool = True) -> str:
    """What the score presumes, in a line; empty where everything was said."""
    now = won.situation
    open_facts = unsaid(won, banned, at_table=at_table)
    keys = [f"fact.assumed_{fact}" for fact in ("discarder", "riichi", "dora", "ura") if fact in open_facts]
    if won.desk.indicators:
        keys = ["fact.assumed_more_dora" if key == "fact.assumed_dora" else key for key in keys]
    if not at_table and "round" not in now.said:
        keys.append(f"fact.assumed_round_{now.round}")
    told = [text(language, key) for key in keys]
    if not ruled:
        told.append(text(language, "fact.assumed_rules", rules=rule_phrases.short(language, now.rules)))
    return text(language, "fact.assumed", what=listed(language, told)) if told else ""


def chips(language: str, won: Scored, banned: Impossible, names: Names, *, at_table: bool) -> list[Json]:
    """The facts as a line: what was said, and in grey what was not."""
    desk, now = won.desk, won.situation
    facts = wanted(won, banned, at_table=at_table)
    found = [
        {
            "key": fact,
            "label": _told(language, fact, desk, now, names),
            "said": is_said(fact, desk, now),
        }
        for fact in facts
    ]
    extra = [_round(language, now)] if "round" in now.said and not at_table and "round" not in facts else []
    apart = [flag for flag in FLAGS if flag != "ippatsu" or "riichi" not in facts]
    extra += [text(language, f"situation.{flag}") for flag in apart if getattr(now, flag)]
    label = " · ".join(extra) or text(language, "fact.more")
    return [*found, {"key": "more", "label": label, "said": bool(extra)}]


def _told(language: str, fact: Fact, desk: Desk, now: Declared, names: Names) -> str:
    """What was said of a fact, or its name."""
    if fact in {"dora", "ura"}:
        return dora.told(language, fact, desk, now)
    return _said(language, fact, now, names) if is_said(fact, desk, now) else text(language, f"fact.{fact}")


def _said(language: str, fact: Fact, now: Declared, names: Names) -> str:
    match fact:
        case "seat":
            return text(language, "fact.won", who=seated(language, now.seat or "east", names))
        case "round":
            return _round(language, now)
        case "discarder":
            if now.discarder is None:
                return text(language, "fact.discarder_unknown")
            return text(language, "fact.from", who=seated(language, now.discarder, names))
        case "riichi":
            ippatsu = [text(language, "situation.ippatsu")] if now.ippatsu else []
            return " · ".join([text(language, _RIICHI[now.riichi]), *ippatsu])
        case _:
            return text(language, f"situation.{now.by}")


def _round(language: str, now: Declared) -> str:
    return text(language, f"fact.round_{now.round}")


def asks(language: str, won: Scored, banned: Impossible, names: Names, *, at_table: bool) -> dict[str, Ask]:
    """What each fact asks, and under ``more`` the rarer ones."""
    now, desk = won.situation, won.desk
    free: dict[str, Ask] = {}
    if not at_table:
        free["round"] = _ask(language, "round", _rounds(language, now, banned))
        free["rules"] = _rules(language, now)
    return {
        "by": _by(language, now),
        "seat": _seats(language, now, banned, names),
        "discarder": _discarder(language, now, banned, names),
        "riichi": _riichi(language, now, banned),
        "dora": dora.ask(language, "dora", desk, now),
        "ura": dora.ask(language, "ura", desk, now),
        **free,
        "more": _more(language, won, banned, names, at_table=at_table),
    }


def saying(field: str, value: object) -> Json:
    """The event that says something of how the hand was won."""
    return {"do": "say", "field": field, "value": value}


def say(now: Declared, desk: Desk, field: str, value: Any) -> Declared:  # noqa: ANN401 - the field's own type
    """What was declared with what such an event says."""
    match field:
        case "riichi":
            riichi, ippatsu = RIICHI_WAYS[value]
            return now.saying(riichi=riichi, ippatsu=ippatsu)
        case "dora" | "ura":
            return dora.say(now, desk, *(("dora", "ura") if value == dora.NOR_URA else (field,)))
        case _:
            return now.saying(**{field: value})


def _ask(language: str, key: str, choices: Sequence[Choice], *, stays: bool = False) -> Ask:
    return Ask(f"fact-{key}", text(language, f"fact.ask_{key}"), tuple(choices), stays=stays)


def _by(language: str, now: Declared) -> Ask:
    ways = [
        Choice(
            text(language, f"situation.{by}"),
            saying("by", by),
            note=text(language, f"fact.{by}_plain"),
            held=now.by == by,
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


def _rounds(language: str, now: Declared, banned: Impossible) -> list[Choice]:
    return [
        Choice(
            text(language, f"fact.round_{wind}"),
            saying("round", wind),
            held="round" in now.said and now.round == wind,
        )
        for wind in SEATS
        if f"round:{wind}" not in banned
    ]


def _riichi(language: str, now: Declared, banned: Impossible) -> Ask:
    """Riichi and ippatsu in one tap, where the rules know that: nobody is asked a second time."""
    has_ippatsu = "ippatsu" in load_rules(now.rules).yaku
    known = "riichi" in now.said
    choices = [
        Choice(
            text(language, _RIICHI[riichi]),
            saying("riichi", way),
            note=text(language, "situation.ippatsu") if ippatsu else "",
            held=known and (now.riichi, now.ippatsu) == (riichi, ippatsu),
            why_not=say_why(language, banned[f"riichi:{riichi}"]) if f"riichi:{riichi}" in banned else "",
        )
        for way, (riichi, ippatsu) in RIICHI_WAYS.items()
        if not ippatsu or (has_ippatsu and f"{RIICHI_IPPATSU}:{riichi}" not in banned)
    ]
    return _ask(language, "riichi", choices)


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
    why = say_why(language, banned[flag]) if flag in banned else ""
    return Choice(text(language, f"situation.{flag}"), saying(flag, not held), held=held, why_not=why)


def _more(language: str, won: Scored, banned: Impossible, names: Names, *, at_table: bool) -> Ask:
    now = won.situation
    choices = [] if at_table or won.by_round else _rounds(language, now, banned)
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
