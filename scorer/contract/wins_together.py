"""What several hands that win on one discard must agree on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.hand_json import Case
from yakulens.scorer.judge.tiles import wrong_tiles
from yakulens.scorer.message import Message
from yakulens.scorer.tile import compact

_SHARED: Final = (keys.ROUND, keys.DORA_INDICATORS, keys.LAST_TILE, keys.CHANKAN)
"""Keys of a hand that describe the table or the discard, and so are the same for everybody."""
_UNSAID: Final[tuple[object, ...]] = (None, "", [])
"""Values that say nothing of a key: a hand without indicators does not say that there are none where another
hand names some."""


class Given(NamedTuple):
    """A winner's hand.

    Attributes:
        form: the form of the hand.
        case: what was read from the form and what the table knows of the hand.
    """

    form: Form
    case: Case


def contradictions(hands: Sequence[Given]) -> Iterator[Message]:
    """What cannot be true of all the hands at once; a hand that leaves a key out contradicts nobody about it.

    >>> from yakulens.scorer.contract.hand_json import read_case
    >>> hands = [{"concealed": "123456789m1122p", "win": win, "by": "ron"} for win in ("1p", "2p")]
    >>> won = [Given(form, read_case(form)) for form in map(Form.of, hands)]
    >>> [each.text for each in contradictions(won)]
    ['wins: one discard cannot be 1p 2p', 'wins: 5 of 1p, indicators included: there are four of each tile']
    """
    tiles = tuple(sorted({case.hand.win for _, case in hands}))
    if len(tiles) > 1:
        yield Message.of("winning_tiles_differ", tiles=tiles).at(keys.WINS.name)
    for key in _SHARED:
        stated = [case.situation for form, case in hands if form.value.get(key.name) not in _UNSAID]
        values = {getattr(situation, key.name) for situation in stated}
        if len(values) > 1:
            texts = tuple(sorted(_text(each) for each in values))
            yield Message.of("hands_contradict", key=key.name, given=texts).at(keys.WINS.name)
    if len(hands) > 1:
        yield from (each.at(keys.WINS.name) for each in _too_many([case for _, case in hands]))


def _too_many(cases: Sequence[Case]) -> Iterator[Message]:
    """Tiles of which the hands, the one discard and the indicators together hold more than there are."""
    indicators = max((case.situation.dora_indicators for case in cases), key=len)
    in_hands = [tile for case in cases for tile in case.hand.concealed]
    in_hands += [tile for case in cases for meld in case.hand.melds for tile in meld.tiles]
    visible = (*in_hands, cases[0].hand.win, *indicators)
    yield from wrong_tiles(visible, cases[0].rules)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return compact(value) or "none"
    return str(value).lower()
