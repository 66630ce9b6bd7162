"""Large jobs in pieces: any executor runs them, and a journal remembers what is finished. No verb is known here."""

from .dispatch import Dispatcher
from .journal import Journal, Summary, summary
from .pieces import Answer, IsOver, Job, Piece, Work, digest
from .run import run_job
from .workers import ExecutorOption, Workers, workers_of

__all__ = [
    "Answer",
    "Dispatcher",
    "ExecutorOption",
    "IsOver",
    "Job",
    "Journal",
    "Piece",
    "Summary",
    "Work",
    "Workers",
    "digest",
    "run_job",
    "summary",
    "workers_of",
]
