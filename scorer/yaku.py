"""The one catalogue of yaku: it scores, and it says why a yaku was not given.

A yaku needs some facts and is barred by others (`scorer.facts`); what it is worth, and whether an open hand
may have it, is for the rule set. Where rule sets differ in a condition, the entry names the switch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorer.facts import MISSING, PRESENT, Fact
from scorer.message import Told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.rules.ruleset import RuleSet

NO_FACT: Final = 0


@dataclass(frozen=True, slots=True)
class ByRule:
    """Conditions that hold where a switch of the rule set has a value."""

    switch: str
    value: bool
    needs: int = NO_FACT
    bars: int = NO_FACT


@dataclass(frozen=True, slots=True)
class Yaku:
    """An entry of the catalogue.

    Attributes:
        id: the contract's identifier.
        english, romaji, kanji: its names.
        needs: every one of these facts must hold.
        bars: none of these facts may hold.
        by_rule: further conditions that only some rule sets make.
        replaces: the yaku whose place it takes.
        near: with these facts the hand came near enough to explain a miss; if not said, all of `needs` but
            the closed hand.
        far: with one of these facts it did not come near.
        company: it only counts beside another yaku.
    """

    id: str
    english: str
    romaji: str
    kanji: str
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
        "riichi", "Riichi", "Riichi", "立直", F.RIICHI,
        by_rule=(ByRule("double_riichi_adds_to_riichi", value=False, bars=F.DOUBLE_RIICHI),),
    ),
    Yaku("double_riichi", "Double Riichi", "Daburu riichi", "両立直", F.DOUBLE_RIICHI),
    Yaku("ippatsu", "Ippatsu", "Ippatsu", "一発", F.IPPATSU),
    Yaku("menzen_tsumo", "Fully Concealed Hand", "Menzen tsumo", "門前清自摸和", F.CLOSED | F.TSUMO),
    Yaku(
        "pinfu", "Pinfu", "Pinfu", "平和", F.CLOSED | F.FOUR_RUNS | F.TWO_SIDED_WAIT, F.VALUED_PAIR,
        near=F.FOUR_RUNS,
    ),
    Yaku(
        "tanyao", "All Simples", "Tanyao", "断幺九", F.SIMPLES, F.TERMINALS | F.HONOURS,
        far=F.TERMINALS | F.HONOURS,
    ),
    Yaku(
        "iipeikou", "Pure Double Sequence", "Iipeikou", "一盃口", F.CLOSED | F.TWIN_RUNS, F.TWO_TWIN_RUNS,
    ),
    Yaku("yakuhai_white", "White Dragon Triplet", "Yakuhai haku", "役牌 白", F.WHITE_TRIPLET),
    Yaku("yakuhai_green", "Green Dragon Triplet", "Yakuhai hatsu", "役牌 發", F.GREEN_TRIPLET),
    Yaku("yakuhai_red", "Red Dragon Triplet", "Yakuhai chun", "役牌 中", F.RED_TRIPLET),
    Yaku("yakuhai_seat", "Seat Wind Triplet", "Yakuhai jikaze", "役牌 自風", F.SEAT_TRIPLET),
    Yaku("yakuhai_round", "Round Wind Triplet", "Yakuhai bakaze", "役牌 場風", F.ROUND_TRIPLET),
    Yaku("rinshan", "After a Quad", "Rinshan kaihou", "嶺上開花", F.RINSHAN),
    Yaku("chankan", "Robbing a Quad", "Chankan", "槍槓", F.CHANKAN),
    Yaku(
        "haitei", "Under the Sea", "Haitei", "海底摸月", F.LAST_TILE | F.TSUMO,
        by_rule=(ByRule("rinshan_with_haitei", value=False, bars=F.RINSHAN),),
    ),
    Yaku("houtei", "Under the River", "Houtei", "河底撈魚", F.LAST_TILE, F.TSUMO, far=F.TSUMO),
    Yaku("chiitoitsu", "Seven Pairs", "Chiitoitsu", "七対子", F.SEVEN_PAIRS),
    Yaku(
        "sanshoku_doujun", "Mixed Triple Sequence", "Sanshoku doujun", "三色同順",
        F.SAME_RUN_IN_THREE_SUITS,
    ),
    Yaku("ittsuu", "Pure Straight", "Ittsuu", "一気通貫", F.STRAIGHT),
    Yaku(
        "chanta", "Half Outside Hand", "Chanta", "混全帯幺九", F.HONOURS | F.RUN, F.INSIDE_SET,
        near=F.HONOURS, far=F.INSIDE_SET | F.SEVEN_PAIRS | F.ORPHANS,
    ),
    Yaku(
        "sanshoku_doukou", "Triple Triplet", "Sanshoku doukou", "三色同刻", F.SAME_TRIPLET_IN_THREE_SUITS,
    ),
    Yaku(
        "sanankou", "Three Concealed Triplets", "Sanankou", "三暗刻", F.THREE_CONCEALED,
        near=F.ONE_SHORT_OF_THREE_CONCEALED, far=F.TSUMO,
    ),
    Yaku("sankantsu", "Three Quads", "Sankantsu", "三槓子", F.THREE_QUADS),
    Yaku("toitoi", "All Triplets", "Toitoi", "対々和", F.FOUR_TRIPLETS),
    Yaku("shousangen", "Little Three Dragons", "Shousangen", "小三元", F.TWO_DRAGONS | F.DRAGON_PAIR),
    Yaku(
        "honroutou", "All Terminals and Honours", "Honroutou", "混老頭", bars=F.SIMPLES,
        far=F.SIMPLES,
    ),
    Yaku("ryanpeikou", "Twice Pure Double Sequence", "Ryanpeikou", "二盃口", F.CLOSED | F.TWO_TWIN_RUNS),
    Yaku("honitsu", "Half Flush", "Honitsu", "混一色", F.ONE_SUIT | F.HONOURS),
    Yaku(
        "junchan", "Full Outside Hand", "Junchan", "純全帯幺九",
        F.TERMINALS | F.RUN, F.INSIDE_SET | F.HONOURS, far=F.INSIDE_SET,
    ),
    Yaku("chinitsu", "Full Flush", "Chinitsu", "清一色", F.ONE_SUIT, F.HONOURS, far=F.HONOURS),
    Yaku(
        "renhou", "Blessing of Man", "Renhou", "人和", F.CLOSED | F.FIRST_TURN,
        F.TSUMO | F.DEALER | F.MELDED | F.CHANKAN, far=F.TSUMO | F.DEALER,
    ),
    Yaku("sanrenkou", "Three Consecutive Triplets", "Sanrenkou", "三連刻", F.THREE_TRIPLETS_IN_A_ROW),
    Yaku(
        "nagashi_mangan", "Terminals and Honours Thrown Away", "Nagashi mangan", "流し満貫", F.AT_A_DRAW,
    ),
    Yaku("kokushi_musou", "Thirteen Orphans", "Kokushi musou", "国士無双", F.ORPHANS),
    Yaku(
        "kokushi_musou_13", "Thirteen Orphans, Thirteen-Sided Wait", "Kokushi musou juusanmen",
        "国士無双十三面", F.ORPHANS_ANY_WAIT, replaces="kokushi_musou",
    ),
    Yaku("chuuren_poutou", "Nine Gates", "Chuuren poutou", "九蓮宝燈", F.NINE_GATES),
    Yaku(
        "chuuren_poutou_9", "Nine Gates, Nine-Sided Wait", "Junsei chuuren poutou", "純正九蓮宝燈",
        F.NINE_GATES_ANY_WAIT, replaces="chuuren_poutou",
    ),
    Yaku("tenhou", "Blessing of Heaven", "Tenhou", "天和", F.FIRST_TURN | F.TSUMO | F.DEALER, F.MELDED),
    Yaku(
        "chiihou", "Blessing of Earth", "Chiihou", "地和", F.FIRST_TURN | F.TSUMO, F.DEALER | F.MELDED,
        far=F.DEALER,
    ),
    Yaku(
        "suuankou", "Four Concealed Triplets", "Suuankou", "四暗刻", F.FOUR_CONCEALED,
        near=F.ONE_SHORT_OF_FOUR_CONCEALED, far=F.TSUMO,
    ),
    Yaku(
        "suuankou_tanki", "Four Concealed Triplets, Pair Wait", "Suuankou tanki", "四暗刻単騎",
        F.FOUR_CONCEALED | F.PAIR_WAIT, replaces="suuankou",
    ),
    Yaku("suukantsu", "Four Quads", "Suukantsu", "四槓子", F.FOUR_QUADS),
    Yaku(
        "ryuuiisou", "All Green", "Ryuuiisou", "緑一色", NO_FACT, F.NOT_GREEN,
        by_rule=(ByRule("ryuuiisou_needs_green_dragon", value=True, needs=F.GREEN_DRAGON),),
        near=NO_FACT, far=F.NOT_GREEN,
    ),
    Yaku(
        "chinroutou", "All Terminals", "Chinroutou", "清老頭", F.TERMINALS, F.SIMPLES | F.HONOURS,
        far=F.SIMPLES | F.HONOURS,
    ),
    Yaku(
        "tsuuiisou", "All Honours", "Tsuuiisou", "字一色", F.HONOURS, F.SIMPLES | F.TERMINALS,
        by_rule=(ByRule("tsuuiisou_seven_pairs", value=False, bars=F.SEVEN_PAIRS),),
        far=F.SIMPLES | F.TERMINALS,
    ),
    Yaku("daisangen", "Big Three Dragons", "Daisangen", "大三元", F.THREE_DRAGONS),
    Yaku("shousuushii", "Little Four Winds", "Shousuushii", "小四喜", F.THREE_WINDS | F.WIND_PAIR),
    Yaku("daisuushii", "Big Four Winds", "Daisuushii", "大四喜", F.FOUR_WINDS),
    Yaku("suurenkou", "Four Consecutive Triplets", "Suurenkou", "四連刻", F.FOUR_TRIPLETS_IN_A_ROW),
    Yaku(
        "paarenchan", "Eight Consecutive Wins", "Paarenchan", "八連荘", F.DEALER | F.BONUS_HAND,
        company=True,
    ),
)  # fmt: skip
BY_ID: Final = {yaku.id: yaku for yaku in CATALOGUE}


@dataclass(frozen=True, slots=True)
class Award:
    """A yaku that the hand has, and what it is worth here; `yakuman` counts multiples."""

    id: str
    han: int
    yakuman: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The yaku that count together: their han, or their yakuman; `alone` bars dora too."""

    awards: tuple[Award, ...]
    han: int
    yakuman: int
    alone: bool = False


NO_YAKU: Final = Verdict((), 0, 0)
_LEAST_HAN: Final = 2


@dataclass(frozen=True, slots=True)
class Miss:
    """A yaku that the hand came near to, why it was not given, and the section that says so.

    Attributes:
        because: the reasons in words.
        reasons: the same, as data.
    """

    id: str
    because: str
    cite: str
    reasons: tuple[Told, ...] = ()


class Judge:
    """The catalogue under one rule set."""

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
        """What the facts are worth: the yaku that combine, then any that stands alone; or `NO_YAKU`."""
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
    """Every yaku that the hand came near to and does not have, with the reason."""
    given = {award.id for award in verdict.awards}
    given |= {BY_ID[each].replaces for each in given}
    for entry in CATALOGUE:
        near = entry.needs & ~Fact.CLOSED if entry.near is None else entry.near
        value = rules.yaku.get(entry.id)
        if entry.id in given or facts & near != near or facts & entry.far:
            continue
        needs, bars = _conditions(entry, rules)
        reasons = [
            (MISSING[fact], Told(f"missing_{fact.name.lower()}")) for fact in Fact if needs & ~facts & fact
        ]
        reasons += [
            (PRESENT[fact], Told(f"present_{fact.name.lower()}")) for fact in Fact if bars & facts & fact
        ]
        if value is None:
            told = Told.of("not_in_rules", rules=rules.cite)
            reasons = [] if reasons else [(f"{rules.cite} does not have it", told)]
        elif verdict.yakuman and not value.yakuman:
            reasons = []
        elif not reasons and value.alone:
            text = "it stands alone, and the ordinary reading is worth at least as much"
            reasons = [(text, Told("stands_alone"))]
        elif not reasons and verdict.alone:
            alone = verdict.awards[0].id
            reasons = [(f"{alone} combines with no other yaku", Told.of("combines_with_nothing", yaku=alone))]
        if reasons:
            because = "; ".join(text for text, _ in reasons)
            cite = rules.cite_of(f"yaku.{entry.id}")
            yield Miss(entry.id, because, cite, tuple(told for _, told in reasons))


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
