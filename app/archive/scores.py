"""The job of scoring hands."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from yakulens.app.archive.hand_lines import hand_reader
from yakulens.app.archive.output import OutputError, encoded, json_line
from yakulens.scorer.contract.brief_json import BRIEF_KEYS, brief_to_json
from yakulens.scorer.contract.hand_json import score_to_json, scored
from yakulens.scorer.contract.json_line import answered, invalid, parse_object
from yakulens.scorer.contract.json_text import compact, plain_text, spaced
from yakulens.scorer.scoring import score_once

_NOTHING: Final = dict.fromkeys(BRIEF_KEYS) | {"yakuman": 0, "value": 0, "payments": {}, "yaku": []}
"""The brief Score of no hand."""

Batch: TypeAlias = tuple[str, ...]

_COMPARED: Final = 500
"""A run that is resumed compares every answer up to this number, and at most twice as many."""
_LOST: Final = "lost_hand"
_LOST_HAND: Final = f'"{_LOST}"'.encode()


@dataclass(frozen=True, slots=True)
class ScoreHands:
    """The job whose tasks are lines of Hands and whose results are the lines of their Scores."""

    typed: str = "{}"  # a JSON object with the values of keys that a line omits
    brief: bool = False  # whether the Scores are brief ones

    def load(self) -> Callable[[Batch], bytes]:
        """The function that scores a batch; nothing needs loading."""
        score = score_line(json.loads(self.typed), brief=self.brief)
        return lambda batch: encoded("".join([f"{score(line)}\n" for line in batch]))

    def lost(self, task: Batch, reason: str) -> bytes:
        """Lines that cannot be scored."""
        line = encoded(f"{brief_text(lost_hand(reason))}\n") if self.brief else json_line(lost_hand(reason))
        return line * len(task)

    def check(self, answers: Iterable[bytes], count: int, lines: Iterator[str]) -> None:
        """Take as many lines as there are earlier answers, and refuse answers that are not of these lines.

        The last answer and at most a thousand others are compared with what their lines give now.

        Raises:
            OutputError: one differs, or has no line.
        """
        score, step = self.load(), max(1, count // _COMPARED)
        for number, answer in enumerate(answers, 1):
            line = next(lines, None)
            is_compared = number % step == 0 or number == count
            # What was lost may have killed its workers, so it is not scored here.
            if line is None or (
                is_compared and _LOST_HAND not in answer and score((line,)) != answer + b"\n"
            ):
                message = (
                    f"--out: line {number} of what is there is not the score of line {number} of the hands, "
                    "with these options and this version; name another file"
                )
                raise OutputError(message)


def score_line(typed: Mapping[str, Any], *, brief: bool) -> Callable[[str], str]:
    """A function from the line of a Hand to the line of its Score, both without the line end.

    `typed` supplies keys that a line omits.
    """
    read, answer = hand_reader(typed), brief_to_json if brief else score_to_json
    text, text_of_any = (brief_text, brief_text) if brief else (spaced, plain_text)

    def score(line: str) -> str:
        found = read(line)
        if found is not None:
            return text(answer(score_once(found.hand, found.situation, found.rules), found.name))
        hand = {**typed, **parse_object(line)}
        return text_of_any(answer(scored(hand), hand.get("id")))

    return lambda line: answered(line, score, text_of_any)


def lost_hand(reason: str) -> dict[str, Any]:
    """The Score of a hand that cannot be scored."""
    return invalid(_LOST, f"could not be scored: {reason}")


def brief_text(answer: Mapping[str, Any]) -> str:
    """A brief Score as a line of JSON without blanks; of a line that is no hand, with every key."""
    return compact(with_every_key(answer)).decode()


def with_every_key(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """A brief Score; that of a line that is no hand gets the keys that it lacks."""
    return answer if len(answer) == len(_NOTHING) else {**_NOTHING, **answer}
