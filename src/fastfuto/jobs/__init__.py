"""Large jobs in pieces, on any executor, with a journal of the finished pieces. The package is independent of verbs."""

from .dispatch import Dispatcher
from .journal import Journal, Summary, summary
from .pieces import Answer, IsOver, Job, Piece, Work, digest, halved, ranges
from .run import run_job, run_pieces
from .workers import Workers, workers_of

__all__ = [
    "Answer",
    "Dispatcher",
    "IsOver",
    "Job",
    "Journal",
    "Piece",
    "Summary",
    "Work",
    "Workers",
    "digest",
    "halved",
    "ranges",
    "run_job",
    "run_pieces",
    "summary",
    "workers_of",
]
