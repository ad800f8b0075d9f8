"""The facts of how a hand was won: which are relevant, the question for each, and what is known."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from yakulens.app import Json
from yakulens.app.hand import dora
from yakulens.app.hand.choice import Choice, Prompt, say_event
from yakulens.app.hand.scoring import Scored, liable_yaku
from yakulens.app.hand.situation import FACTS, RIICHI_WAYS, Fact, Impossible, WinFacts
from yakulens.app.words import i18n, phrases, rule_phrases, seating
from yakulens.app.words.i18n import text
from yakulens.scorer.judge.possible import FLAGS, RIICHI_IPPATSU
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import BYS, SEATS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.questions import offered_indicators, open_questions

_RIICHI: Final = {"none": "fact.no_riichi", "riichi": "situation.riichi_riichi", "double": "situation.double"}


@dataclass(frozen=True)
class Facts:
    """How a hand was won, as far as a person said it or the photo shows it, and the open questions."""

    language: str  # of all texts
    scored: Scored  # the hand with its score
    banned: Impossible  # the impossible choices, each with its reason
    names: seating.Names  # who sits on each wind in the hand's game; empty without a game
    asked_rules: tuple[str, ...] = ()  # the rule sets of which one is asked for; empty for none

    @property
    def situation(self) -> WinFacts:
        """How the hand was won."""
        return self.scored.situation

    def say(self, key: str, **values: object) -> str:
        """One sentence in the visitor's language."""
        return text(self.language, key, **values)

    def relevant(self) -> tuple[Fact, ...]:
        """The facts that a win has, in the order in which they are asked.

        A yakuman gets no han for riichi and dora. The round is asked only if another one would change the
        score; at a table it is known.
        """
        rules = load_rules(self.situation.rules)
        is_yakuman = bool(self.scored.score and self.scored.score["yakuman"])
        no_bonus = is_yakuman and not rules.chips.played  # they earn chips even with a yakuman
        irrelevant: dict[Fact, bool] = {
            "round": bool(self.names) or not self.scored.by_round,
            "discarder": self.situation.by != "ron",
            "riichi": "riichi:riichi" in self.banned or no_bonus,
            "dora": not rules.dora or no_bonus,
            "ura": not rules.ura_dora or self.situation.riichi == "none" or no_bonus,
        }
        return tuple(fact for fact in FACTS if not irrelevant.get(fact, False))

    def is_known(self, fact: Fact) -> bool:
        """Whether somebody has said a fact, or the photo shows it."""
        if fact in {"dora", "ura"}:
            return dora.is_known(fact, self.scored.desk, self.situation)
        if fact in {"by", "seat"}:
            return getattr(self.situation, fact) is not None
        return fact in self.situation.said

    def unsaid(self) -> tuple[Fact, ...]:
        """The facts that nobody has stated yet; the first is asked next."""
        return tuple(fact for fact in self.relevant() if not self.is_known(fact))

    def asked(self) -> Fact | Literal["rules"] | None:
        """What is asked next of the win; None if all is said."""
        return "rules" if self.asked_rules else next(iter(self.unsaid()), None)

    def may_change(self) -> bool:
        """Whether the score may still change: something is unsaid, or a question is open."""
        return bool(self.asked() or open_questions(self.scored.desk))

    def assumptions(self, *, ruled: bool = True) -> str:
        """What the score assumes, in one line; empty if everything was said.

        ``ruled`` says whether somebody has chosen the rules.
        """
        situation, unsaid = self.situation, self.unsaid()
        keys = [f"fact.assumed_{fact}" for fact in ("discarder", "riichi", "dora", "ura") if fact in unsaid]
        keys = [self.assumed_dora() if key == "fact.assumed_dora" else key for key in keys]
        if not self.names and "round" not in situation.said:
            keys.append(f"fact.assumed_round_{situation.round}")
        if self.scored.may_be_liable:
            keys.append("fact.assumed_liable")
        parts = [self.say(key) for key in keys]
        if not ruled or self.asked_rules:
            parts.append(
                self.say("fact.assumed_rules", rules=rule_phrases.short(self.language, situation.rules))
            )
        return self.say("fact.assumed", what=i18n.listed(self.language, parts)) if parts else ""

    def assumed_dora(self) -> str:
        """The key of what is assumed of dora: that a photo shows none does not say that there is none."""
        desk = self.scored.desk
        if desk.indicators:
            return "fact.assumed_more_dora"
        is_unseen = desk.has_photo and not offered_indicators(desk)
        return "fact.assumed_dora_unseen" if is_unseen else "fact.assumed_dora"

    def liable(self) -> str:
        """Who is liable for the hand's yakuman, in one line; empty if nobody is, as far as is known.

        >>> from yakulens.app.hand.situation import WinFacts
        >>> from yakulens.vision.desk import typed
        >>> won = WinFacts("ron", "east", liable="south", rules="tenhou")
        >>> scored = Scored.of(typed.hand("11m23p +1p [555z] [666z] [777z]"), won)
        >>> Facts("en", scored, {}, {"south": "Bo"}).liable()
        'Bo is liable'
        """
        liable = (self.scored.score or {}).get("liable")
        return self.say("fact.liable", who=self._seated(liable["seat"])) if liable else ""

    def chips(self) -> list[Json]:
        """The facts as chips, known ones with their value; the last chip stands for the rarer facts."""
        situation, facts = self.situation, self.relevant()
        shown = [
            {"key": fact, "label": self._chip_label(fact), "said": self.is_known(fact)} for fact in facts
        ]
        rarer = []
        if "round" in situation.said and not self.names and "round" not in facts:
            rarer.append(self.say(f"fact.round_{situation.round}"))
        rarer += [
            self.say(f"situation.{flag}")
            for flag in FLAGS
            if getattr(situation, flag) and (flag != "ippatsu" or "riichi" not in facts)
        ]
        label = " · ".join(rarer) or self.say("fact.more")
        return [*shown, {"key": "more", "label": label, "said": bool(rarer)}]

    def _chip_label(self, fact: Fact) -> str:  # noqa: PLR0911 - one line a fact reads best
        """The value of a known fact, else the fact's name."""
        situation = self.situation
        if fact in {"dora", "ura"}:
            return dora.label(self.language, fact, self.scored.desk, situation)
        if not self.is_known(fact):
            return self.say(f"fact.{fact}")
        match fact:
            case "seat":
                return self.say("fact.won", who=self._seated(situation.seat or "east"))
            case "round":
                return self.say(f"fact.round_{situation.round}")
            case "discarder":
                if situation.discarder is None:
                    return self.say("fact.discarder_unknown")
                return self.say("fact.from", who=self._seated(situation.discarder))
            case "riichi":
                riichi = self.say(_RIICHI[situation.riichi])
                return f"{riichi} · {self.say('situation.ippatsu')}" if situation.ippatsu else riichi
            case _:
                return self.say(f"situation.{situation.by}")

    def _seated(self, seat: str) -> str:
        return seating.seated(self.language, seat, self.names)

    def asks(self) -> dict[str, Prompt]:
        """The question of each fact, and under ``more`` that of the rarer ones."""
        choices = {
            "by": [
                self._choice("by", by, self.say(f"situation.{by}"), self.say(f"fact.{by}_plain"))
                for by in BYS
            ],
            "seat": self._seat_choices("seat", SEATS),
            "discarder": self._discarder_choices(),
            "riichi": self._riichi_choices(),
            "more": self._rarer_choices(),
        }
        if not self.names:
            choices["round"] = self._round_choices()
            choices["rules"] = [
                *map(self._rules_choice, self.asked_rules or rule_phrases.in_order(self.language))
            ]
        return {
            key: Prompt(f"fact-{key}", self.say(self._ask(key)), tuple(answers), stays=key == "more")
            for key, answers in choices.items()
        } | {row: dora.ask(self.language, row, self.scored.desk, self.situation) for row in dora.PLACES}

    def _ask(self, key: str) -> str:
        """The key of a fact's question."""
        return "fact.ask_rules_of_red" if key == "rules" and self.asked_rules else f"fact.ask_{key}"

    def _rules_choice(self, rules: str) -> Choice:
        short, gist = rule_phrases.short(self.language, rules), rule_phrases.gist(self.language, rules)
        return self._choice("rules", rules, short, gist)

    def _choice(self, field: Fact | Literal["rules"], value: object, label: str, note: str = "") -> Choice:
        """An answer that sets a field of the situation to a value."""
        is_known = not self.asked_rules if field == "rules" else self.is_known(field)
        held = is_known and getattr(self.situation, field) == value
        return Choice(label, say_event(field, value), note=note, held=held)

    def _seat_choices(self, field: Fact, winds: Iterable[str]) -> list[Choice]:
        """The possible ones of some seats as answers: the player's name, or the wind."""
        choices = []
        for wind in winds:
            note = self.say(f"wind.{wind}")
            if not self.names.get(wind):
                note = self.say("language.seat_note", kanji=seating.character(self.language, wind))
            if f"{field}:{wind}" not in self.banned:
                choices.append(self._choice(field, wind, self._seated(wind), note))
        return choices

    def _discarder_choices(self) -> list[Choice]:
        others = self._seat_choices("discarder", (wind for wind in SEATS if wind != self.situation.seat))
        unknown = self._choice("discarder", None, self.say("situation.discarder_unknown"))
        return [*others[: load_rules(self.situation.rules).players - 1], unknown]

    def _round_choices(self) -> list[Choice]:
        winds = [wind for wind in SEATS if f"round:{wind}" not in self.banned]
        return [self._choice("round", wind, self.say(f"fact.round_{wind}")) for wind in winds]

    def _riichi_choices(self) -> list[Choice]:
        """Riichi and ippatsu in one tap, if the rules have ippatsu."""
        situation = self.situation
        has_ippatsu = "ippatsu" in load_rules(situation.rules).yaku
        chosen = (situation.riichi, situation.ippatsu) if self.is_known("riichi") else None
        return [
            Choice(
                self.say(_RIICHI[riichi]),
                say_event("riichi", value),
                note=self.say("situation.ippatsu") if ippatsu else "",
                held=chosen == (riichi, ippatsu),
                why_not=self._why_not(f"riichi:{riichi}"),
            )
            for value, (riichi, ippatsu) in RIICHI_WAYS.items()
            if not ippatsu or (has_ippatsu and f"{RIICHI_IPPATSU}:{riichi}" not in self.banned)
        ]

    def _why_not(self, choice: str) -> str:
        return phrases.say(self.language, self.banned[choice]) if choice in self.banned else ""

    def _rarer_choices(self) -> list[Choice]:
        situation, score = self.situation, self.scored.score
        choices = [] if self.names or self.scored.by_round else self._round_choices()
        for flag in FLAGS:
            held = bool(getattr(situation, flag))
            event, why_not = say_event(flag, not held), self._why_not(flag)
            choices.append(Choice(self.say(f"situation.{flag}"), event, held=held, why_not=why_not))
        if situation.by != "ron":
            not_apart = say_event("win_apart", not situation.win_apart)
            choices.append(Choice(self.say("situation.not_apart"), not_apart, held=not situation.win_apart))
        if score is not None and liable_yaku(score, situation.rules):
            liable = situation.liable or (score["liable"] or {}).get("seat")
            choices += [
                Choice(
                    self.say("fact.liable", who=self._seated(wind)),
                    say_event("liable", None if situation.liable == wind else wind),
                    held=liable == wind,
                )
                for wind in SEATS[: load_rules(situation.rules).players]
                if wind != situation.seat
            ]
        return choices


def declare(situation: WinFacts, desk: Desk, field: str, value: Any) -> WinFacts:  # noqa: ANN401 - the field's own type
    """The situation after an event of ``say_event``."""
    match field:
        case "riichi":
            riichi, ippatsu = RIICHI_WAYS[value]
            return situation.saying(riichi=riichi, ippatsu=ippatsu)
        case "dora" | "ura":
            rows: tuple[Fact, ...] = ("dora", "ura") if value == dora.NOR_URA else (field,)
            count = dora.indicator_count(desk, situation)
            counts: dict[str, Any] = {f"{row}_of": count for row in rows}
            return replace(situation.saying(*rows), **counts)
        case _:
            return situation.saying(**{field: value})
