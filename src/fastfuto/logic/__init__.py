"""Steps by which people solve puzzles: explanations, hints and grades."""

from .explain import Explanation, explain
from .grade import Grade, grade, grade_many
from .hint import hint
from .step import Step
from .technique import TECHNIQUES, Level, Rules, Technique

__all__ = [
    "TECHNIQUES",
    "Explanation",
    "Grade",
    "Level",
    "Rules",
    "Step",
    "Technique",
    "explain",
    "grade",
    "grade_many",
    "hint",
]
