"""How well a model reads labelled photos: metrics with intervals, by source and tile set, every failure."""

from yakulens.vision.evaluate import sheet
from yakulens.vision.evaluate.compare import Outcome
from yakulens.vision.evaluate.report import Report, summarise, to_json, to_text
from yakulens.vision.evaluate.run import evaluate
from yakulens.vision.evaluate.truth import TruthError, load_truths

__all__ = [
    "Outcome",
    "Report",
    "TruthError",
    "evaluate",
    "load_truths",
    "sheet",
    "summarise",
    "to_json",
    "to_text",
]
