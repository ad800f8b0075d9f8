"""The facts of how a hand was won: which of them matter, the question of each, and what is known so far."""

from typing import Any, Final

from yakulens.app import rule_phrases
from yakulens.app.contract import Json
from yakulens.app.dock import dora
from yakulens.app.dock.choice import Ask, Choice, say_event
from yakulens.app.i18n import text
from yakulens.app.phrases import Names, character, listed, say, seated
from yakulens.app.scoring import Scored, liable_yaku, rule_sets
from yakulens.app.situation import FACTS, RIICHI_WAYS, Declared, Fact, Impossible
from yakulens.scorer.judge.possible import FLAGS, RIICHI_IPPATSU
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import BYS, SEATS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.questions import open_questions

_RIICHI: Final = {"none": "fact.no_riichi", "riichi": "situation.riichi_riichi", "double": "situation.double"}


def relevant_facts(scored: Scored, banned: Impossible, *, at_table: bool) -> tuple[Fact, ...]:
    """The facts that a win has, in the order in which they are asked.

    A yakuman takes no han of riichi and dora. The round counts where the hand is worth something else in
    another one; at a table it is known.
    """
    situation, rules = scored.situation, load_rules(scored.situation.rules)
    is_yakuman = bool(scored.score and scored.score["yakuman"])
    no_bonus = is_yakuman and not rules.chips.played  # chips are paid for them beside a yakuman too
    irrelevant: dict[Fact, bool] = {
        "round": at_table or not scored.by_round,
        "discarder": situation.by != "ron",
        "riichi": "riichi:riichi" in banned or no_bonus,
        "dora": not rules.dora or no_bonus,
        "ura": not rules.ura_dora or situation.riichi == "none" or no_bonus,
    }
    return tuple(fact for fact in FACTS if not irrelevant.get(fact, False))


def is_known(fact: Fact, desk: Desk, situation: Declared) -> bool:
    """Whether somebody has said a fact, or the photo shows it."""
    if fact in {"dora", "ura"}:
        return dora.is_known(fact, desk, situation)
    if fact in {"by", "seat"}:
        return getattr(situation, fact) is not None
    return fact in situation.said


def open_facts(scored: Scored, banned: Impossible, *, at_table: bool) -> tuple[Fact, ...]:
    """The facts that nobody has spoken about yet; the first is asked next."""
    facts = relevant_facts(scored, banned, at_table=at_table)
    return tuple(fact for fact in facts if not is_known(fact, scored.desk, scored.situation))


def is_open(scored: Scored, banned: Impossible, *, at_table: bool) -> bool:
    """Whether a score may still change: a fact is unsaid, or something is asked about the tiles."""
    return bool(open_facts(scored, banned, at_table=at_table) or open_questions(scored.desk))


def assumptions(
    language: str, scored: Scored, banned: Impossible, *, at_table: bool, ruled: bool = True
) -> str:
    """What the score presumes, in a line; empty where everything was said."""
    situation = scored.situation
    unknown = open_facts(scored, banned, at_table=at_table)
    keys = [f"fact.assumed_{fact}" for fact in ("discarder", "riichi", "dora", "ura") if fact in unknown]
    if scored.desk.indicators:
        keys = ["fact.assumed_more_dora" if key == "fact.assumed_dora" else key for key in keys]
    if not at_table and "round" not in situation.said:
        keys.append(f"fact.assumed_round_{situation.round}")
    parts = [text(language, key) for key in keys]
    if not ruled:
        parts.append(
            text(language, "fact.assumed_rules", rules=rule_phrases.short(language, situation.rules))
        )
    return text(language, "fact.assumed", what=listed(language, parts)) if parts else ""


def chips(language: str, scored: Scored, banned: Impossible, names: Names) -> list[Json]:
    """The facts as chips, known ones with their value; the last chip stands for the rarer facts."""
    situation, facts = scored.situation, relevant_facts(scored, banned, at_table=bool(names))
    shown = [
        {
            "key": fact,
            "label": _chip_label(language, fact, scored.desk, situation, names),
            "said": is_known(fact, scored.desk, situation),
        }
        for fact in facts
    ]
    rarer = []
    if "round" in situation.said and not names and "round" not in facts:
        rarer.append(text(language, f"fact.round_{situation.round}"))
    rarer += [
        text(language, f"situation.{flag}")
        for flag in FLAGS
        if getattr(situation, flag) and (flag != "ippatsu" or "riichi" not in facts)
    ]
    label = " · ".join(rarer) or text(language, "fact.more")
    return [*shown, {"key": "more", "label": label, "said": bool(rarer)}]


def _chip_label(  # noqa: PLR0911 - one line a fact reads best
    language: str, fact: Fact, desk: Desk, situation: Declared, names: Names
) -> str:
    """The value of a known fact, else the fact's name."""
    if fact in {"dora", "ura"}:
        return dora.label(language, fact, desk, situation)
    if not is_known(fact, desk, situation):
        return text(language, f"fact.{fact}")
    match fact:
        case "seat":
            return text(language, "fact.won", who=seated(language, situation.seat or "east", names))
        case "round":
            return text(language, f"fact.round_{situation.round}")
        case "discarder":
            if situation.discarder is None:
                return text(language, "fact.discarder_unknown")
            return text(language, "fact.from", who=seated(language, situation.discarder, names))
        case "riichi":
            riichi = text(language, _RIICHI[situation.riichi])
            return f"{riichi} · {text(language, 'situation.ippatsu')}" if situation.ippatsu else riichi
        case _:
            return text(language, f"situation.{situation.by}")


def asks(language: str, scored: Scored, banned: Impossible, names: Names) -> dict[str, Ask]:
    """The question of each fact, and under ``more`` that of the rarer ones."""
    situation = scored.situation
    choices = {
        "by": _by_choices(language, situation),
        "seat": _seat_choices(language, situation, banned, names),
        "discarder": _discarder_choices(language, situation, banned, names),
        "riichi": _riichi_choices(language, situation, banned),
        "more": _rarer_choices(language, scored, banned, names),
    }
    if not names:
        choices["round"] = _round_choices(language, situation, banned)
        choices["rules"] = _rules_choices(language, situation)
    return {
        key: Ask(f"fact-{key}", text(language, f"fact.ask_{key}"), tuple(answers), stays=key == "more")
        for key, answers in choices.items()
    } | {row: dora.ask(language, row, scored.desk, situation) for row in dora.PLACES}


def declare(situation: Declared, desk: Desk, field: str, value: Any) -> Declared:  # noqa: ANN401 - the field's own type
    """The situation with what an event of ``say_event`` says."""
    match field:
        case "riichi":
            riichi, ippatsu = RIICHI_WAYS[value]
            return situation.saying(riichi=riichi, ippatsu=ippatsu)
        case "dora" | "ura":
            rows = ("dora", "ura") if value == dora.NOR_URA else (field,)
            return dora.declare_none(situation, desk, *rows)
        case _:
            return situation.saying(**{field: value})


def _by_choices(language: str, situation: Declared) -> list[Choice]:
    return [
        Choice(
            text(language, f"situation.{by}"),
            say_event("by", by),
            note=text(language, f"fact.{by}_plain"),
            held=situation.by == by,
        )
        for by in BYS
    ]


def _seat_choice(language: str, field: str, wind: str, names: Names, *, held: bool) -> Choice:
    """A seat as an answer: the player's name with the wind beside it, or the wind with its character."""
    label, note = names.get(wind), text(language, f"wind.{wind}")
    if not label:
        label = text(language, "language.seat", name=note)
        note = text(language, "language.seat_note", kanji=character(language, wind))
    return Choice(label, say_event(field, wind), note=note, held=held)


def _seat_choices(language: str, situation: Declared, banned: Impossible, names: Names) -> list[Choice]:
    return [
        _seat_choice(language, "seat", wind, names, held=situation.seat == wind)
        for wind in SEATS
        if f"seat:{wind}" not in banned
    ]


def _discarder_choices(language: str, situation: Declared, banned: Impossible, names: Names) -> list[Choice]:
    known = "discarder" in situation.said
    winds = [wind for wind in SEATS if f"discarder:{wind}" not in banned and wind != situation.seat]
    choices = [
        _seat_choice(language, "discarder", wind, names, held=known and situation.discarder == wind)
        for wind in winds[: load_rules(situation.rules).players - 1]
    ]
    unknown = text(language, "situation.discarder_unknown")
    unknown_held = known and situation.discarder is None
    return [*choices, Choice(unknown, say_event("discarder", None), held=unknown_held)]


def _round_choices(language: str, situation: Declared, banned: Impossible) -> list[Choice]:
    return [
        Choice(
            text(language, f"fact.round_{wind}"),
            say_event("round", wind),
            held="round" in situation.said and situation.round == wind,
        )
        for wind in SEATS
        if f"round:{wind}" not in banned
    ]


def _riichi_choices(language: str, situation: Declared, banned: Impossible) -> list[Choice]:
    """Riichi and ippatsu in one tap, where the rules have ippatsu."""
    has_ippatsu = "ippatsu" in load_rules(situation.rules).yaku
    chosen = (situation.riichi, situation.ippatsu) if "riichi" in situation.said else None
    return [
        Choice(
            text(language, _RIICHI[riichi]),
            say_event("riichi", value),
            note=text(language, "situation.ippatsu") if ippatsu else "",
            held=chosen == (riichi, ippatsu),
            why_not=_why_not(language, f"riichi:{riichi}", banned),
        )
        for value, (riichi, ippatsu) in RIICHI_WAYS.items()
        if not ippatsu or (has_ippatsu and f"{RIICHI_IPPATSU}:{riichi}" not in banned)
    ]


def _why_not(language: str, choice: str, banned: Impossible) -> str:
    """Why a choice cannot be made; empty where it can."""
    return say(language, banned[choice]) if choice in banned else ""


def _rules_choices(language: str, situation: Declared) -> list[Choice]:
    first = rule_phrases.first(language)
    return [
        Choice(
            rule_phrases.short(language, rules),
            say_event("rules", rules),
            note=rule_phrases.gist(language, rules),
            held=situation.rules == rules,
        )
        for rules in dict.fromkeys((*first, *rule_sets()))
    ]


def _rarer_choices(language: str, scored: Scored, banned: Impossible, names: Names) -> list[Choice]:
    situation = scored.situation
    choices = [] if names or scored.by_round else _round_choices(language, situation, banned)
    for flag in FLAGS:
        label, held = text(language, f"situation.{flag}"), bool(getattr(situation, flag))
        why_not = _why_not(language, flag, banned)
        choices.append(Choice(label, say_event(flag, not held), held=held, why_not=why_not))
    if situation.by != "ron":
        not_apart = say_event("win_apart", not situation.win_apart)
        choices.append(Choice(text(language, "situation.not_apart"), not_apart, held=not situation.win_apart))
    if scored.score is not None and liable_yaku(scored.score, situation.rules):
        liable = situation.liable or (scored.score["liable"] or {}).get("seat")
        choices += [
            Choice(
                text(language, "fact.liable", who=seated(language, wind, names)),
                say_event("liable", None if situation.liable == wind else wind),
                held=liable == wind,
            )
            for wind in SEATS[: load_rules(situation.rules).players]
            if wind != situation.seat
        ]
    return choices
