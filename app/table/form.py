"""How a hand at the table ended, as the form that asks for it: a win, a draw or a chombo. Pure.

Its payments show before they count.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from yakulens.app import Json, game
from yakulens.app.game.ending import Ending
from yakulens.app.game.open_hands import DrawPhoto
from yakulens.app.game.seated import Seated
from yakulens.app.game.taps import EVENTS
from yakulens.app.hand import shown
from yakulens.app.hand.place import same_tiles
from yakulens.app.hand.practice import FU
from yakulens.app.table.draw import open_hands
from yakulens.app.table.pieces import Option, Speaker, buttons, label, note
from yakulens.app.words import phrases
from yakulens.app.words.i18n import isolated
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.check import no_abortive_draws

_HAN: Final = (1, 2, 3, 4, 5, 6, 8, 11, 13)
"""From 5 to 13 only limit steps: 7 han pay as 6."""
_BELOW_LIMITS: Final = 4
_YAKUMAN: Final = (1, 2)
_CHIPS: Final = range(14)
_NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class EndingForm:
    """The form for one hand of a game."""

    speaker: Speaker
    table: Seated  # the game at that hand
    ending: Ending  # what has been said about it
    hand: Json | None = None  # the contract's Hand on the desk, if a winner's of this hand
    photo: DrawPhoto | None = None  # of a draw: the tenpai of its hands is asked beside them

    @property
    def rules(self) -> RuleSet:
        """The game's rules."""
        return load_rules(self.table.game.rules)

    @property
    def names(self) -> dict[str, str]:
        """Who sits on each wind, in the players' order."""
        return self.table.names()

    def beginning(self) -> list[Json]:
        """The questions that every hand has: how it ended, and who declared riichi."""
        say, ending = self.speaker.say, self.ending
        reasons = self.rules.abortive_draws
        events = [(say(f"table.{each}"), self.speaker.tap("event", value=each)) for each in EVENTS]
        none = [] if reasons else [say("table.abortive_draw")]
        chosen = [say(f"table.{ending.event}")] if ending.event else []
        rows = [self.speaker.choices("", events, chosen, none)]
        if not reasons:
            rows.append(note(phrases.say(self.speaker.language, no_abortive_draws(self.rules))))
        # First the rows that never change place: nothing shifts under a thumb.
        return [*rows, self._toggles("riichi")] if ending.event else rows

    def details(self) -> list[Json]:
        """The questions that the chosen end has; none before one is chosen."""
        match self.ending.event:
            case None:
                return []
            case "ron" | "tsumo":
                return self._wins()
            case "exhaustive_draw":
                rows = [self._tenpai(), self._toggles("nagashi"), self._toggles("dead_hands")]
                return rows if self.photo is None else [*self._of_photo(self.photo), *rows]
            case "abortive_draw":
                return [self._reasons()]
        say, tap = self.speaker.say, self.speaker.tap
        label = say("table.tournament")
        chosen = [label] if self.ending.tournament else []
        return [
            self._one("table.offender", "offender", self.ending.offender),
            self.speaker.choices("", [(label, tap("tournament"))], chosen),
        ]

    def _players(self, do: str, **about: str) -> list[Option]:
        return [
            (self.speaker.seated(seat, self.names), self.speaker.tap(do, seat=seat, **about))
            for seat in self.names
        ]

    def _called(self, *seats: str | None) -> list[str]:
        return [self.speaker.seated(seat, self.names) for seat in seats if seat in self.names]

    def _toggles(self, name: str) -> Json:
        """A row of players; each tap adds one to a list of the ending or removes them."""
        chosen: list[str] = getattr(self.ending, name)
        options = self._players("toggle", value=name)
        return self.speaker.choices(self.speaker.say(f"table.{name}"), options, self._called(*chosen))

    def lacking(self) -> str | None:
        """The key of the sentence that asks for what is not yet said; None when nothing is."""
        of_photo = None if self.photo is None else self.photo.lacking([*self.names])
        return of_photo or self.ending.lacking()

    def _of_photo(self, photo: DrawPhoto) -> list[Json]:
        """Who took the photo of a draw, and the open hands on it."""
        taker = self._one("table.draw_taker", "draw_taker", photo.taker)
        return [taker, *open_hands(self.speaker, photo, self.table, self.ending.tenpai)]

    def _tenpai(self) -> Json:
        """A row of players who may have shown tenpai, and the choice that nobody (else) did."""
        ending, say = self.ending, self.speaker.say
        in_view = {} if self.photo is None else self.photo.hands([*self.names])
        asked = [seat for seat in self.names if seat not in in_view]
        nobody = say("table.nobody_else")  # riichi or not, so that no button moves
        held = [seat for seat in ending.tenpai if seat in asked]
        is_nobody = ending.tenpai_said and {*held} <= {*ending.by_riichi}
        players = [
            (self.speaker.seated(seat, self.names), self.speaker.tap("toggle", seat=seat, value="tenpai"))
            for seat in asked
        ]
        about = {"value": ",".join(asked)} if in_view else {}
        options = [*players, (nobody, self.speaker.tap("nobody", **about))]
        chosen = [*self._called(*held), *([nobody] if is_nobody else [])]
        return self.speaker.choices(say("table.tenpai"), options, chosen)

    def _one(self, title: str, do: str, chosen: str | None, off: tuple[str, ...] = ()) -> Json:
        """A row of players of whom one is chosen."""
        return self.speaker.choices(
            self.speaker.say(title), self._players(do), self._called(chosen), self._called(*off)
        )

    def _reasons(self) -> Json:
        say, tap = self.speaker.say, self.speaker.tap
        options = [(say(f"abort.{each}"), tap("reason", value=each)) for each in self.rules.abortive_draws]
        chosen = [say(f"abort.{self.ending.reason}")] if self.ending.reason else []
        return self.speaker.choices(say("table.reason"), options, chosen)

    def _wins(self) -> list[Json]:
        ending = self.ending
        winners = self.speaker.choices(
            self.speaker.say("table.winners"), self._players("winner"), self._called(*ending.winners)
        )
        rows = [winners]
        if ending.event == "ron":
            rows.append(
                self._one("situation.discarder", "discarder", ending.discarder, off=tuple(ending.winners))
            )
        for seat in self.names:
            if seat in ending.winners:
                rows += self._worth(seat)
        return rows

    def _worth(self, seat: str) -> list[Json]:
        """What the hand of the winner on a wind is worth: read from a photo, or by han and fu."""
        say, worth = self.speaker.say, self.ending.worth.get(seat)
        title = label(say("table.worth", name=self.speaker.seated(seat, self.names)))
        if worth is not None and "hand" in worth:
            by_han = self.speaker.button("table.by_han", "by_han", seat=seat)
            return [
                title,
                note(say("table.from_score")),
                tiles_of(self.speaker.language, worth["hand"]),
                buttons(by_han),
            ]
        rows = [title]
        if self.hand is not None and not self._is_taken(self.hand):
            take = self.speaker.button("table.take_hand", "take", seat=seat)
            rows += [tiles_of(self.speaker.language, self.hand), buttons(take)]
        rows += self._han_and_fu(seat, worth or {})
        if worth is not None and self.rules.chips.played:
            rows.append(self._chips(seat, worth))
        return rows + (self._liable(seat, worth) if worth is not None and "yakuman" in worth else [])

    def _is_taken(self, hand: Json) -> bool:
        """Whether a winner has these tiles already: nobody else can."""
        worth = (self.ending.worth.get(seat, {}) for seat in self.ending.winners)
        return any(same_tiles(each["hand"], hand) for each in worth if "hand" in each)

    def _han_and_fu(self, seat: str, worth: Json) -> list[Json]:
        say, tap = self.speaker.say, self.speaker.tap
        limits = {step.han: step.name for step in self.rules.limits}

        def of_han(han: int) -> str:
            return say(f"limit.{limits[han]}") if han in limits else say("result.han", han=han)

        def of_yakuman(times: int) -> str:
            return say("result.yakuman" if times > 1 else "result.yakuman_one", n=times)

        steps = [
            han for han in _HAN if (han in limits or han <= _BELOW_LIMITS) and limits.get(han) != "yakuman"
        ]
        times = _YAKUMAN if self.rules.several_yakuman else _YAKUMAN[:1]
        options = [(of_han(han), tap("han", seat=seat, number=han)) for han in steps]
        options += [(of_yakuman(each), tap("yakuman", seat=seat, number=each)) for each in times]
        chosen = [of_han(worth["han"])] if "han" in worth else []
        chosen += [of_yakuman(worth["yakuman"])] if "yakuman" in worth else []
        all_fu = [(say("result.fu", fu=fu), tap("fu", seat=seat, number=fu)) for fu in FU]
        fu_counts = "han" in worth and worth["han"] < min(limits, default=0)
        held = [say("result.fu", fu=worth["fu"])] if fu_counts else []
        off = [] if fu_counts else [label for label, _ in all_fu]
        return [self.speaker.choices("", options, chosen), self.speaker.choices("", all_fu, held, off)]

    def _chips(self, seat: str, worth: Json) -> Json:
        """Chips for ippatsu, ura dora and red fives; han and fu imply only those of a yakuman."""
        options = [(str(number), self.speaker.tap("chips", seat=seat, number=number)) for number in _CHIPS]
        return self.speaker.choices(
            self.speaker.say("table.chips_each"), options, [str(worth.get("chips", 0))]
        )

    def _liable(self, seat: str, worth: Json) -> list[Json]:
        """Who fed the last set of which yakuman, if the rules make somebody liable for one."""
        yaku_names = self.rules.liability
        if not yaku_names:
            return []
        say, tap = self.speaker.say, self.speaker.tap
        liable: Mapping[str, str] = worth.get("liable") or {}
        who, fed = liable.get("seat"), liable.get("yaku", yaku_names[0])
        others = [
            (self.speaker.seated(each, self.names), tap("liable", seat=seat, value=f"{each}:{fed}"))
            for each in self.names
            if each != seat
        ]
        nobody = say("situation.nobody")
        options = [(nobody, tap("liable", seat=seat, value=_NOBODY)), *others]
        rows = [self.speaker.choices(say("situation.liable"), options, self._called(who) or [nobody])]
        if who is not None:
            of_yaku = [
                (say(f"yaku.{each}"), tap("fed", seat=seat, value=f"{who}:{each}")) for each in yaku_names
            ]
            rows.append(self.speaker.choices("", of_yaku, [say(f"yaku.{fed}")]))
        return rows

    def outcome(self, end: Json) -> tuple[list[Json], str]:
        """What the hand pays as it is said now, and what is still missing; one of the two is empty."""
        if self.ending.event is None:
            return [], self.speaker.say("table.ended")
        if (lacking := self.lacking()) is not None:
            return [], self.speaker.say(lacking)
        settled = game.settle(self.table.game, self.table.stand, end)
        if settled["problems"]:
            return [], self.speaker.problems(settled["messages"]["problems"], self.names)
        return self.speaker.settlement(settled, self.names), ""


def changes(speaker: Speaker, table: Seated, end: Json) -> str:
    """Whose score an end changes, and by how much, in one line: Ann +8,000 · Bo -8,000."""
    settled, names = game.settle(table.game, table.stand, end), table.names()
    net = settled["net"]
    now = [f"{isolated(names[seat])} {phrases.signed(net[seat])}" for seat in names if net.get(seat)]
    return " · ".join(now + speaker.after_game(settled, names))


def tiles_of(language: str, hand: Json) -> Json:
    """The tiles of the contract's Hand side by side."""
    faces = [*hand["concealed"], *(face for meld in hand["melds"] for face in meld["tiles"])]
    tiles = shown.row_of_tiles(language, faces)
    return {"part": "tiles", "tiles": [*tiles, shown.tile(language, hand["win"], won=True)]}
