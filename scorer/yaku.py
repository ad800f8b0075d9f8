"""The only catalogue of yaku, used to score hands and to explain missing yaku (`scorer.verdict`).

An entry lists the facts that a yaku needs and those that bar it (`scorer.facts`). The rule set says what the
yaku is worth, and whether an open hand may have it. If rule sets differ in a condition, the entry names the
switch.
"""

from dataclasses import dataclass
from typing import Final

from yakulens.scorer.facts import Fact

NO_FACT: Final = 0


@dataclass(frozen=True, slots=True)
class ByRule:
    """Conditions that apply only if a switch of the rule set has a certain value.

    Attributes:
        switch: the name of the switch, a field of `RuleSet`.
        value: the value with which the conditions apply.
        needs: all of these facts must then hold.
        bars: none of these facts may then hold.
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
        needs: all of these facts must hold.
        bars: none of these facts may hold.
        by_rule: further conditions of some rule sets.
        replaces: the identifier of the yaku that does not count beside this one; empty if there is none.
        near: facts of a near miss that is explained; None means all of `needs`, except that the hand is
            closed.
        far: any of these facts means that the hand is no near miss.
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
    Yaku("tenhou", F.FIRST_TURN | F.TSUMO | F.DEALER, F.MELDED | F.NORTH_ASIDE),
    Yaku("chiihou", F.FIRST_TURN | F.TSUMO, F.DEALER | F.MELDED | F.NORTH_ASIDE, far=F.DEALER),
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
