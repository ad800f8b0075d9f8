"""The penalties of the books as data: each offence, what it costs, and its section.

A file here holds `cite`, and for each offence its `id`, its `penalty` (`KINDS`), `points`, `most` and `step`
if points are taken, the `section`, the `heading` above it or the book's own words, and an optional `note`. An
offence has the same id in all books; a rule set names its book with `penalties = "..."`.
"""

import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

from yakulens.scorer.message import Message, english
from yakulens.scorer.rules.ruleset import RuleSet, Source
from yakulens.scorer.toml_file import own_document

Kind = Literal["warning", "dead_hand", "chombo", "points", "referee", "redeal", "disqualification", "unsaid"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
BOOKS: Final = tuple(sorted(file.stem for file in Path(__file__).parent.glob("*.toml")))
"""The books with penalties."""
MISSED: Final = "missed"
"""The offence of a replaced player; the rule set fixes that player's points (`substitute_points`)."""
OF_WHO_WAS_REPLACED: Final = frozenset({MISSED, "late"})
"""Offences that cost a replaced player nothing more: no cumulation (EMA 7.3, WRC 7.2)."""
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*\.?")
"""A word that is the number of a chapter or section."""
_SECTION: Final = re.compile(r"\d+(?:\.\d+)+")
"""The number of a section in a remark."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """What an offence costs.

    Attributes:
        id: the offence, the same in every book.
        kind: what it costs; `warning` if the book does not penalise it, `unsaid` if it names no penalty.
        points: points taken after the game and after uma, as a positive number; 0 for none.
        most: the maximum if the book gives a range or a limit; else equal to `points`.
        step: what the points are a multiple of; 0 if the book does not say.
        source: the section, with its remark.
        heading: the book's words for it; empty if it has none.
    """

    id: str
    kind: Kind
    points: int
    most: int
    source: Source
    heading: str = ""
    step: int = 0

    @property
    def offence(self) -> Message:
        """What the player did, as a sentence."""
        return Message(f"offence_{self.id}")

    @property
    def names(self) -> Message | None:
        """Further names by which it is searched, such as kuikae; None if it has none."""
        code = f"names_{self.id}"
        return Message(code) if code in english().sentences else None

    def cost(self, rules: RuleSet) -> Message:
        """What it costs, as a sentence; the rule set says what a chombo costs."""
        if self.kind == "chombo":
            return _chombo(rules)
        if self.kind == "points" and self.most > self.points:
            return Message.of("penalty_points_range", points=self.points, most=self.most)
        if self.kind == "points":
            return Message.of("penalty_points_of", points=self.points)
        return Message(f"penalty_{self.kind}")

    def most_taken(self, rules: RuleSet) -> int | None:
        """The maximum of points that it takes after the game, as a positive number; None without a limit.

        A chombo takes the tournament's points, if the rule set has a penalty there.
        """
        if self.kind == "chombo":
            return rules.chombo_penalty if rules.chombo_tournament == "penalty" else 0
        return None if self.kind in {"referee", "unsaid"} else self.most

    def least_taken(self, rules: RuleSet) -> int:
        """The minimum of points that it takes after the game, if any, as a positive number; else 0."""
        return (self.most_taken(rules) or 0) if self.kind == "chombo" else self.points

    def taken(self, rules: RuleSet) -> int | None:
        """The points that it takes after the game, as a negative number; None if a referee sets them."""
        max_points = self.most_taken(rules)
        return -max_points if max_points and (self.kind == "chombo" or self.points == max_points) else None


def penalties_of(rules: RuleSet) -> tuple[Penalty, ...]:
    """Every offence in a rule set's book, in order; none without a book."""
    return _book(rules.penalties) if rules.penalties else ()


def find_penalty(offence: str, rules: RuleSet) -> Penalty | None:
    """The penalty of an offence by id; None if the book does not have it."""
    return next((each for each in penalties_of(rules) if each.id == offence), None)


def offence_source(offence: str, rules: RuleSet) -> Source:
    """The source of an offence, or of a chombo if the rule set's book does not have it."""
    penalty = find_penalty(offence, rules)
    return rules.source_of("chombo") if penalty is None else penalty.source


def penalties_about(words: str, rules: RuleSet) -> tuple[Penalty, ...]:
    """The offences that English words are about: by id, else by heading, else all that contain each word.

    See `is_about`.

    >>> [each.id for each in penalties_about("late", load_rules("ema-2025"))]
    ['late']
    >>> [each.id for each in penalties_about("6.6.1", load_rules("ema-2025"))]
    ['riichi_open_hand']
    >>> [each.id for each in penalties_about("Calling with a dead hand", load_rules("wrc-2015"))]
    ['riichi_dead_hand', 'dead_hand_call']
    """
    as_id = _as_id(words)
    exact = find_penalty(as_id, rules)
    if exact:
        return (exact,)
    headed = tuple(each for each in penalties_of(rules) if each.heading and _as_id(each.heading) == as_id)
    if headed:
        return headed
    query = words.replace("_", " ")
    return tuple(each for each in penalties_of(rules) if query.strip() and is_about(query, each, rules))


def is_about(words: str, penalty: Penalty, rules: RuleSet, translation: str = "") -> bool:
    """Whether each word occurs in an offence, its names, its cost or its remark, or is its section.

    A number means a section, including its subsections; the remark may name other sections. `6.5` matches an
    offence of 6.5.2, but not of 6.12. "Chonbo" is the spelling of chombo in WRC and WDMC.
    """
    kind = f"{penalty.kind} {penalty.id}".replace("_", " ")
    text = f"{kind} {penalty.offence.text} {penalty.cost(rules).text} {penalty.heading} {penalty.source.note}"
    names = penalty.names.text if penalty.names else ""
    text = f"{text} {names} {penalty.source.book} {translation}".casefold()
    sections = (penalty.source.section, *_SECTION.findall(penalty.source.note))
    return all(
        any(_is_in(word, section) for section in sections) or (word in text and not _NUMBER.fullmatch(word))
        for word in words.casefold().replace("chonbo", "chombo").split()
    )


def _as_id(words: str) -> str:
    """Words in the spelling of an id."""
    return words.strip().lower().replace(" ", "_").replace("-", "_")


def _is_in(word: str, section: str) -> bool:
    """Whether a word is the number of a section, or of one that contains it."""
    return f"{section.casefold()}.".startswith(f"{word.rstrip('.')}.")


def _chombo(rules: RuleSet) -> Message:
    points = rules.chombo_penalty
    forms = {rules.chombo, rules.chombo_tournament}
    if forms == {"penalty"}:
        return Message.of("penalty_chombo_points", points=points)
    if "penalty" in forms:
        return Message.of("penalty_chombo_both", points=points)
    return Message("penalty_chombo_mangan" if "reverse_mangan" in forms else "penalty_chombo")


@functools.cache
def _book(name: str) -> tuple[Penalty, ...]:
    document = own_document(Path(__file__).with_name(f"{name}.toml"))
    return tuple(
        Penalty(
            each["id"],
            each["penalty"],
            each.get("points", 0),
            each.get("most", each.get("points", 0)),
            Source(document["cite"], each["section"], each.get("note", "")),
            each.get("heading", ""),
            each.get("step", 0),
        )
        for each in document["offence"]
    )
