"""Rule sets in the visitor's language: their names, rules, values and sections. Pure."""

from typing import Final

from yakulens.app import Json
from yakulens.app.words.i18n import DEFAULT, catalogue, knows, text
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.merge import INHERITED
from yakulens.scorer.rules.offered import BUILT_IN, own_files
from yakulens.scorer.rules.ruleset import PRINTED_WORTH, RulesError, YakuValue
from yakulens.scorer.vocabulary import SEATS

_CITED: Final = sorted(
    ((phrase, key) for key, phrase in catalogue(DEFAULT).items() if key.startswith("cite.")),
    key=lambda cited: -len(cited[0]),
)
"""The parts of a citation that are translated, as the rule sets write them, and their keys. They are sources
without a text, and names that are Japanese first. A part that holds another one comes first."""
_SECTIONS: Final = {"fu": "fu", "limits": "limit", "yaku": "yaku"}
"""By table of a rule set, the catalogue section that names its rules."""


def yakuman(language: str, times: int) -> str:
    """A number of yakuman in words.

    >>> yakuman("en", 1), yakuman("en", 2)
    ('Yakuman', '2-fold yakuman')
    """
    return text(language, "result.yakuman" if times > 1 else "result.yakuman_one", n=times)


def number_of(language: str, unit: str, number: int) -> str:
    """A number of ``han``, ``fu`` or ``yakuman`` in words.

    >>> number_of("en", "fu", 25)
    '25 fu'
    """
    return (
        yakuman(language, number) if unit == "yakuman" else text(language, f"result.{unit}", **{unit: number})
    )


def counted(language: str, row: Json) -> str:
    """The worth of a yaku of a score, in words: its han, or how many yakuman."""
    unit = "yakuman" if row["yakuman"] else "han"
    return number_of(language, unit, row[unit])


def title(language: str, rules: str) -> str:
    """A rule set's full name; an operator's own file has its title, in one language.

    A set that is no longer available keeps its stored name.

    >>> title("en", "ema-2025"), title("ja", "tenhou")
    ('EMA Riichi rules 2025', '天鳳・四人麻雀')
    """
    return text(language, f"rules.{rules}") if rules in BUILT_IN else _own_title(rules)


def short(language: str, rules: str) -> str:
    """The short name that players use for a rule set; an operator's own file has its title.

    >>> short("en", "ema-2025"), short("ja", "m-league")
    ('EMA', 'Mリーグ')
    """
    return text(language, f"rules_short.{rules}") if rules in BUILT_IN else _own_title(rules)


def _own_title(rules: str) -> str:
    try:
        return load_rules(rules).title or rules
    except RulesError:
        return rules


def first(language: str) -> list[str]:
    """The rule sets that the page offers first: the operator's own, then the language's usual ones.

    The first of them is used until one is chosen.

    >>> first("en")[0], first("ja")[0]
    ('ema-2025', 'tenhou')
    """
    return [*own_files(), *text(language, "start.rules_first").split()]


def in_order(language: str) -> list[str]:
    """All rule sets as the page lists them: those of ``first``, then the others."""
    return list(dict.fromkeys((*first(language), *BUILT_IN)))


def lacks_red_fives(rules: str) -> bool:
    """Whether a rule set has no red fives.

    >>> lacks_red_fives("ema-2025"), lacks_red_fives("tenhou")
    (True, False)
    """
    return not any(load_rules(rules).red_fives)


def gist(language: str, rules: str) -> str:
    """What distinguishes a rule set at a table, in one line.

    >>> gist("en", "wrc-2015")
    'no red fives · one winner off a discard · 4 han 30 fu is mangan'
    """
    rule_set = load_rules(rules)
    red = sum(rule_set.red_fives)
    features = {
        "three_players": rule_set.players < len(SEATS),
        "no_ura": not rule_set.ura_dora,
        "closed_tanyao": not rule_set.open_tanyao,
        "one_winner": rule_set.several_winners == "first",
        "kiriage": rule_set.kiriage_mangan,
        "chips": rule_set.chips.played,
    }
    parts = [text(language, "gist.red_fives", n=red) if red else text(language, "gist.no_red_fives")]
    parts += [text(language, f"gist.{key}") for key, holds in features.items() if holds]
    return " · ".join(parts)


def cite(language: str, cited: str) -> str:
    """A citation of a section, with its source's name in the language.

    >>> cite("ja", "EMA 2025 4.2.1"), cite("ja", "JPML A competition rules 2012")
    ('EMA 2025 4.2.1', '日本プロ麻雀連盟 A 競技ルール 2012')
    """
    for phrase, key in _CITED:
        cited = cited.replace(phrase, text(language, key))
    return cited


def remark(language: str, said: str) -> str:
    """What has to be said beside a section, in the language; a text without a translation stays as it is.

    >>> remark("en", "the text is silent"), remark("ja", "the text is silent")
    ('the text is silent', '本文に定めなし')
    >>> remark("ja", "no text read says otherwise; there: 7, the text is silent")
    '読んだ文書に別の記述なし。もとは7、本文に定めなし'
    """
    key = f"remark.{said}"
    if knows(language, key):
        return text(language, key)
    if said.startswith(INHERITED) and said != INHERITED:
        parts = said.removeprefix(INHERITED).split(", ", 1)  # the section and the note
        origin = text(language, "language.pause").join(remark(language, part) for part in parts)
        return remark(language, INHERITED) + origin
    return cite(language, said)


def remarked(language: str, sentence: str, said: str) -> str:
    """A sentence with the remark beside its section in brackets, if there is one.

    >>> remarked("en", "RCR Empty Tray", "optional"), remarked("en", "EMA 2025 3.7", "")
    ('RCR Empty Tray (optional)', 'EMA 2025 3.7')
    """
    if not said:
        return sentence
    return text(language, "rule_value.remarked", what=sentence, remark=remark(language, said))


def rule(language: str, key: str) -> str:
    """A rule's name, from its dotted key.

    >>> rule("en", "kiriage_mangan"), rule("ja", "yaku.pinfu")
    ('Nearly a mangan counts as mangan', '平和')
    """
    table, dot, rest = key.partition(".")
    if not dot:
        return text(language, f"rule.{key}")
    if table in {"payment", "chips"}:
        return text(language, f"rule.{table}_{rest}")
    return text(language, f"{_SECTIONS[table]}.{rest}")


def rule_value(language: str, value: object) -> str:  # noqa: PLR0911 - one line a kind of value reads best
    """A rule's value.

    >>> rule_value("ja", True), rule_value("en", YakuValue(closed=2, open=1)), rule_value("en", 3000)
    ('あり', '2 han, open 1', '3,000')
    """
    match value:
        case None:
            return text(language, "rule_value.absent")
        case bool():
            return text(language, "rule_value.yes" if value else "rule_value.no")
        case int():
            return f"{value:,}"
        case YakuValue():
            return _yaku_value(language, value)
        case tuple():
            values = (rule_value(language, each) for each in value)
            return text(language, "language.comma").join(values) or _nothing(language)
        case {"han": han, "base": base}:
            return text(language, "rule_value.step", han=han, base=f"{base:,}")
    return _word(language, str(value))


def _word(language: str, value: str) -> str:
    if not value:
        return _nothing(language)
    if printed := PRINTED_WORTH.fullmatch(value):
        han, fu, by = printed.groups()
        return text(language, "rule_value.printed", han=han, fu=fu, by=text(language, f"rule_value.by_{by}"))
    for table in ("rule_value", "yaku", "abort", "wind"):
        if knows(language, f"{table}.{value}"):
            return text(language, f"{table}.{value}")
    return value


def _nothing(language: str) -> str:
    return text(language, "rule_value.nothing")


def _yaku_value(language: str, value: YakuValue) -> str:
    if value.yakuman:
        return yakuman(language, value.yakuman)
    key = "any_han" if value.open == value.closed else "open_han" if value.open else "closed_han"
    worth = text(language, f"rule_value.{key}", han=value.closed, open=value.open)
    return text(language, "rule_value.alone", worth=worth) if value.alone else worth
