"""Run the command that the arguments name, and turn errors into exit codes."""

from __future__ import annotations

import argparse
import os
import re
import sys
import textwrap
from collections.abc import Container, Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from ..errors import JobError, nearest, printable
from .streams import (
    ANSWERED,
    BAD_INPUT,
    EPILOG,
    INTERRUPTED,
    LIMIT_REACHED,
    STANDARD_OUTPUT,
    UsageError,
    complain,
    say_aside,
    silence,
    standard_output,
)

COMMANDS = {
    "solve": "Classify a puzzle and solve it.",
    "count": "Count the solutions of a puzzle.",
    "solutions": "Print all solutions of a puzzle and then their number.",
    "sample": "Draw random solutions of a puzzle, all equally likely.",
    "estimate": "Estimate the number of solutions.",
    "candidates": "List the values of each cell that occur in solutions.",
    "check": "Report contradictions and whether there is one solution.",
    "convert": "Write a puzzle in another format.",
    "formats": "List the formats of puzzles, each with an example.",
    "draw": "Draw a puzzle, as text or as a picture in a file.",
    "play": "Play puzzles on a page in the browser.",
    "book": "Make a booklet with answers for printing.",
    "batch": "Solve files of many puzzles, with one line for each answer.",
    "audit": "Find faults and duplicates in files of puzzles.",
    "explain": "Solve a puzzle step by step, as a person does.",
    "hint": "Show the next step in a puzzle.",
    "grade": "Grade how hard puzzles are for people.",
    "jobs": "Show the progress of a job from its journal.",
    "prove": "Write a proof of a claim about a puzzle's solutions.",
    "verify": "Check whether a certificate proves its claim.",
    "generate": "Make puzzles with exactly one solution.",
    "techniques": "List the techniques by level.",
}
"""The commands and their help texts. Each command is a module of this folder, which is imported when needed.

Each module has three names that only this module uses: `add` adds the command's options to a parser, `Options` is the
dataclass of their values, and `run` takes these values and returns the exit code.
"""

FUNCTIONS = {
    "true_candidates": "candidates",
    "estimate_count": "estimate",
    "booklet": "book",
    "page": "play",
    "solve_file": "batch",
}
"""Functions whose commands have other names; a command has the name of its function as an alias."""

GROUPS = {
    "what": {
        *(
            "template",
            "n",
            "k",
            "family",
            "variant",
            "level",
            "numbers",
            "inequalities",
            "symmetry",
            "technique",
            "score",
        ),
        *("minutes", "heading", "then", "format", "column", "entries"),
    },
    "how": {
        "rules",
        "order",
        "remove",
        "minimal",
        "seed",
        "start",
        "resume",
        "distinct",
        "certificates",
        "engine",
        "samples",
    },
    "limits": {"limit", "timeout", "memory", "threads", "workers", "scheduler", "journal", "steps"},
    "output": {"output", "to", "json", "quiet", "language", "notation", "all", "folder"},
}
"""The options of the groups in help, by the names of their fields; other options are listed first."""

MOST_LISTED = 30
"""Most choices that a message lists; there are more formats."""


class _HelpFormatter(argparse.HelpFormatter):
    """Wraps each paragraph above and below the options separately, with more room for the names of options."""

    COLUMN = 24

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Return the names of an option with its value once, as Python 3.13 does."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {value}"

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=self.COLUMN)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.split("\n\n")
        return "\n\n".join(textwrap.fill(" ".join(each.split()), width) for each in paragraphs)


class _Parser(argparse.ArgumentParser):
    """A parser that writes to the same streams as the commands, even if a standard stream is closed or full."""

    def print_help(self, file: Any = None) -> None:
        (standard_output() if file is None else file).write(self.format_help())

    def format_help(self) -> str:
        """Return the help with the options in groups."""
        both = self._positionals, self._optionals
        for title, names in GROUPS.items():
            if moved := [each for group in both for each in group._group_actions if each.dest in names]:
                for group in both:
                    group._group_actions = [each for each in group._group_actions if each not in moved]
                self.add_argument_group(title)._group_actions.extend(moved)
        return super().format_help()

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Return the value of an argument; names may be written in upper or lower case."""
        try:
            value = super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            error.message = re.sub("^invalid (.+) value: ", r"expected a \1, got ", error.message)
            raise
        if action.choices is None or not isinstance(value, str):
            return value
        return next((each for each in action.choices if str(each).lower() == value.lower()), value)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not a choice, and name the most similar choice."""
        if action.choices is None or value in action.choices:
            return
        known = [str(each) for each in action.choices]
        listed = f" (choose from {', '.join(known)})"
        if len(known) > MOST_LISTED:
            listed = "; 'fastfuto formats' lists the formats"
        choices = nearest(value, known) or listed
        raise argparse.ArgumentError(action, f"invalid choice: {value!r}{choices}")

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Report unknown arguments, and name the option that is most similar to the first of them."""
        options = self._option_string_actions
        known = [name for name, action in options.items() if action.help != argparse.SUPPRESS]
        self.error(f"unrecognized arguments: {' '.join(unknown)}{nearest(unknown[0], known)}")

    def error(self, message: str) -> NoReturn:
        say_aside(f"{self.format_usage()}{self.prog}: error: {printable(message)}")
        raise SystemExit(BAD_INPUT)


class _Version(argparse.Action):
    """Print the version, which is looked up only here because the lookup is slow."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import importlib.metadata

        print("fastfuto", importlib.metadata.version("fastfuto"), file=standard_output())
        parser.exit()


def parser_of(argv: Sequence[str] | None) -> argparse.ArgumentParser:
    """Return a parser for these arguments, with the options of the commands that the arguments name."""
    if "_ARGCOMPLETE" in os.environ:  # The shell has the arguments and asks for completions.
        return make_parser(COMMANDS)
    given = _spelled(argv)
    # If a command comes first, nothing lists the others.
    return make_parser(given, given[:1] if COMMANDS.keys() & given[:1] else COMMANDS)


def _spelled(argv: Sequence[str] | None) -> Sequence[str]:
    """Return the arguments, with ``help COMMAND`` replaced by ``COMMAND --help``, and an alias by its command."""
    given = sys.argv[1:] if argv is None else argv
    if given and given[0] == "help":
        given = [*given[1:2], "--help"]
    if given and (command := FUNCTIONS.get(given[0].replace("-", "_"))):
        given = [command, *given[1:]]
    return given


def make_parser(named: Container[str], listed: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the command line for the listed commands, with the options of the named commands."""
    parser: argparse.ArgumentParser = _Parser(
        prog="fastfuto",
        description="Solve, enumerate, count and sample Futoshiki of any size, and Sudoku, Kakuro and more.",
        epilog=EPILOG,
        formatter_class=_HelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action=_Version, nargs=0, help="show the version and exit")
    parser.set_defaults(command=None, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in listed:
        is_named, help = name in named, COMMANDS[name]
        command = commands.add_parser(
            name,
            help=help,
            description=help,
            add_help=is_named,
            allow_abbrev=False,
            formatter_class=_HelpFormatter,
        )
        if is_named:
            command.set_defaults(command=name, parser=command)
            _module(name).add(command)
    return parser


def _module(name: str) -> Any:
    return import_module(f".{name}", __package__)


def _are_files(words: Sequence[str], args: argparse.Namespace) -> bool:
    """Return whether words between or after options are further files, which argparse does not recognise."""
    has_parts = len(getattr(args, "parts", ())) > 1  # The files of a booklet belong to the part before them.
    return "files" in args and not has_parts and not any(word[:1] == "-" != word for word in words)


def _options(kind: Any, args: argparse.Namespace) -> Any:
    """Return the arguments as the dataclass of a command; fields without an option keep their defaults."""
    typed = {name: value for name, value in vars(args).items() if name in kind.__dataclass_fields__}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in typed.items()})


def run(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> int:
    """Run the command line and return the exit code, as `fastfuto.cli.main` does."""
    output: str | None = None
    try:
        if "_ARGCOMPLETE" in os.environ:  # Answering the shell ends the process.
            import argcomplete

            argcomplete.autocomplete(parser)
        try:
            if any("\0" in argument for argument in argv or ()):  # A shell cannot pass this character.
                parser.error("an argument has a null character")
            args, unknown = parser.parse_known_args(_spelled(argv))
            if _are_files(unknown, args):
                args.files += unknown
            elif unknown:
                args.parser.refuse(unknown)
            if args.command is None:
                parser.error("the following arguments are required: COMMAND")
            module = _module(args.command)
            options = _options(module.Options, args)
            output = getattr(options, "output", None)
            try:
                code: int = module.run(options)
            except UsageError as error:
                args.parser.error(str(error))
        except SystemExit as stop:
            code = int(stop.code or 0)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt as stop:
        complain(None, "; ".join(["interrupted", *getattr(stop, "__notes__", [])]))
        return INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)  # The reader of the output has closed it.
        return ANSWERED
    except OSError as error:
        silence(sys.stdout)
        names = (error.filename, output, STANDARD_OUTPUT)
        complain(next(name for name in names if name is not None), error)
        return BAD_INPUT
    except JobError as error:
        complain(None, error)
        return BAD_INPUT
    except MemoryError:
        complain(None, "out of memory")
        return LIMIT_REACHED
