"""The one catalogue of yaku, from which hands are scored and from which a missing yaku is explained.

An entry says which facts a yaku needs and which bar it (`scorer.facts`). The rule set says what the yaku is
worth, and whether an open hand may have it. Where rule sets differ in a condition, the entry names the
switch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from yakulens.scorer.facts import Fact
from yakulens.scorer.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulens.scorer.rules.ruleset import RuleSet

NO_FACT: Final = 0


@dataclass(frozen=True, slots=True)
class ByRule:
    """Conditions that hold only where a switch of the rule set has a certain value.

    Attributes:
        switch: the name of the switch, a field of `RuleSet`.
        value: the value with which the conditions hold.
        needs: every one of these facts must hold then.
        bars: none of these facts may hold then.
    """

    switch: str
    value: bool
    needs: int = NO_FACT
    bars: int = NO_FACT


@dataclass(frozen=True, slots=True)
class Yaku:
    """An entry of the catalogue.

    Attributes:
        id: the contract's identifier.
        needs: every one of these facts must hold.
        bars: none of these facts may hold.
        by_rule: further conditions that only some rule sets make.
        replaces: the identifier of the yaku that is not counted where this one is; empty if there is none.
        near: with these facts the hand came near enough for a miss to be explained; None means all of `needs`
            but that the hand is closed.
        far: with one of these facts the hand did not come near.
        company: whether it counts only beside another yaku.
    """

    id: str
    needs: int = NO_FACT
    bars: int = NO_FACT
    by_rule: tuple[ByRule, ...] = ()
    replaces: str = ""
    near: int | None = None
    far: int = NO_FACT
    company: bool = False


F: Final = Fact
CATALOGUE: Final = (
    Yaku(
        "riichi",
        F.RIICHI,
        by_rule=(ByRule("double_riichi_adds_to_riichi", value=False, bars=F.DOUBLE_RIICHI),),
    ),
    Yaku("double_riichi", F.DOUBLE_RIICHI),
    Yaku("ippatsu", F.IPPATSU),
    Yaku("menzen_tsumo", F.CLOSED | F.TSUMO),
    Yaku("pinfu", F.CLOSED | F.FOUR_RUNS | F.TWO_SIDED_WAIT, F.VALUED_PAIR, near=F.FOUR_RUNS),
    Yaku("tanyao", F.SIMPLES, F.TERMINALS | F.HONOURS, far=F.TERMINALS | F.HONOURS),
    Yaku("iipeikou", F.CLOSED | F.TWIN_RUNS, F.TWO_TWIN_RUNS),
    Yaku("yakuhai_white", F.WHITE_TRIPLET),
    Yaku("yakuhai_green", F.GREEN_TRIPLET),
    Yaku("yakuhai_red", F.RED_TRIPLET),
    Yaku("yakuhai_seat", F.SEAT_TRIPLET),
    Yaku("yakuhai_round", F.ROUND_TRIPLET),
    Yaku("rinshan", F.RINSHAN),
    Yaku("chankan", F.CHANKAN),
    Yaku(
        "haitei", F.LAST_TILE | F.TSUMO, by_rule=(ByRule("rinshan_with_haitei", value=False, bars=F.RINSHAN),)
    ),
    Yaku("houtei", F.LAST_TILE, F.TSUMO, far=F.TSUMO),
    Yaku("chiitoitsu", F.SEVEN_PAIRS),
    Yaku("sanshoku_doujun", F.SAME_RUN_IN_THREE_SUITS),
    Yaku("ittsuu", F.STRAIGHT),
    Yaku(
        "chanta",
        F.HONOURS | F.RUN,
        F.INSIDE_SET,
        near=F.HONOURS,
        far=F.INSIDE_SET | F.SEVEN_PAIRS | F.ORPHANS,
    ),
    Yaku("sanshoku_doukou", F.SAME_TRIPLET_IN_THREE_SUITS),
    Yaku("sanankou", F.THREE_CONCEALED, near=F.ONE_SHORT_OF_THREE_CONCEALED, far=F.TSUMO),
    Yaku("sankantsu", F.THREE_QUADS),
    Yaku("toitoi", F.FOUR_TRIPLETS),
    Yaku("shousangen", F.TWO_DRAGONS | F.DRAGON_PAIR),
    Yaku("honroutou", bars=F.SIMPLES, far=F.SIMPLES),
    Yaku("ryanpeikou", F.CLOSED | F.TWO_TWIN_RUNS),
    Yaku("honitsu", F.ONE_SUIT | F.HONOURS),
    Yaku("junchan", F.TERMINALS | F.RUN, F.INSIDE_SET | F.HONOURS, far=F.INSIDE_SET),
    Yaku("chinitsu", F.ONE_SUIT, F.HONOURS, far=F.HONOURS),
    Yaku(
        "renhou", F.CLOSED | F.FIRST_TURN, F.TSUMO | F.DEALER | F.MELDED | F.CHANKAN, far=F.TSUMO | F.DEALER
    ),
    Yaku("sanrenkou", F.THREE_TRIPLETS_IN_A_ROW),
    Yaku("nagashi_mangan", F.AT_A_DRAW),
    Yaku("kokushi_musou", F.ORPHANS),
    Yaku("kokushi_musou_13", F.ORPHANS_ANY_WAIT, replaces="kokushi_musou"),
    Yaku("chuuren_poutou", F.NINE_GATES),
    Yaku("chuuren_poutou_9", F.NINE_GATES_ANY_WAIT, replaces="chuuren_poutou"),
    Yaku("tenhou", F.FIRST_TURN | F.TSUMO | F.DEALER, F.MELDED),
    Yaku("chiihou", F.FIRST_TURN | F.TSUMO, F.DEALER | F.MELDED, far=F.DEALER),
    Yaku("suuankou", F.FOUR_CONCEALED, near=F.ONE_SHORT_OF_FOUR_CONCEALED, far=F.TSUMO),
    Yaku("suuankou_tanki", F.FOUR_CONCEALED | F.PAIR_WAIT, replaces="suuankou"),
    Yaku("suukantsu", F.FOUR_QUADS),
    Yaku(
        "ryuuiisou",
        NO_FACT,
        F.NOT_GREEN,
        by_rule=(ByRule("ryuuiisou_needs_green_dragon", value=True, needs=F.GREEN_DRAGON),),
        near=NO_FACT,
        far=F.NOT_GREEN,
    ),
    Yaku("chinroutou", F.TERMINALS, F.SIMPLES | F.HONOURS, far=F.SIMPLES | F.HONOURS),
    Yaku(
        "tsuuiisou",
        F.HONOURS,
        F.SIMPLES | F.TERMINALS,
        by_rule=(ByRule("tsuuiisou_seven_pairs", value=False, bars=F.SEVEN_PAIRS),),
        far=F.SIMPLES | F.TERMINALS,
    ),
    Yaku("daisangen", F.THREE_DRAGONS),
    Yaku("shousuushii", F.THREE_WINDS | F.WIND_PAIR),
    Yaku("daisuushii", F.FOUR_WINDS),
    Yaku("suurenkou", F.FOUR_TRIPLETS_IN_A_ROW),
    Yaku("paarenchan", F.DEALER | F.BONUS_HAND, company=True),
)
BY_ID: Final = {yaku.id: yaku for yaku in CATALOGUE}
YAKU_IDS: Final = tuple(BY_ID)
"""The contract's identifiers of all yaku, in the order of the catalogue."""


@dataclass(frozen=True, slots=True)
class Award:
    """A yaku that the hand has, and what it is worth in this hand.

    Attributes:
        id: the contract's identifier.
        han: its han, by whether the hand is open; 0 for a yakuman.
        yakuman: multiples of a yakuman.
    """

    id: str
    han: int
    yakuman: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The yaku that count together.

    Attributes:
        awards: the yaku.
        han: their han; 0 for a yakuman.
        yakuman: multiples of a yakuman, as the rule set adds them up.
        alone: whether this is one yaku that combines with nothing, dora included.
    """

    awards: tuple[Award, ...]
    han: int
    yakuman: int
    alone: bool = False


NO_YAKU: Final = Verdict((), 0, 0)
_INSTEAD: Final = {Fact.TWO_TWIN_RUNS: "ryanpeikou", Fact.DOUBLE_RIICHI: "double_riichi"}
"""Facts that bar a yaku because another is given for them; where that is not given, they are no reason."""
_LEAST_HAN: Final = 2


@dataclass(frozen=True, slots=True)
class Miss:
    """Something that the hand came near to, why it was not given, and the section that says so.

    Attributes:
        id: a yaku's identifier, a sort of dora, or `liability`.
        reasons: why not, one sentence each.
        cite: the section.
    """

    id: str
    reasons: tuple[Message, ...]
    cite: str

    @property
    def because(self) -> str:
        """The reasons in English, joined by semicolons.

        >>> Miss("tanyao", (Message("missing_closed"),), "EMA 2025 4.2.1").because
        'the hand is open'
        """
        return "; ".join(reason.text for reason in self.reasons)


class Judge:
    """The catalogue under one rule set: it tells which yaku some facts make."""

    __slots__ = ("_conditions", "_rules")

    def __init__(self, rules: RuleSet) -> None:
        """Prepare the conditions of every yaku that the rule set has."""
        self._rules = rules
        self._conditions = tuple(
            (entry, *_conditions(entry, rules), value)
            for entry in CATALOGUE
            if (value := rules.yaku.get(entry.id)) is not None
        )

    def verdicts(self, facts: int) -> tuple[Verdict, ...]:
        """The yaku that some facts make: those that combine, then any that stands alone; `NO_YAKU` for none.

        >>> from yakulens.scorer import load_rules
        >>> facts = Fact.RIICHI | Fact.TSUMO | Fact.CLOSED | Fact.SIMPLES | Fact.NOT_GREEN
        >>> (found,) = Judge(load_rules("ema-2025")).verdicts(facts)
        >>> [(award.id, award.han) for award in found.awards], found.han
        ([('riichi', 1), ('menzen_tsumo', 1), ('tanyao', 1)], 3)
        """
        return tuple(self._judge(facts)) or (NO_YAKU,)

    def _judge(self, facts: int) -> Iterator[Verdict]:
        held = [
            (entry, value)
            for entry, needs, bars, value in self._conditions
            if facts & needs == needs and not facts & bars
        ]
        together = [(entry, value) for entry, value in held if not value.alone]
        replaced = {entry.replaces for entry, _ in together}
        together = [(entry, value) for entry, value in together if entry.id not in replaced]
        if all(entry.company for entry, _ in together):
            together = []
        if yakuman := [Award(entry.id, 0, value.yakuman) for entry, value in together if value.yakuman]:
            worth = [award.yakuman for award in yakuman]
            yield Verdict(tuple(yakuman), 0, sum(worth) if self._rules.several_yakuman else max(worth))
        elif together:
            awards = tuple(
                Award(entry.id, value.closed if facts & Fact.CLOSED else value.open, 0)
                for entry, value in together
            )
            han = sum(award.han for award in awards)
            if han >= (_LEAST_HAN if facts & Fact.MANY_COUNTERS else 1):
                yield Verdict(awards, han, 0)
        for entry, value in held:
            if value.alone:
                yield Verdict((Award(entry.id, value.closed, 0),), value.closed, 0, alone=True)


def misses(facts: int, verdict: Verdict, rules: RuleSet) -> Iterator[Miss]:
    """Every yaku that the hand came near to and does not have, with the reason.

    Args:
        facts: what is true of the reading, a sum of `Fact` bits.
        verdict: the yaku that it has.
        rules: the rule set.

    >>> from yakulens.scorer import load_rules
    >>> facts = Fact.FOUR_RUNS | Fact.RUN | Fact.SIMPLES | Fact.TERMINALS
    >>> [(miss.id, miss.because) for miss in misses(facts, NO_YAKU, load_rules("ema-2025"))][:1]
    [('pinfu', 'the hand is open; the winning tile did not finish a sequence from a two-sided wait')]
    """
    given = {award.id for award in verdict.awards}
    given |= {BY_ID[each].replaces for each in given}
    for entry in CATALOGUE:
        near = entry.needs & ~Fact.CLOSED if entry.near is None else entry.near
        value = rules.yaku.get(entry.id)
        if entry.id in given or facts & near != near or facts & entry.far:
            continue
        needs, bars = _conditions(entry, rules)
        reasons = [Message(f"missing_{fact.name.lower()}") for fact in Fact if needs & ~facts & fact]
        reasons += [
            Message(f"present_{fact.name.lower()}")
            for fact in Fact
            if bars & facts & fact and _INSTEAD.get(fact, "") in {"", *given}
        ]
        if value is None:
            reasons = [] if reasons else [Message.of("not_in_rules", rules=rules.cite)]
        elif verdict.yakuman and not value.yakuman:
            reasons = []
        elif not reasons and value.alone:
            reasons = [Message("stands_alone")]
        elif not reasons and verdict.alone:
            reasons = [Message.of("combines_with_nothing", yaku=verdict.awards[0].id)]
        if reasons:
            yield Miss(entry.id, tuple(reasons), rules.cite_of(f"yaku.{entry.id}"))


def _conditions(entry: Yaku, rules: RuleSet) -> tuple[int, int]:
    """The facts that a yaku needs and those that bar it, under a rule set."""
    needs, bars = entry.needs, entry.bars
    for rule in entry.by_rule:
        if getattr(rules, rule.switch) is rule.value:
            needs |= rule.needs
            bars |= rule.bars
    value = rules.yaku.get(entry.id)
    if value is not None and not value.yakuman and not value.open:
        needs |= Fact.CLOSED
    return needs, bars
