"""Large jobs in pieces: any executor runs them, and a journal remembers what is finished. No verb is known here."""

from .dispatch import Dispatcher
from .journal import Journal, Summary, summary
from .pieces import Answer, IsOver, Job, Piece, Work, digest
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
    "run_job",
    "run_pieces",
    "summary",
    "workers_of",
]
