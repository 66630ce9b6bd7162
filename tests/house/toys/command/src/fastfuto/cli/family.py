"""``fastfuto family``: which family a puzzle is of."""

from .files import answer_files
from .options import FileOptions, add_files, add_quiet
from .streams import ANSWERED

Options = FileOptions


def add(parser):
    add_files(parser)
    add_quiet(parser)


def run(options):
    return answer_files(options.with_input(), _family)


def _family(options, given, answer):
    answer.say(given.puzzle.family)
    return ANSWERED
