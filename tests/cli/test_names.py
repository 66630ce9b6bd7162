"""The names of commands, options and arguments: what exists in Python and on the command line has one name."""

import inspect

import pytest

import fastfuto
from fastfuto.cli import main
from fastfuto.cli.dispatch import FUNCTIONS

from .helpers import EXAMPLES
from .test_options import OPTIONS
from .uses import USES

FIVE = str(EXAMPLES / "five.txt")
VERBS = {name: use.functions for name, use in USES.items() if use.functions}
PYTHON = {
    *(
        "puzzle",
        "puzzles",
        "source",
        "target",
        "path",
        "folder",
        "earlier",
    ),  # files are arguments of a command
    *("executor", "progress"),  # --workers and --scheduler; a bar on a terminal
    *("recipe", "pattern", "candidates", "shape"),  # objects and arrays
}
"""Arguments that no command has as an option."""
TERMINAL = {
    *("format", "column", "to", "json", "output", "quiet", "language", "all"),  # reading and writing
    *("workers", "scheduler", "resume", "distinct"),  # executors, and files that grow
    *("total", "unique", "quick", "redundant"),  # more questions about the same puzzle
    *("notation", "detail", "heading", "then", "binary", "certificates"),  # methods and other calls
}
"""Options that no function has as an argument."""
READERS = {"batch", "audit"}
"""Commands whose functions read files, so that `format` means the same as ``--format``."""


def arguments_of(command):
    return {name for verb in VERBS[command] for name in inspect.signature(getattr(fastfuto, verb)).parameters}


def options_of(command):
    """Return the names of the options; -n and -k are also arguments of functions."""
    names = {option.lstrip("-").replace("-", "_") for option in OPTIONS[command]}
    short = {"size": "n", "number": "k"}
    return {short.get(name, name) for name in names} - {"help"}


@pytest.mark.parametrize("command", VERBS)
def test_names_agree(command):
    arguments, options = arguments_of(command), options_of(command)
    assert arguments - options <= PYTHON.union(*map(options_of, VERBS))
    assert options - arguments <= TERMINAL.union(*map(arguments_of, VERBS))
    assert command in READERS or not arguments & {"format", "size", "number"}


@pytest.mark.parametrize(("function", "command"), FUNCTIONS.items())
def test_a_command_has_the_name_of_its_function_as_an_alias(function, command, capsys):
    assert function in fastfuto.__all__
    assert main([command, "--help"]) == 0
    text = capsys.readouterr().out
    for name in (function, function.replace("_", "-")):
        assert main([name, "--help"]) == main(["help", name]) == 0
        assert capsys.readouterr().out == 2 * text


def test_old_names_of_arguments_are_accepted_with_a_warning():
    puzzle = fastfuto.load(FIVE)
    for old, new in (
        (lambda: fastfuto.draw(puzzle, size=90).svg, fastfuto.draw(puzzle, width=90).svg),
        (lambda: fastfuto.prove(puzzle, format="drat").format, "drat"),
        (lambda: fastfuto.explain(puzzle, limit=3).steps, fastfuto.explain(puzzle, steps=3).steps),
        (lambda: fastfuto.Recipe(5, order="mixed"), fastfuto.Recipe(5, remove="mixed")),
    ):
        with pytest.warns(DeprecationWarning, match="is now called"):
            assert old() == new
