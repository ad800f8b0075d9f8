"""What several hands won on one discard say together: facts of the discard and the table hold for all."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.hand_json import Case
from yakulens.scorer.judge.check import wrong_tiles
from yakulens.scorer.message import Message
from yakulens.scorer.tile import compact

_SHARED: Final = (keys.ROUND, keys.DORA_INDICATORS, keys.URA_INDICATORS, keys.LAST_TILE, keys.CHANKAN)
"""Keys of a hand that describe the table or the discard, and so are the same for all winners."""
_UNSAID: Final[tuple[object, ...]] = (None, "", [])
"""Values that mean "not stated": a hand without indicators does not contradict another that names some."""


class Given(NamedTuple):
    """The form of a winner's hand, and what was read from it, with the table's facts about the hand."""

    form: Form
    case: Case


def completed(wins: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """The wins on one discard, each hand with what another hand says of the discard and the table.

    It holds for all of them: where one is won on the last discard, so are the others. Hands that contradict
    each other stay as they are.

    >>> wins = [{"hand": {"concealed": "123m", "last_tile": True}}, {"hand": {"concealed": "456m"}}]
    >>> completed(wins)[1]
    {'hand': {'last_tile': True, 'concealed': '456m'}}
    """
    hands = [hand for win in wins if isinstance(hand := win.get(keys.WON_HAND.name), Mapping)]
    told: dict[str, Any] = {}
    for key in _SHARED:
        stated = [hand[key.name] for hand in hands if hand.get(key.name) not in _UNSAID]
        read = Form({}, "", [])
        values = {key.kind.read(value, read.spot(key.name)) for value in stated}
        if len(values) > 1 or read.problems:
            return tuple(wins)
        if stated:
            told[key.name] = stated[0]
    return tuple(_with(win, told) for win in wins)


def _with(win: Mapping[str, Any], told: Mapping[str, Any]) -> Mapping[str, Any]:
    """A win whose hand, if it has one, also states these facts."""
    hand = win.get(keys.WON_HAND.name)
    if not isinstance(hand, Mapping):
        return win
    own = {name: value for name, value in hand.items() if name not in told or value not in _UNSAID}
    return {**win, keys.WON_HAND.name: {**told, **own}}


def contradictions(hands: Sequence[Given]) -> Iterator[Message]:
    """Facts that cannot hold for all hands at once.

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
    """Tiles that hands, discard, indicators and norths set aside hold together more often than they exist."""
    indicators = max((case.situation.dora_indicators for case in cases), key=len)
    indicators += max((case.situation.ura_indicators for case in cases), key=len)
    norths = ("4z",) * sum(case.situation.north_dora for case in cases)
    in_hands = [tile for case in cases for tile in case.hand.concealed]
    in_hands += [tile for case in cases for meld in case.hand.melds for tile in meld.tiles]
    visible = (*in_hands, cases[0].hand.win, *indicators, *norths)
    yield from wrong_tiles(visible, cases[0].rules)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return compact(value) or "none"
    return str(value).lower()
