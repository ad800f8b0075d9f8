"""From a hand, its situation and a rule set to han, fu, payments and the reasons for each."""

from scorer.hand import Hand, Liable, Situation
from scorer.meld import Meld
from scorer.message import Message
from scorer.rules.load import BUILT_IN, load_rules
from scorer.rules.ruleset import RulesError, RuleSet
from scorer.scoring import Score, score
from scorer.tile import TileError

__all__ = [
    "BUILT_IN",
    "Hand",
    "Liable",
    "Meld",
    "Message",
    "RuleSet",
    "RulesError",
    "Score",
    "Situation",
    "TileError",
    "load_rules",
    "score",
]
