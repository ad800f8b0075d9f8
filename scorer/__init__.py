"""Computes han, fu, payments and the reasons for each from a hand, its situation and a rule set.

Examples in the docstrings of its modules use these names (`from yakulens.scorer import *`).
"""

from yakulens.scorer.explain import Score
from yakulens.scorer.hand import Hand, Liable, Situation
from yakulens.scorer.meld import Meld
from yakulens.scorer.message import Message
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.rules.ruleset import RulesError, RuleSet
from yakulens.scorer.scoring import score
from yakulens.scorer.tile import TileError

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
