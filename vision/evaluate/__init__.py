"""How well a model reads labelled photos: metrics with intervals, by source and tile set, every failure."""

from vision.evaluate import sheet
from vision.evaluate.compare import Outcome
from vision.evaluate.report import Report, summarise, to_json, to_text
from vision.evaluate.run import evaluate
from vision.evaluate.truth import TruthError, load_truths

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
