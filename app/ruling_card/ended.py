"""How a finished hand ended, in a few words: who won off whom, or who was tenpai. Pure."""

from collections.abc import Iterable

from yakulens.app import i18n, phrases
from yakulens.app.game import Played


def ended(language: str, hand: Played, names: phrases.Names) -> str:
    """How a hand ended, for a score sheet."""
    end, event = hand.end, hand.end["event"]

    def who(seats: Iterable[str]) -> str:
        return phrases.listed(language, (phrases.seated(language, seat, names) for seat in seats))

    if event in {"ron", "tsumo"}:
        winners = who(hand.settled["winners"])
        payer = who([end["discarder"]]) if event == "ron" else ""
        return i18n.text(language, f"sheet.{event}", winner=winners, payer=payer)
    if event == "chombo":
        offender = end["offender"]
        offenders = [offender] if isinstance(offender, str) else offender
        return i18n.text(language, "sheet.chombo", who=who(offenders))
    if event == "exhaustive_draw" and end.get("nagashi"):
        return i18n.text(language, "sheet.nagashi", who=who(end["nagashi"]))
    if event == "exhaustive_draw":
        tenpai = end.get("tenpai") or ()
        return i18n.text(language, "sheet.draw" if tenpai else "sheet.draw_noten", who=who(tenpai))
    return i18n.text(language, f"table.{event}")
