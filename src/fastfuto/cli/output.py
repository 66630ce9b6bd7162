"""Answers: their destination and their form."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from ..errors import printable, wrapped
from ..formats import Codec, check_writable, format_puzzle, is_stream, replacing
from ..model import Model
from ..puzzles import Puzzle, Violation
from .streams import say_aside, standard_output

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..drawing import Drawing
    from ..languages import LanguageCode
    from .options import FileOptions

SCHEMA = 1
"""Version of the JSON output, which increases when a reader of the previous version could misread the output."""


def head(command: str, file: str | None) -> dict[str, Any]:
    """Return the first fields of the JSON object of any command; `file` is None if no file was read."""
    return {"schema": SCHEMA, "command": command, "file": file}


_MESSAGE = re.compile("^fastfuto:", re.MULTILINE)
"""The beginning of messages. A terminal shows them among the answers, so no line of an answer there begins with it."""


class Input(NamedTuple):
    """A puzzle that was read, with the name of its file and its format.

    If the file holds several puzzles, the input also has the line in which the puzzle begins.
    """

    name: str
    codec: Codec
    puzzle: Puzzle[Any] | Model
    line: int | None = None

    @property
    def title(self) -> str:
        """The name of the puzzle in titles and messages."""
        name = printable(self.name)
        return name if self.line is None else f"{name}, line {self.line}"

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution as text, in the format of the puzzle if that format can hold it."""
        filled = self.puzzle.filled(solution)
        return self.puzzle.show(solution) if filled is None else format_puzzle(filled, self.codec.name)


class Output:
    """The destination of answers: standard output, or a file.

    A file that cannot be written is reported before the work begins. The previous contents of a file are kept until
    there is something new: a short answer as a whole, or the beginning of a long answer. A long answer grows in the
    file, so a limit, an interrupt or a full disk does not lose the part that was found.

    Attributes
    ----------
    begun : bool
        Whether anything was written.
    has_picture : bool
        Whether a picture was written.
    is_terminal : bool
        Whether the output is a terminal.
    """

    _HELD = 1 << 16

    def __init__(self, path: str | None, form: str = "") -> None:
        self.begun: bool = False
        self.has_picture: bool = False
        self._path, self._form = path, form
        self._held: list[str] = []
        self._size = 0
        self._file: IO[str] | None = None
        if path is None or path == "-":
            self._file = standard_output()
            if isinstance(self._file, io.TextIOWrapper):
                self._file.reconfigure(errors="backslashreplace")
        elif is_stream(path) and not form:
            self._file = _opened(path)
        else:
            check_writable(path)
        self.is_terminal: bool = self._file is not None and self._file.isatty()

    @property
    def width(self) -> int:
        """The columns of the terminal."""
        try:
            return (self._file and os.get_terminal_size(self._file.fileno()).columns) or 80
        except (OSError, ValueError):
            return 80

    @property
    def has_colours(self) -> bool:
        """Whether pictures have colours."""
        if os.environ.get("NO_COLOR"):
            return False
        return bool(os.environ.get("FORCE_COLOR")) or (self.is_terminal and os.environ.get("TERM") != "dumb")

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._form:
            self._finish()
        if self._file is None:
            if self._held:
                self._replace()
        elif self._file is not sys.stdout:
            self._file.close()
        elif kind is not BrokenPipeError:
            self._file.flush()

    def write(self, text: str) -> None:
        """Write a text; on a terminal, escape the control characters that it would obey."""
        self.paint(printable(text, "\n\t") if self.is_terminal else text)

    def paint(self, text: str) -> None:
        """Write a text that is printable except for fastfuto's own colours."""
        self.begun = True
        if self.is_terminal:
            text = _MESSAGE.sub(" fastfuto:", text)
        if self._file is not None:
            self._file.write(text)
            return
        self._held.append(text)
        self._size += len(text)
        if self._size > self._HELD and not self._form:
            assert self._path is not None
            self._replace()
            self._file = _opened(self._path)

    def draw(self, drawing: Drawing) -> None:
        """Write a picture for a terminal."""
        self.paint(drawing.screen(self.width, has_colours=self.has_colours))

    def flush(self) -> None:
        """Pass the written text to the readers of the output, unless it is still held back."""
        if self._file is not None:
            self._file.flush()

    def takes(self, text: str) -> bool:
        """Return whether the output's encoding has all characters of a text."""
        try:
            text.encode(getattr(self._file, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def _finish(self) -> None:
        """Convert the lines of JSON that were held back to the form of the file."""
        from .forms import formed

        lines, self._held = "".join(self._held).splitlines(), []
        if lines:
            assert self._path is not None
            with replacing(self._path) as file:
                file.write(formed(lines, self._form))

    def _replace(self) -> None:
        """Replace the file by the text that was held back."""
        assert self._path is not None
        with replacing(self._path) as file:
            file.write("".join(self._held).encode(errors="backslashreplace"))


def _opened(path: str) -> IO[str]:
    """Open a file for appending answers."""
    return open(path, "a", encoding="utf-8", errors="backslashreplace", newline="\n")


class Answer:
    """The answer for one file, as lines for people or as one JSON object."""

    def __init__(self, out: Output, options: FileOptions, given: Input, *, in_one_line: bool = False) -> None:
        self.out = out
        self.as_json: bool = options.json
        self.is_quiet: bool = options.quiet
        self.language: LanguageCode = getattr(options, "language", "en")
        self._picture = options.picture
        is_plain = self.as_json or options.quiet or options.to is not None
        self.is_screen: bool = (out.is_terminal and not is_plain) or self._picture is not None
        self.fields: dict[str, Any] = {
            **head(options.command, given.name),
            "line": given.line,
            "format": given.codec.name,
            "family": given.puzzle.family,
        }
        self._is_next = out.begun
        self._has_drawn = False
        self._title = ""
        # A picture as text has only the numbers of a model, which is said once.
        self._hides_rules_of = given if isinstance(given.puzzle, Model) else None
        heading = f"{given.title}: " if len(options.files) > 1 or given.line is not None else ""
        # A person who did not name a format sees which puzzle was read.
        words = (
            given.puzzle.words if out.is_terminal and options.format is None and options.to is None else ""
        )
        self._heading = ""
        if in_one_line:
            self._title = heading + (f"{words}: " if words else "")
        elif heading or words:
            text = heading + words if heading else words[:1].upper() + words[1:]
            self._heading = "\n" * self._is_next + text.rstrip()
            if not self.is_screen:
                self._begin()

    def _begin(self) -> None:
        """Write the heading; on a terminal, it waits for the answer, because an error names the file itself."""
        heading, self._heading = self._heading, ""
        if heading:
            self.remark(heading)

    def remark(self, text: str) -> None:
        """Add a remark for people, unless they requested only the answer."""
        if not self.is_quiet:
            self.say(text)

    def say(self, text: str) -> None:
        """Add the answer itself, with a line break at its end."""
        if self.as_json:
            return
        self._begin()
        text = self._title + text
        if self.is_screen:
            text = "\n".join(wrapped(line, self.out.width) for line in text.split("\n"))
        self.out.write(self._spaced(text))

    def _spaced(self, text: str) -> str:
        """Return a text that ends with a line break and, if needed, begins with an empty line."""
        text = text if text.endswith("\n") else text + "\n"
        # Without a heading, an empty line separates a grid of several lines from the previous grid.
        if self.is_quiet and self._is_next and text.count("\n") > 1:
            text = "\n" + text
        self._is_next = False
        return text

    def say_solution(self, given: Input, solution: npt.NDArray[Any]) -> None:
        """Add a solution: a picture for people, otherwise a text."""
        if self.is_screen:
            from ..drawing import draw

            self.draw(draw(given.puzzle, solution))
        else:
            self.say(given.show(solution))

    def draw_puzzle(self, given: Input) -> None:
        """Add a picture of a puzzle, with its contradictions."""
        from ..drawing import draw

        self.draw(draw(given.puzzle))

    def number(self, number: int) -> str:
        """Return a number as text, with thousands separators on a terminal."""
        return f"{number:,}" if self.is_screen else str(number)

    def draw(self, drawing: Drawing) -> None:
        """Add a picture; if the file that -o names has the suffix of a picture, the picture is written to it."""
        if self._picture is not None:
            if self.out.has_picture:
                raise ValueError(
                    f"{self._picture} can hold only one picture; use fastfuto draw to write one picture for each puzzle"
                )
            drawing.save(self._picture)
            self.out.has_picture = True
            return
        self._begin()
        if self._hides_rules_of:
            title = self._hides_rules_of.title
            say_aside(f"fastfuto: {title}: a picture as text does not show the rules of a model")
            self._hides_rules_of = None
        if self.out.is_terminal or self.out.has_colours:
            text = drawing.screen(self.out.width, has_colours=self.out.has_colours)
            self.out.paint("\n" * self._has_drawn + self._spaced(text))
            self._has_drawn = True
        else:
            text = drawing.text
            self.out.write(
                self._spaced(text if self.out.takes(text) else text.replace("∧", "^").replace("∨", "v"))
            )

    def note(self, **fields: object) -> None:
        """Add fields to the JSON object."""
        self.fields.update(fields)

    def classify(self, puzzle: Puzzle[Any] | Model, *, scheme: bool = False) -> list[Violation]:
        """Report whether the puzzle is complete and valid, and which rules are broken; return its violations.

        With `scheme`, the validity of an incomplete scheme is also reported. For puzzles without cells to fill, only
        the violations are reported.
        """
        violations = puzzle.violations()
        if puzzle.fillable and self.is_screen:
            if puzzle.is_complete:
                from ..languages import language_named

                self.remark(language_named(self.language).verdicts["full" if puzzle.is_valid else "wrong"])
        elif puzzle.fillable:
            self.remark("Complete scheme." if puzzle.is_complete else "Incomplete scheme.")
            if puzzle.is_complete or scheme:
                noun = "solution" if puzzle.is_complete else "scheme"
                self.remark(f"Valid {noun}." if puzzle.is_valid else f"Invalid {noun}.")
        if puzzle.fillable:
            self.note(complete=puzzle.is_complete, valid=puzzle.is_valid)
        for violation in violations:
            self.remark(f"  {self._told(violation, puzzle)}")
        self.note(problems=[{"kind": v.kind, "cells": v.cells, "message": v.message} for v in violations])
        return violations

    def _told(self, violation: Violation, puzzle: Puzzle[Any] | Model) -> str:
        """Return a broken rule in the language of the answer."""
        if self.language == "en":
            return violation.message
        from .violations import told_violation

        return told_violation(violation, puzzle, self.language)

    def finish(self) -> None:
        """End the answer and write the JSON object."""
        if self.as_json and self.fields:
            self.out.write(json.dumps(self.fields) + "\n")
