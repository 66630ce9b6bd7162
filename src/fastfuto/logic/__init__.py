"""Human solving steps: explanations, hints and grades."""

from .explain import Explanation, explain
from .grade import Grade, grade, grade_many
from .hint import hint
from .step import Step
from .technique import TECHNIQUES, Level, Rules, Technique, TechniqueName

__all__ = [
    "TECHNIQUES",
    "Explanation",
    "Grade",
    "Level",
    "Rules",
    "Step",
    "Technique",
    "TechniqueName",
    "explain",
    "grade",
    "grade_many",
    "hint",
]
