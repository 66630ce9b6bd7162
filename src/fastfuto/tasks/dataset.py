"""The verb that writes data sets: many tasks in one file, and a card beside it."""

from __future__ import annotations

import functools
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

from ..errors import JobError, ParseError, PuzzleError
from ..formats import check_writable, is_stream, replacing
from ..generation import Generated, Recipe, generate_many
from ..generation.made import Missed, not_met
from ..generation.maker import Maker
from ..generation.stream import recipe_of
from ..limits import Run, at_least
from .arrays import write_arrays
from .card import write_card
from .checking import parts_of, puzzles_in
from .containers import container_of, need_pyarrow
from .fingerprint import fingerprints
from .make import MakingTasks, sure
from .prompts import PromptOption, writer_of
from .writers import WRITERS, Fields

if TYPE_CHECKING:
    from ..jobs import Answer, IsOver

FileName: TypeAlias = str | os.PathLike[str]

BLOCK = 256
"""Puzzles whose fingerprints are found together."""
MOST_REPEATED = 20
"""Puzzles that are made for each one that is asked for, at most; what is more are the same again and again."""
FEWEST = 10_000
"""As many puzzles are made in any case before it is given up to find different ones."""
PART, MOST_PARTS = 500, 4096
"""Puzzles of a part that a worker writes, and most parts; if there are more puzzles, parts have more."""
PART_SECONDS = 20.0
"""Seconds after which a worker leaves to others what has not been made yet."""
_SAVED = "saved"
"""Name under which a journal keeps the digest of the file, once it and its card are written."""
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
    """Make puzzles and write them into one file: as tasks, a row each, or as arrays.

    Parameters
    ----------
    k : int
        How many, at least 1.
    path : path-like
        The file. Its suffix says what is written: ``.jsonl``, ``.csv``, ``.parquet``, or ``.npz``, which is added to a
        name without a suffix. A file of this name is replaced when everything is written. If anything fails before, it
        stays as it was.
    prompt, steps
        As for `fastfuto.tasks.tasks`. Arrays have neither.
    exclude : path-like or several, optional
        Other data sets, or files of puzzles as `fastfuto.audit` reads them: no puzzle of the new one is a symmetric
        form of any of theirs. Each of their rows must be a puzzle that can be read. Not for arrays.
    n, **recipe
        As for `fastfuto.generate_many`. Arrays do not hold ``family="kakuro"``. With an executor or a journal, workers
        write parts into the folder ``NAME.parts`` beside the file, which is removed in the end. A call that was killed
        goes on with its journal, and the file is the same, byte for byte. A call with the journal of a finished job
        returns at once.

    Raises
    ------
    RecipeNotMet, JobError, PuzzleError, TypeError, ValueError
        As `fastfuto.generate_many` does. A JobError is also raised if the journal is that of a finished job whose file
        was changed, a ValueError for another suffix, and a PuzzleError if there are not so many different puzzles, or a
        row of an excluded file cannot be read.
    ImportError
        For ``.parquet`` without pyarrow, which ``pip install 'fastfuto[parquet]'`` installs.
    OSError
        If a file cannot be read or written.

    Notes
    -----
    Rows are written as they are made, so that the memory does not grow with their number, but for 8 bytes each: no two
    puzzles of a file are symmetric forms of each other, and what would be one is left out. Beside the file a card is
    written, README.md, or NAME.README.md where another file has that name: how many puzzles of which level there are,
    and how they can be made again and audited.

    The columns of JSON lines and Parquet are those of a `fastfuto.Task`: question, answer and metadata. Those of csv
    are, as in Sudoku-Extreme, source, question (the puzzle in one line), answer (without anything between the values up
    to 9 x 9) and rating (the score of the hardest technique).

    The arrays, which ``numpy.load`` gives by name, are in memory before they are written, and may have the same puzzle
    twice:

    ============ ================ ====== ====================================================================
    name         shape            dtype  holds
    ============ ================ ====== ====================================================================
    clues        (k, n, n)        uint8  numbers of the puzzles, 0 where blank
    solutions    (k, n, n)        uint8  their solutions
    inequalities (k, n, n, 2)     int8   1 where the cell is less than its right ([..., 0]) or lower ([..., 1])
                                         neighbour, -1 where it is greater, 0 where nothing is said
    levels       (k,)             str    their levels
    scores       (k,)             float  scores of their hardest techniques
    totals       (k,)             float  sums of the scores of all steps beyond inequalities
    minutes      (k,)             float  about how many minutes a person takes; not a number if the rules do not finish
    seeds        (k,)             uint64 the seeds of their recipes
    attempts     (k,)             int64  squares that were tried for them
    ============ ================ ====== ====================================================================

    With ``variant="adjacent"``, ``inequalities`` has 1 for a bar instead. With ``variant="jigsaw"`` there is also
    ``regions``, (k, n, n) int32.

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
        raise ValueError(f"there are no data sets in {suffix!r} files; names end with {known}")
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
        more = functools.partial(_more, asked, making, numbers.stop, max(FEWEST, MOST_REPEATED * k), run)

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
        raise PuzzleError("the arrays of a data set have no place for the totals of a Kakuro")
    if isinstance(exclude, (str, os.PathLike)) or list(exclude):
        raise ValueError("exclude is for rows, and not for the arrays of a .npz file")
    check_writable(name)
    write_arrays(list(made), name)


def _asked(n: Any, given: dict[str, Any]) -> tuple[Recipe, dict[str, Any]]:
    """Return the recipe, and the options that say how the call is run."""
    options = {name: value for name, value in given.items() if name in _OF_THE_RUN}
    others = {name: value for name, value in given.items() if name not in (*_OF_THE_RUN, "recipe")}
    recipe = given.get("recipe")
    if recipe is None:
        return Recipe(n=n, **others), options
    if not isinstance(recipe, Recipe):
        raise TypeError(f"recipe must be a Recipe, got {type(recipe).__name__}")
    if others or n != Recipe.n:
        raise TypeError("give a recipe or the arguments that it holds, not both")
    return recipe, options


def _counted(rows: Iterable[Fields], levels: Counter[str]) -> Iterator[Fields]:
    """Yield rows, and count their levels."""
    for row in rows:
        levels[row["metadata"]["level"]] += 1
        yield row


def _rows(made: Iterator[Generated], making: MakingTasks) -> Iterator[Fields]:
    """Yield puzzles as rows, some at a time."""
    while block := [sure(each) for each in itertools.islice(made, BLOCK)]:
        marks = fingerprints([each.puzzle for each in block])
        for each, mark in zip(block, marks, strict=True):
            yield making.task(each, mark).fields()


def _more(asked: Recipe, making: MakingTasks, start: int, most: int, run: Run) -> Iterator[Fields]:
    """Yield the rows that follow in the stream of puzzles."""
    return _rows(generate_many(most, recipe=asked, start=start, timeout=run.left), making)


def _different(
    k: int, first: Iterable[Fields], more: Callable[[], Iterator[Fields]], seen: _Seen
) -> Iterator[Fields]:
    """Yield k rows with puzzles that have not been seen, of the first rows and then of others."""
    rows = itertools.chain(first, _once(more))
    made = done = 0
    while done < k:
        block = list(itertools.islice(rows, min(BLOCK, k - done)))
        made += len(block)
        for row in seen.new(block):
            done += 1
            yield row
        if done < k and not block:
            raise PuzzleError(
                f"{made} puzzles were made for {k} different ones, and only {done} of them differ"
            )


def _once(more: Callable[[], Iterator[Fields]]) -> Iterator[Fields]:
    """Yield what a function gives, which is called when the first of it is asked for."""
    yield from more()


class _Seen:
    """The fingerprints of puzzles, 8 bytes of each: that two have these in common would cost a puzzle, and no more."""

    def __init__(self) -> None:
        self._marks: npt.NDArray[np.uint64] = np.zeros(0, np.uint64)

    @property
    def digest(self) -> str:
        """What tells these puzzles from others."""
        return hashlib.sha256(self._marks.tobytes()).hexdigest()

    def add(self, marks: list[bytes]) -> list[bool]:
        """Add fingerprints, and return which of them are new."""
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
        """Yield those rows whose puzzles are new."""
        if rows:
            marks = [bytes.fromhex(row["metadata"]["fingerprint"]) for row in rows]
            yield from itertools.compress(rows, self.add(marks))


def _read_marks(path: FileName, seen: _Seen) -> None:
    """Add the fingerprints of all puzzles of a file; raise a PuzzleError for a row whose puzzle is not known."""
    name = os.fspath(path)
    with open(path, "rb") as file:
        for part in parts_of(*container_of(file, os.fsdecode(name)), None):
            if wrong := [each for each in part.others.values() if isinstance(each, ParseError)]:
                first = min(wrong, key=lambda error: error.line)
                raise PuzzleError(
                    f"exclude: {name!r} has a row that is not a puzzle, line {first.line}: {first.message}"
                )
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
    """Let workers write parts, and save their rows in order, unless a call with this journal has done so."""
    from ..jobs import Job, Journal, digest, run_job

    size = max(PART, -(-len(numbers) // MOST_PARTS))
    ranges = [[at, min(at + size, numbers.stop)] for at in range(numbers.start, numbers.stop, size)]
    folder = os.path.abspath(f"{name}.parts")
    key = digest(json.dumps(asdict(asked)), repr(numbers), making.name, excluded, folder)
    job = Job("save_dataset", key, (asked, making, folder, key), _make_part, ranges, _halves)
    with nullcontext() if run.journal is None else Journal(run.journal, job) as journal:
        if journal is not None and (saved := journal.data(_SAVED)):
            if saved != [_digest_of(name)]:
                raise JobError(f"{name} was finished, and has been changed since; begin with a new journal")
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
            else:  # The next call needs the parts, if there are any.
                with suppress(OSError):
                    os.rmdir(folder)


def _digest_of(name: str) -> bytes:
    """Return what tells what is in a file; nothing if it cannot be read."""
    try:
        with open(name, "rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError:
        return b""


def _halves(piece: list[int]) -> list[list[int]]:
    start, stop = piece
    middle = (start + stop + 1) // 2
    return [[start, middle], [middle, stop]] if middle < stop else [piece]


@functools.lru_cache(maxsize=2)
def _maker(recipe: Recipe) -> Maker:
    """Return the maker of a recipe; a worker makes many puzzles of one recipe, which differ in their seeds."""
    return Maker(recipe)


def _make_part(
    common: tuple[Recipe, MakingTasks, str, str], piece: list[int], is_over: IsOver
) -> Answer | None:
    """Write the rows of some puzzles into a file; return their number and its name."""
    from ..jobs import Answer, digest

    asked, making, folder, key = common
    began, made = perf_counter(), list[Generated]()
    start, stop = piece
    for number in range(start, stop):
        if made and perf_counter() - began > PART_SECONDS:
            break
        each = _maker(asked).make(recipe_of(asked, number), is_over)
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
    """Yield the rows of a part, or raise a JobError if it is not what the journal says."""
    found = 0
    try:
        with open(path, "rb") as file:
            for line in file:
                found += 1
                yield json.loads(line)
    except (OSError, ValueError) as error:
        raise JobError(f"{path} cannot be read: {error}; begin with a new journal") from error
    if found != count:
        raise JobError(f"{path} has {found} rows, and the journal says {count}; begin with a new journal")
