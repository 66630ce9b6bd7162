"""The verb `save_dataset`, which writes many tasks into one file, and a card beside it."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import asdict
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import JobError, ParseError, PuzzleError, check_arguments
from ..formats import check_writable, container_of, is_stream, need_pyarrow, replacing
from ..generation import Generated, Recipe, generate_many
from ..generation.made import Missed, not_met
from ..generation.recipe import RecipeFields
from ..generation.stream import maker_of, recipe_of
from ..limits import Run, at_least
from .arrays import write_arrays
from .card import write_card
from .checking import parts_of, puzzles_in
from .families import refuse_rules
from .fingerprint import fingerprints
from .make import MakingTasks, sure
from .prompts import PromptOption, writer_of
from .writers import WRITERS, Fields

if TYPE_CHECKING:
    from ..jobs import Answer, IsOver

FileName: TypeAlias = str | os.PathLike[str]

BLOCK = 256
"""Puzzles whose fingerprints are computed together."""
MOST_REPEATED = 20
"""Most puzzles made for each requested puzzle; beyond that, they only repeat."""
FEWEST = 10_000
"""Least number of puzzles made before the search for different puzzles is given up."""
PART, MOST_PARTS = 500, 4096
"""Puzzles in a worker's part, and most parts; for more puzzles, parts grow."""
PART_SECONDS = 20.0
"""Seconds after which a worker leaves its remaining puzzles to others."""
_SAVED = "saved"
"""Key of the finished file's digest in a journal, added after the file and its card."""
_OF_THE_RUN = ("start", "threads", "executor", "journal", "timeout", "progress")


def save_dataset(
    k: int,
    path: FileName,
    n: int | tuple[int, int] = 9,
    *,
    prompt: PromptOption = "grid",
    steps: bool = False,
    exclude: FileName | Iterable[FileName] = (),
    **recipe: Any,
) -> None:
    """Generate puzzles and write them to a file as a data set, with a task in each row or as arrays.

    Parameters
    ----------
    k : int
        Number of puzzles, at least 1.
    path : path-like
        The file. Its suffix selects rows (``.jsonl``, ``.csv`` or ``.parquet``) or arrays (``.npz``, which is added to
        a name without a suffix). An existing file is replaced after everything has been written, and stays unchanged if
        anything fails before that.
    prompt, steps
        As for `fastfuto.tasks`; only for files with rows.
    exclude : path-like or several, optional
        Other data sets, or files of puzzles that `fastfuto.audit` reads. No puzzle of the new data set is a symmetric
        form of a puzzle in these files, whose rows must all be readable. Only for files with rows.
    n, **recipe
        As for `fastfuto.generate_many`. Arrays exclude ``family="kakuro"``. With an executor or a journal, workers
        write parts to the folder ``NAME.parts`` beside the file; the folder is removed at the end. After an
        interruption, a call with the same journal continues and writes the same file, byte for byte. A call with the
        journal of a finished job returns at once.

    Raises
    ------
    RecipeNotMet, JobError, PuzzleError, TypeError, ValueError
        As for `fastfuto.generate_many`. In addition, JobError if the journal belongs to a finished job whose file has
        changed, ValueError if the suffix is not supported, and PuzzleError if there are too few different puzzles or a
        row of a file in `exclude` is unreadable.
    ImportError
        If ``.parquet`` needs pyarrow, which ``pip install 'fastfuto[parquet]'`` installs.
    OSError
        If a file cannot be read or written.

    See Also
    --------
    fastfuto.tasks : Make the tasks of a data set one by one.
    fastfuto.audit : Check a data set.
    fastfuto.generate_many : Make only the puzzles.

    Notes
    -----
    No two puzzles of a file with rows are symmetric forms of each other. Rows are written as they are made, so memory
    grows by only 8 bytes per row. A data set card beside the file gives the number of puzzles by level and the commands
    that make and audit the data set. The card is README.md, or NAME.README.md if there is another README.md.

    The columns of JSON lines and Parquet are the fields of a `fastfuto.Task`: question, answer and metadata. The
    columns of a csv file are those of Sudoku-Extreme: source, question (the puzzle in one line), answer (without
    separators up to 9 x 9) and rating (the score of the hardest technique).

    The arrays are built in memory before they are written, and may contain a puzzle twice. ``numpy.load`` returns
    them by name:

    ============ ================ ====== ====================================================================
    name         shape            dtype  holds
    ============ ================ ====== ====================================================================
    clues        (k, n, n)        uint8  clues of the puzzles, with 0 for blank cells
    solutions    (k, n, n)        uint8  solutions of the puzzles
    inequalities (k, n, n, 2)     int8   1 if the cell is less than its right ([..., 0]) or lower ([..., 1])
                                         neighbour, -1 if it is greater, 0 without an inequality
    levels       (k,)             str    levels of the puzzles
    scores       (k,)             float  scores of the hardest techniques of the puzzles
    totals       (k,)             float  sums of the scores of all steps beyond inequalities
    minutes      (k,)             float  estimated minutes that a person takes; NaN if the rules do not finish
    seeds        (k,)             uint64 seeds of the puzzles
    attempts     (k,)             int64  numbers of squares that were tried
    ============ ================ ====== ====================================================================

    With ``variant="adjacent"``, ``inequalities`` has 1 for each bar instead. With ``variant="jigsaw"``, there is an
    additional array ``regions``, (k, n, n) int32.

    Examples
    --------
    >>> import os, tempfile
    >>> import numpy as np
    >>> import fastfuto
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "easy.npz")
    ...     save_dataset(3, path, 4, level="easy")
    ...     with np.load(path) as arrays:
    ...         print(arrays["clues"].shape, arrays["levels"].tolist())
    ...     path = os.path.join(folder, "easy.jsonl")
    ...     save_dataset(3, path, 4, level="easy")
    ...     print(fastfuto.audit(path).is_sound, sorted(os.listdir(folder)))
    (3, 4, 4) ['easy', 'easy', 'easy']
    True ['README.md', 'easy.jsonl', 'easy.npz']
    """
    k = at_least(1, k, "k")
    asked, options = _asked(n, recipe)
    made = generate_many(k, recipe=asked, **options)
    name = os.fspath(path)
    suffix = os.path.splitext(name)[1].lower()
    if suffix in ("", ".npz"):
        _save_arrays(made, name if suffix else f"{name}.npz", asked, exclude)
        return
    if suffix not in WRITERS:
        known = ", ".join([".npz", *WRITERS])
        raise ValueError(f"the suffix of a data set must be one of {known}, got {suffix!r}")
    if suffix == ".parquet":
        need_pyarrow()
    making = MakingTasks(writer_of(prompt), steps)
    others = [exclude] if isinstance(exclude, (str, os.PathLike)) else list(exclude)
    check_writable(name)
    seen = _Seen()
    for other in others:
        _read_marks(other, seen)
    start = options.pop("start", 0)
    numbers = range(start, start + k)
    with Run(**options) as run:
        more = _more(asked, making, numbers.stop, max(FEWEST, MOST_REPEATED * k), run)

        def save(first: Iterable[Fields]) -> None:
            levels: Counter[str] = Counter()
            with replacing(name) as file:
                WRITERS[suffix](file, _counted(_different(k, first, more, seen), levels))
            write_card(name, k, levels, asked, start, [os.fspath(other) for other in others])

        if run.is_in_pieces:
            making.check_picklable()
            _save_in_pieces(asked, numbers, making, seen.digest, name, run, save)
        else:
            save(_rows(made, making))


def _save_arrays(made: Iterator[Generated], name: str, asked: Recipe, exclude: Any) -> None:
    if asked.family == "kakuro":
        raise PuzzleError(".npz files do not support Kakuro; choose another suffix")
    if isinstance(exclude, (str, os.PathLike)) or list(exclude):
        raise ValueError(".npz files do not support exclude; choose another suffix or omit exclude")
    check_writable(name)
    write_arrays(list(made), name)


def _asked(n: Any, given: dict[str, Any]) -> tuple[Recipe, dict[str, Any]]:
    """Return the recipe and the remaining options of the call."""
    options = {name: value for name, value in given.items() if name in _OF_THE_RUN}
    others = {name: value for name, value in given.items() if name not in (*_OF_THE_RUN, "recipe")}
    recipe = given.get("recipe")
    if recipe is None:
        check_arguments(others, (*RecipeFields.__annotations__, *_OF_THE_RUN, "recipe"))
        asked = Recipe(n=n, **others)
        refuse_rules(asked)
        return asked, options
    if not isinstance(recipe, Recipe):
        raise TypeError(f"recipe must be a Recipe, got {type(recipe).__name__}")
    refuse_rules(recipe)
    if others or n != Recipe.n:
        raise TypeError("recipe cannot be combined with the arguments of a recipe; omit one or the other")
    return recipe, options


def _counted(rows: Iterable[Fields], levels: Counter[str]) -> Iterator[Fields]:
    """Yield rows and count their levels."""
    for row in rows:
        levels[row["metadata"]["level"]] += 1
        yield row


def _rows(made: Iterator[Generated], making: MakingTasks) -> Iterator[Fields]:
    """Yield puzzles as rows, converting several puzzles at a time."""
    while block := [sure(each) for each in itertools.islice(made, BLOCK)]:
        marks = fingerprints([each.puzzle for each in block])  # type: ignore[misc]
        for each, mark in zip(block, marks, strict=True):
            yield making.task(each, mark).fields()


def _more(asked: Recipe, making: MakingTasks, start: int, most: int, run: Run) -> Iterator[Fields]:
    """Yield further rows from the stream of puzzles, which begins with the first request."""
    yield from _rows(generate_many(most, recipe=asked, start=start, timeout=run.left), making)


def _different(k: int, first: Iterable[Fields], more: Iterable[Fields], seen: _Seen) -> Iterator[Fields]:
    """Yield k rows with new puzzles, from the first rows and then from further rows."""
    rows = itertools.chain(first, more)
    made = done = 0
    while done < k:
        block = list(itertools.islice(rows, min(BLOCK, k - done)))
        made += len(block)
        for row in seen.new(block):
            done += 1
            yield row
        if done < k and not block:
            raise PuzzleError(
                f"only {done} of {made} generated puzzles are different, but {k} are requested; ask for fewer"
            )


class _Seen:
    """The first 8 bytes of the fingerprints of puzzles; a collision would only cost a puzzle."""

    def __init__(self) -> None:
        self._marks: npt.NDArray[np.uint64] = np.zeros(0, np.uint64)

    @property
    def digest(self) -> str:
        """A digest of the puzzles."""
        return hashlib.sha256(self._marks.tobytes()).hexdigest()

    def add(self, marks: list[bytes]) -> list[bool]:
        """Add fingerprints and return which of them are new."""
        words = np.frombuffer(b"".join(marks), "<u8")[::2].astype(np.uint64)
        at = np.searchsorted(self._marks, words)
        is_known = np.zeros(len(words), bool)
        inside = at < len(self._marks)
        is_known[inside] = self._marks[at[inside]] == words[inside]
        _, firsts = np.unique(words, return_index=True)
        is_first = np.zeros(len(words), bool)
        is_first[firsts] = True
        is_new = is_first & ~is_known
        self._marks = np.sort(np.concatenate([self._marks, words[is_new]]), kind="stable")
        new: list[bool] = is_new.tolist()
        return new

    def new(self, rows: list[Fields]) -> Iterator[Fields]:
        """Yield the rows with new puzzles."""
        if rows:
            marks = [bytes.fromhex(row["metadata"]["fingerprint"]) for row in rows]
            yield from itertools.compress(rows, self.add(marks))


def _read_marks(path: FileName, seen: _Seen) -> None:
    """Add the fingerprints of all puzzles of a file; raise a PuzzleError for an unreadable row."""
    name = os.fspath(path)
    with open(path, "rb") as file:
        for part in parts_of(*container_of(file, os.fsdecode(name), keeps_lines=False), None):
            if wrong := [each for each in part.others.values() if isinstance(each, ParseError)]:
                first = min(wrong, key=lambda error: error.line)
                raise PuzzleError(f"exclude: line {first.line} of {name!r} cannot be read: {first.message}")
            if puzzles := puzzles_in(part):
                seen.add(fingerprints(puzzles))


# Pieces ---------------------------------------------------------------------------------------------------


def _save_in_pieces(
    asked: Recipe,
    numbers: range,
    making: MakingTasks,
    excluded: str,
    name: str,
    run: Run,
    save: Callable[[Iterator[Fields]], None],
) -> None:
    """Let workers write parts, and save the rows in order, unless the journal belongs to a finished job."""
    from ..jobs import Job, Journal, digest, ranges, run_job

    pieces = ranges(numbers.start, numbers.stop, max(PART, -(-len(numbers) // MOST_PARTS)))
    folder = os.path.abspath(f"{name}.parts")
    key = digest(json.dumps(asdict(asked)), repr(numbers), making.name, excluded, folder)
    job = Job("save_dataset", key, (asked, making, folder, key), _make_part, pieces, _halves)
    with nullcontext() if run.journal is None else Journal(run.journal, job) as journal:
        if journal is not None and (saved := journal.data(_SAVED)):
            if saved != [_digest_of(name)]:
                raise JobError(f"{name} has changed since it was finished; start a new journal")
            shutil.rmtree(folder, ignore_errors=True)
            return
        os.makedirs(folder, exist_ok=True)
        is_saved = False
        try:
            results, is_completed = run_job(job, run.executor, run, journal)
            if not is_completed:
                done = sum(count for count, _ in results.values())
                raise not_met(Missed(done, None, is_late=True), run)
            parts = (results[place] for place in sorted(results))
            save(row for count, part in parts for row in _read_part(os.path.join(folder, part), count))
            if journal is not None and not is_stream(name):
                journal.keep(_SAVED, [_digest_of(name)])
                is_saved = True
        finally:
            if journal is None or is_saved:
                shutil.rmtree(folder, ignore_errors=True)
            else:  # The next call needs existing parts.
                with suppress(OSError):
                    os.rmdir(folder)


def _digest_of(name: str) -> bytes:
    """Return a digest of a file's contents, or nothing if it cannot be read."""
    try:
        with open(name, "rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError:
        return b""


def _halves(piece: list[int]) -> list[list[int]]:
    start, stop = piece
    middle = (start + stop + 1) // 2
    return [[start, middle], [middle, stop]] if middle < stop else [piece]


def _make_part(
    common: tuple[Recipe, MakingTasks, str, str], piece: list[int], is_over: IsOver
) -> Answer | None:
    """Write some puzzles as rows to a file; return the number of rows and the file's name."""
    from ..jobs import Answer, digest

    asked, making, folder, key = common
    began, made = perf_counter(), list[Generated]()
    start, stop = piece
    for number in range(start, stop):
        if made and perf_counter() - began > PART_SECONDS:
            break
        each = maker_of(asked).make(recipe_of(asked, number), is_over)
        if isinstance(each, Missed):
            if each.is_late:
                return None
            raise not_met(each, Run())
        made.append(each)
    name = f"part-{digest(key, json.dumps([start, start + len(made)]))}.jsonl"
    with replacing(os.path.join(folder, name)) as file:
        for row in _rows(iter(made), making):
            file.write(json.dumps(row).encode() + b"\n")
    rest = [[start + len(made), stop]] if start + len(made) < stop else []
    return Answer([len(made), name], rest)


def _read_part(path: str, count: int) -> Iterator[Fields]:
    """Yield the rows of a part; raise a JobError if it differs from the journal."""
    found = 0
    try:
        with open(path, "rb") as file:
            for line in file:
                found += 1
                yield json.loads(line)
    except (OSError, ValueError) as error:
        raise JobError(f"{path} cannot be read: {error}; start a new journal") from error
    if found != count:
        raise JobError(
            f"expected {count} rows in {path}, as in the journal, found {found}; start a new journal"
        )
