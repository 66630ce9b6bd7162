"""How much work the engines and verbs do on fixed puzzles; `python -m tests.work` writes tests/golden/work.tsv anew.

A seed repeats all of these numbers exactly on every machine. They tell of changes that no answer shows: an engine that
forgets what it has learned still finds all solutions, only later. Work is counted in slices, which is how often an
engine pauses where each run may do little work. Answers are told by a digest.
"""

import hashlib
import io
import random
from contextlib import suppress
from pathlib import Path

import numpy as np
from bench.cases.futoshiki import LOOSE, TIGHT
from bench.cases.kakuro import source_grid, with_totals

import fastfuto
from fastfuto import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Model,
    Permutations,
    Recipe,
    Skeleton,
)
from fastfuto.engines import (
    EXHAUSTED,
    LANES_MOST_SIDE,
    PAUSED,
    Logic,
    MakingStatus,
    Prober,
    Request,
    RunWalker,
    Verdict,
    open_engine,
    open_learner,
    open_states,
    problem_of,
)
from fastfuto.engines._latin import Squares
from fastfuto.engines._states import SHARES
from fastfuto.engines._sudoku9 import Sudoku9
from fastfuto.generation.kakuro import KakuroTries
from fastfuto.generation.maker import GridTries
from fastfuto.limits import Run
from fastfuto.logic.board import logic_model
from fastfuto.logic.technique import rule_set
from fastfuto.proofs.drat import binary_steps
from fastfuto.solving.session import Session

from .engines.lane_puzzles import arrays_of, solved
from .oracles import tatham
from .strategies import cells, neighbours, random_puzzle, random_square, signed

GOLDEN = Path(__file__).parent / "golden" / "work.tsv"
DATA = Path(__file__).parents[1] / "bench" / "data"
HEAD = """\
# The work of engines and verbs on fixed puzzles, and digests of their answers; tests/work.py measures it.
# area	case	numbers
"""


class Draws(random.Random):
    """Random numbers that are the same in every version of Python, which promises that of `random` alone."""

    def sample(self, population, k):
        return sorted(population, key=lambda _: self.random())[:k]


# Telling ------------------------------------------------------------------------------------------------


def digest(data):
    """Return some digits that tell data from other data."""
    if isinstance(data, np.ndarray):
        data = np.ascontiguousarray(data, data.dtype.newbyteorder("<")).tobytes()
    elif not isinstance(data, bytes):
        data = str(data).encode()
    return hashlib.sha256(data).hexdigest()[:12]


def told(**numbers):
    """Return numbers with their names."""
    return " ".join(f"{name}={value}" for name, value in numbers.items())


def counters(engine, *names):
    return {name: getattr(engine, name) for name in names}


# Puzzles ------------------------------------------------------------------------------------------------


def grid(n, g, s, seed):
    """Return a Futoshiki with a share g of the numbers and a share s of the signs of a random square."""
    return random_puzzle(Draws(seed), n, g, s)


def spoilt(n, g, s, seed):
    """Return such a Futoshiki with one number changed, after which there is mostly no solution."""
    draws = Draws(seed)
    square = random_square(draws, n)
    given = draws.sample(cells(n), round(g * n * n))
    clues = [[square[r][c] if (r, c) in given else 0 for c in range(n)] for r in range(n)]
    r, c = given[0]
    clues[r][c] = clues[r][c] % n + 1
    signs = [signed(square, pair) for pair in draws.sample(neighbours(n), round(s * 2 * n * (n - 1)))]
    return Futoshiki(clues, signs)


def large(name):
    """Return a large grid of the benchmarks."""
    return fastfuto.load(DATA / "large" / f"{name}.txt")


def adjacent(n, g, seed):
    """Return an Adjacent with all bars and a share g of the numbers of a random square."""
    draws = Draws(seed)
    square = random_square(draws, n)
    given = set(draws.sample(cells(n), round(g * n * n)))
    bars = [(a, b) for a, b in neighbours(n) if abs(square[a[0]][a[1]] - square[b[0]][b[1]]) == 1]
    return Adjacent([[square[r][c] if (r, c) in given else 0 for c in range(n)] for r in range(n)], bars)


def mutilated(n, s, seed):
    """Return a model of rows and columns that lack some cells each, so that some units are not full."""
    draws = Draws(seed)
    square = random_square(draws, n)
    units = [[r * n + c for c in range(n - r % 3)] for r in range(n)]
    units += [[r * n + c for r in range(n - c % 2)] for c in range(n)]
    pairs = [signed(square, pair) for pair in draws.sample(neighbours(n), round(s * 2 * n * (n - 1)))]
    inequalities = [(a * n + b, c * n + d) for (a, b), (c, d) in pairs]
    return Model(Skeleton(n * n, n, units), None, inequalities)


def kakuro(size, black, seed, off=0):
    """Return a Kakuro with the totals of a random square of order 9, of which some cells are black.

    The total of the first run is `off` more, after which there is no solution, because columns and rows differ.
    """
    draws = Draws(seed)
    square = random_square(draws, 9)
    inner = [(r, c) for r in range(1, size) for c in range(1, size)]
    dark = set(draws.sample(inner, round(black * len(inner))))
    rows = [[0 if r and c and (r, c) not in dark else None for c in range(size)] for r in range(size)]
    return with_totals(Kakuro(rows), np.pad(square, ((1, 0), (1, 0))), off)


def sudokus(kind):
    """Return the Sudoku grids of that kind of the benchmarks."""
    lines = (DATA / "sudoku.tsv").read_text(encoding="utf-8").splitlines()
    return [
        fastfuto.parse(text) for name, _, text in (line.partition("\t") for line in lines) if name == kind
    ]


def golden(name):
    """Return the puzzles of a file of golden data."""
    lines = (GOLDEN.parent / name).read_text(encoding="utf-8").splitlines()
    return [fastfuto.parse(line.split("\t")[0]) for line in lines if not line.startswith("#")]


# Search -------------------------------------------------------------------------------------------------


def drained(engine, n_columns, limit, budget, most=1 << 40, dtype=np.uint8):
    """Run an engine in slices up to so many solutions or slices; return the solutions and the number of slices."""
    rows = np.zeros((limit, n_columns), dtype)
    total = slices = 0
    while slices < most:
        outcome = engine.run(budget, limit - total, rows[total:])
        total += engine.found
        if outcome != PAUSED:
            break
        slices += 1
    return rows[:total], slices


def searched(puzzle, limit, *, order="any", seed=0, budget=500, most=1 << 40):
    model = puzzle.model()
    search = open_engine("search", Request(model, order, seed))
    rows, slices = drained(search, model.n_cells, limit, budget, most)
    return told(**counters(search, "nodes", "backtracks", "total"), slices=slices, rows=digest(rows))


def counted(puzzle, *, budget=2000, limit=2**62):
    """Count without listing: combinations are counted at once, except in a checked build, which works longer."""
    model = puzzle.model()
    search = open_engine("search", Request(model))
    while search.run(budget, limit - search.total) == PAUSED:
        pass
    return told(**counters(search, "nodes", "backtracks", "total"))


def cut_off(puzzle, budget, most_placed):
    """Cut off what a search has not done."""
    model = puzzle.model()
    search = open_engine("search", Request(model))
    search.stay_cuttable(most_placed)
    slices = 0
    # While it walks through the last cells, nothing can be cut off.
    while search.run(budget, 2**62) == PAUSED and (slices < 20 or search.branches < 0):
        slices += 1
    numbers = counters(search, "nodes", "backtracks", "total", "branches")
    rest = np.zeros((search.branches, model.n_cells, model.domains.shape[1]), np.uint64)
    search.cut(rest)
    return told(**numbers, slices=slices, rest=digest(rest))


HARD_GRIDS = [(*recipe, seed) for seed, recipe in enumerate(TIGHT, 1)]
WIDE_GRIDS = [(66, 0.55, 0.1, 1), (80, 0.5, 0.05, 2)]
LARGE_GRIDS = [
    "critical-n20-g035-s05",
    "critical-n25-g03-s10",
    "critical-n25-g04-s05",
    "n20-g02-s06",
    "n25-g02-s06",
]
LOOSE_GRIDS = [(*recipe, seed) for seed, recipe in enumerate(LOOSE, 1)]


def search():
    for key in HARD_GRIDS:
        for seed in (0, 7):
            yield f"two of grid {key}, ties {seed}", searched(grid(*key), 2, seed=seed)
    for key in LOOSE_GRIDS:
        yield f"1000 of grid {key}", searched(grid(*key), 1000)
        yield f"1000 of grid {key}, ties 7", searched(grid(*key), 1000, seed=7)
        yield f"1000 of grid {key} in order", searched(grid(*key), 1000, order="lexicographic")
        yield f"count of grid {key}", counted(grid(*key), limit=10**6)
    for k, puzzle in enumerate(golden("recursive.tsv")):
        yield f"recursive {k}", searched(puzzle, 2)
    for each in tatham()[::8]:
        yield each.name, searched(fastfuto.parse(each.id), 2, budget=100)
    for seed in range(4):
        yield f"mutilated {seed}", searched(mutilated(6, 0.6, seed), 1000)
        yield f"mutilated {seed}, two", searched(mutilated(8, 0.7, seed), 2)
    for kind in ("17 clues", "few", "hard"):
        for k, puzzle in enumerate(sudokus(kind)[:4]):
            yield f"sudoku {kind} {k}", searched(puzzle, 2)
    for k, puzzle in enumerate(golden("adjacent.tsv")):
        yield f"adjacent {k}", searched(puzzle, 2)
    for seed in range(3):
        yield f"adjacent without numbers {seed}", searched(adjacent(7, 0, seed), 100)
    for k in range(6):
        yield f"kakuro of the source {k}", searched(source_grid(k), 2)
    for seed in range(4):
        yield f"kakuro {seed}", searched(kakuro(9, 0.25, seed), 2)
        yield (
            f"kakuro {seed} without a solution",
            searched(kakuro(9, 0.2, seed, off=1), 1, budget=5000, most=40),
        )
        yield f"kakuro {seed} in order", searched(kakuro(6, 0.2, seed), 20, order="lexicographic")
    for name in LARGE_GRIDS:
        yield f"large grid {name}", searched(large(name), 2, budget=20_000, most=40)
    for key in WIDE_GRIDS:
        yield f"wide grid {key}", searched(grid(*key), 2, budget=20_000, most=10)
    for budget, most_placed in ((300, 10), (1000, 1000)):
        yield f"cut after slices of {budget}", cut_off(grid(7, 0, 0.4, 9), budget, most_placed)


# Learner ------------------------------------------------------------------------------------------------


def learned(puzzle, limit, *, by_activity, seed=0, budget=2000, most=1 << 40, log=False, share=False):
    model = puzzle.model()
    learner = open_learner(Request(model, "any", seed), by_activity=by_activity, log=log, share=share)
    rows, slices = drained(learner, model.n_cells, limit, budget, most)
    numbers = counters(learner, "nodes", "conflicts", "restarts", "learned", "propagations", "total")
    if log:
        numbers["log"] = digest(learner.take_log())
    if share:
        numbers["offers"] = digest(np.array(learner.take_offers(), np.uint32))
    return told(**numbers, slices=slices, clauses=digest(learner.clauses()), rows=digest(rows))


def learner():
    for by_activity in (False, True):
        name = "by activity" if by_activity else "by size"
        for key in HARD_GRIDS:
            for seed in (0, 7):
                numbers = learned(grid(*key), 2, by_activity=by_activity, seed=seed)
                yield f"{name}, two of grid {key}, ties {seed}", numbers
        for key in LOOSE_GRIDS:
            yield f"{name}, 50 of grid {key}", learned(grid(*key), 50, by_activity=by_activity)
        for seed in range(4):
            yield f"{name}, mutilated {seed}", learned(mutilated(7, 0.7, seed), 20, by_activity=by_activity)
        for k, puzzle in enumerate(golden("recursive.tsv")[:8]):
            yield (
                f"{name}, recursive {k}, with its log",
                learned(puzzle, 2, by_activity=by_activity, log=True),
            )
        for k, puzzle in enumerate(golden("adjacent.tsv")):
            yield f"{name}, adjacent {k}", learned(puzzle, 2, by_activity=by_activity)
        for k, puzzle in enumerate(sudokus("hard")[:3]):
            yield f"{name}, sudoku {k}", learned(puzzle, 2, by_activity=by_activity, share=True)
        for key in LARGE_GRIDS:
            for seed in (0, 7):
                numbers = learned(large(key), 2, by_activity=by_activity, seed=seed, budget=20_000, most=80)
                yield f"{name}, large grid {key}, ties {seed}", numbers
        for key in WIDE_GRIDS:
            numbers = learned(grid(*key), 2, by_activity=by_activity, budget=20_000, most=10)
            yield f"{name}, wide grid {key}", numbers


# States, covers and permutations ------------------------------------------------------------------------


def by_states(puzzle, *, budget=5000, keep=None, **options):
    """Count with layers, which are thinned if only some states are to be kept."""
    model = puzzle.model()
    states = open_states(model, 1 << 40)
    states.reset(problem_of(model), **options)
    layers, slices = [], 0
    while True:
        while states.run(budget) != EXHAUSTED:
            slices += 1
        if not states.advance():
            break
        layers.append(states.layer_size)
        if keep is not None:
            states.thin(keep, len(layers))
    numbers = counters(states, "steps", "states", "both_sides")
    return told(**numbers, slices=slices, layers=",".join(map(str, layers)), count=states.count())


def stepped(puzzle, placed, *, cut_after):
    """Go from layer to layer with loaded states, of which some are cut off."""
    model = puzzle.model()
    n = model.n_values
    states = open_states(model, 1 << 40)
    states.reset(problem_of(model))
    rows, ways, cut = np.array([[0, 1]], np.uint64), 1, b""
    for k in range(placed):
        states.load(rows, k, ways)
        slices = 0
        while states.run(50) != EXHAUSTED:
            slices += 1
            if slices == cut_after:
                cut += states.cut()
        states.advance()
        ways, reached = states.reached()
        rows = np.frombuffer(reached, np.uint64)[SHARES + 1 :].reshape(-1, 2)
        states.reset(problem_of(model))
    return told(
        n=n, ways=ways, rows=len(rows), reached=digest(rows), cut=digest(np.frombuffer(cut, np.uint64))
    )


def states():
    for n in (5, 6, 7):
        yield f"empty grid of order {n}", by_states(LatinSquare(n))
        yield f"empty grid of order {n}, without symmetry", by_states(LatinSquare(min(n, 6)), symmetric=False)
    puzzles = [
        (6, 0, 0.3, 1),
        (6, 0.1, 0.2, 2),
        (7, 0, 0.35, 3),
        (7, 0.1, 0.3, 4),
        (8, 0.1, 0.4, 5),
        (9, 0.2, 0.4, 6),
    ]
    for key in puzzles:
        yield f"grid {key}", by_states(grid(*key))
        yield f"grid {key} from one side", by_states(grid(*key), both_sides=False)
        yield f"grid {key}, layers kept", by_states(grid(*key), keeps=True)
        yield f"grid {key}, thinned", by_states(grid(*key), both_sides=False, keep=50)
    for key in ((10, 0.25, 0.5, 1), (11, 0.4, 0.3, 2), (12, 0.4, 0.5, 3)):
        yield f"wide grid {key}", by_states(grid(*key))
        yield f"wide grid {key}, thinned", by_states(grid(*key), both_sides=False, keep=50)
    for signs in ([], [((0, 0), (0, 1))], [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 2), (3, 2))]):
        puzzle = Futoshiki([[0] * 6] * 6, signs)
        yield f"symmetric grid with {len(signs)} signs", by_states(puzzle)
        yield f"symmetric grid with {len(signs)} signs, thinned", by_states(puzzle, both_sides=False, keep=20)
        yield f"samples of a symmetric grid with {len(signs)} signs", sampled(puzzle)
    within = np.array([0b111111, 0b111110, 0b111101, 0b101111, 0b110111, 0b111111], np.uint32)
    yield "within some cells", by_states(grid(6, 0, 0.2, 7), within=within)
    for key in puzzles[:2]:
        yield f"slices of grid {key}", stepped(grid(*key), 3, cut_after=None)
        yield f"cut slices of grid {key}", stepped(grid(*key), 3, cut_after=2)
        yield f"samples of grid {key}", sampled(grid(*key))
    for seed in range(6):
        yield f"permutations {seed}", permuted(permutation(14 + seed, seed))
    for seed in range(4):
        # Without an order, Ryser's formula takes over from the states.
        yield (
            f"permutations without an order {seed}",
            permuted(permutation(12 + seed, seed, is_ordered=False)),
        )


def permuted(puzzle):
    engine = open_engine("states", Request(puzzle.model()))
    slices = 0
    while engine.run(200, 1 << 62) == PAUSED:
        slices += 1
    return told(**counters(engine, "nodes", "states", "total"), slices=slices)


def sampled(puzzle):
    return told(rows=digest(fastfuto.sample(puzzle, 20, seed=3)))


def permutation(n, seed, *, is_ordered=True):
    """Return permutations with random forbidden values, and maybe an order, that some permutation keeps to."""
    draws = Draws(seed)
    row = draws.sample(range(1, n + 1), n)
    positions = [(a, b) for a in range(n) for b in range(n) if row[a] < row[b]]
    forbidden = [(k, v) for k in range(n) for v in range(1, n + 1) if v != row[k] and draws.random() < 0.4]
    order = draws.sample(positions, n // 2) if is_ordered else []
    return Permutations(n, order=order, forbidden=forbidden)


def covered(model, limit, *, budget=200):
    cover = open_engine("cover", Request(model))
    n_columns = model.n_cells if isinstance(model, Model) else model.n_primary
    dtype = np.uint8 if isinstance(model, Model) else np.int32
    rows, slices = drained(cover, n_columns, limit, budget, dtype=dtype)
    return told(**counters(cover, "nodes", "backtracks", "total"), slices=slices, rows=digest(rows))


def queens(n):
    """Return the problem of n queens, whose diagonals may stay empty."""
    options = [
        [("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r in range(n) for c in range(n)
    ]
    return ExactCover(options, secondary=[(way, k) for way in ("up", "down") for k in range(-n, 2 * n)])


def coloured(seed):
    """Return a cover whose secondary items have colours."""
    draws = Draws(seed)
    options = []
    for _ in range(60):
        option = dict.fromkeys(draws.sample("abcdefghij", 2 + int(2 * draws.random())))
        option |= {name: "rgb"[int(3 * draws.random())] for name in draws.sample("xyz", 1)}
        options.append(option)
    return ExactCover(options, secondary=["x", "y", "z"])


def cover():
    for n in (6, 7, 8):
        yield f"{n} queens", covered(queens(n).model(), 1000)
    for seed in range(6):
        yield f"coloured {seed}", covered(coloured(seed).model(), 1000)
    for seed in range(4):
        yield f"latin square {seed}", covered(grid(7, 0.3, 0, seed).model(), 500)
    for kind in ("17 clues", "few", "hard"):
        yield f"sudoku {kind}", covered(sudokus(kind)[0].model(), 2)


def permutations():
    for n, limit in ((5, 200), (7, 3000), (9, 500)):
        engine = open_engine("permutations", Request(Permutations(n).model()))
        rows, slices = drained(engine, n, limit, 100)
        yield f"all of {n}", told(**counters(engine, "nodes", "total"), slices=slices, rows=digest(rows))
    for seed in range(5):
        yield f"some of {12 + seed}", searched(permutation(12 + seed, seed), 300)


def sudoku9():
    for kind in ("17 clues", "easy", "few", "hard"):
        puzzles = np.array([puzzle.clues.ravel() for puzzle in sudokus(kind)], np.uint8)
        for limit in (1, 2):
            yield f"{kind}, up to {limit}", in_a_batch(puzzles, limit)
    draws = Draws(1)
    blank = np.array([puzzle.clues.ravel() for puzzle in sudokus("few")], np.uint8)
    for clues in blank:
        clues[draws.sample(np.flatnonzero(clues).tolist(), 4)] = 0
    yield "several solutions, up to 100", in_a_batch(blank, 100)


def in_a_batch(puzzles, limit):
    grids, counts = np.zeros_like(puzzles), np.zeros(len(puzzles), np.int64)
    solver = Sudoku9(puzzles, grids, counts, limit)
    slices = 0
    while solver.run(50) == PAUSED:
        slices += 1
    return told(nodes=solver.nodes, slices=slices, counts=digest(counts), grids=digest(grids))


def lanes():
    classes = {}
    for each in tatham():
        puzzle = fastfuto.parse(each.id)
        if puzzle.n <= LANES_MOST_SIDE:
            classes.setdefault(puzzle.n, []).append(arrays_of(puzzle))
    for n, puzzles in sorted(classes.items()):
        clues, signs = map(np.stack, zip(*puzzles, strict=True))
        for limit in (1, 2):
            grids, counts, nodes, passes = solved(clues, signs, limit, None)
            numbers = {"nodes": nodes, "passes": passes, "counts": digest(counts), "grids": digest(grids)}
            yield f"{n} x {n}, up to {limit}", told(**numbers)


# Rules --------------------------------------------------------------------------------------------------


def logic_puzzles():
    """Yield puzzles of all levels and families, with their names."""
    for each in tatham()[3::6]:
        yield each.name, fastfuto.parse(each.id)
    for k, puzzle in enumerate(golden("recursive.tsv")[::2]):
        yield f"recursive {k}", puzzle
    for kind in ("easy", "few", "hard"):
        for k, puzzle in enumerate(sudokus(kind)[:3]):
            yield f"sudoku {kind} {k}", puzzle
    for k, puzzle in enumerate(golden("adjacent.tsv")):
        yield f"adjacent {k}", puzzle
    for k in range(6):
        yield f"kakuro of the source {k}", source_grid(k)
    yield "wide grid", grid(66, 0.85, 0.1, 1)


def ruled(puzzle, rules, budget=500):
    """Let rules act in rounds, and then one deduction at a time."""
    chosen, model = rule_set(rules), logic_model(puzzle, rules)
    logic = Logic(model, chosen.scores, is_plain=chosen.is_plain)
    slices = 0
    while (verdict := logic.run(budget)) == Verdict.PAUSED:
        slices += 1
    rule, top, steps, total = logic.result
    numbers = {
        "verdict": int(verdict),
        "rule": rule,
        "top": top,
        "rounds": steps,
        "total": total,
        "slices": slices,
    }
    logic = Logic(model, chosen.scores, is_plain=chosen.is_plain, is_tracing=True)
    slices = 0
    while logic.trace(budget, 1 << 20) == Verdict.PAUSED:
        slices += 1
    numbers |= {"steps": logic.n_steps, "traced": slices, "log": digest(logic.log())}
    return told(**numbers, candidates=digest(logic.candidates().astype(np.uint8)))


def logic():
    for name, puzzle in logic_puzzles():
        yield name, ruled(puzzle, "full")
    for each in tatham()[1::12]:
        yield f"{each.name} by other rules", ruled(fastfuto.parse(each.id), "tatham")


def steps():
    for name, puzzle in list(logic_puzzles())[::3]:
        explanation = fastfuto.explain(puzzle)
        verdict = fastfuto.grade(puzzle)
        numbers = {
            "level": verdict.level,
            "score": verdict.score,
            "total": verdict.total,
            "rounds": verdict.steps,
        }
        texts = "".join(step.text(3) for step in explanation.steps)
        yield (
            name,
            told(**numbers, steps=len(explanation), json=digest(explanation.to_json()), texts=digest(texts)),
        )
        first = fastfuto.hint(puzzle)
        yield (
            f"hint of {name}",
            told(technique=first.technique.replace(" ", "-"), json=digest(first.to_json())),
        )


# Generation ---------------------------------------------------------------------------------------------


def made(recipe, seed, *, budget=20_000, most=1500):
    """Let a generator make a puzzle of a recipe, or give it up after some slices."""
    recipe = recipe.with_seed(seed)
    tries = (KakuroTries if recipe.family == "kakuro" else GridTries)(recipe)
    tries.begin(recipe, 0, 1)
    slices = 0
    while (status := tries.run(budget)) == MakingStatus.PAUSED and slices < most:
        slices += 1
    numbers = {"tries": tries.at_try + 1, "near": tries.nearness, "slices": slices}
    if status != MakingStatus.MADE:
        return told(**numbers).replace(", ", ",")
    found = tries.read()
    numbers |= {"minimal": found.is_minimal, "score": found.grade.score, "rounds": found.grade.steps}
    return told(**numbers, puzzle=digest(fastfuto.format_puzzle(found.puzzle, "json"))).replace(", ", ",")


RECIPES = [
    {"n": 4},
    {"n": 7},
    {"n": 9},
    {"n": 9, "numbers": 0},
    {"n": 8, "level": "tricky"},
    {"n": 7, "level": "easy", "order": "inequalities-first"},
    {"n": 7, "level": "extreme", "rules": "tatham", "order": "mixed"},
    {"n": 6, "level": "diabolical"},
    {"n": 7, "symmetry": "half-turn", "numbers": (8, 12)},
    {"n": 8, "symmetry": "quarter-turn", "numbers": (18, 24)},
    {"n": 8, "symmetry": "half-turn", "numbers": (15, 20)},
    {"n": 7, "symmetry": "diagonal", "minimal": 0.5, "level": ("moderate", "hard")},
    {"n": 6, "technique": "x-wing", "score": 5.6},
    {"n": 7, "score": (3.0, 4.0)},
    {"n": 6, "inequalities": (3, 8)},
    {"n": 6, "family": "latin"},
    {"n": 6, "variant": "adjacent"},
    {"n": 7, "variant": "adjacent", "level": "easy"},
    {"n": 10, "variant": "adjacent"},
    {"n": 6, "family": "sudoku", "symmetry": "half-turn"},
    {"n": 9, "family": "sudoku", "level": "hard"},
    {"n": 6, "family": "sudoku", "variant": "jigsaw"},
    {"n": 6, "family": "sudoku", "variant": "inequalities"},
    {"n": 20, "level": "easy"},
    {"n": 35},
    {"n": 8, "family": "kakuro"},
    {"n": 9, "family": "kakuro", "level": "easy"},
    {"n": (7, 10), "family": "kakuro", "level": "extreme"},
]


def generation():
    for fields in RECIPES:
        name = " ".join(f"{field}={value}" for field, value in fields.items())
        for seed in range(2):
            yield f"{name} seed={seed}", made(Recipe(**fields), seed)


def latin():
    for n, visits in ((3, 500), (5, 2000), (10, 2000), (40, 300), (100, 20)):
        squares = Squares(n, n)
        squares.run(visits)
        out = np.zeros((n, n), np.uint8)
        squares.read(out)
        yield f"walk of order {n}", told(**counters(squares, "moves", "visits"), square=digest(out))


def walks():
    """Walk to digits that the totals of runs determine, and tell how many cells were open on the way."""
    for size, black, seed in ((5, 0.1, 1), (7, 0.2, 2), (9, 0.3, 3)):
        model = kakuro(size, black, seed).model()
        for is_plain in (False, True):
            walker = RunWalker(model.skeleton)
            is_full = walker.begin(seed, is_plain=is_plain)
            loose = [walker.walk(1, wide) for wide in (0, 3) for _ in range(100)] if is_full else []
            digits, totals = walker.read() if is_full else ((), ())
            name = f"{size} x {size}, seed {seed}{', plain filter' if is_plain else ''}"
            yield (
                name,
                told(loose=digest(loose), least=min(loose), digits=digest(digits), totals=digest(totals)),
            )


# Verbs --------------------------------------------------------------------------------------------------


def probes():
    for key in (*LOOSE_GRIDS[2:], (12, 0.1, 0.3, 7)):
        prober, slices = Prober(Request(grid(*key).model(), seed=5), 20), 0
        while not prober.is_done:
            prober.run(1000)
            slices += 1
        # The last digits of logarithms depend on the library of the machine.
        logs = ",".join(f"{log:.6g}" for log in prober.logs[:4].ravel())
        yield f"grid {key}", told(slices=slices, logs=logs, work=f"{prober.log_work:.6g}")


def proved(puzzle, **options):
    """Tell of a proof how many clauses it adds and deletes, and how long they are."""
    certificate = fastfuto.prove(puzzle, format="drat", **options)
    sizes = {True: [], False: []}
    for is_added, literals in binary_steps(io.BytesIO(certificate.proof), 1 << 20):
        sizes[is_added].append(len(literals))
    numbers = {"added": len(sizes[True]), "deleted": len(sizes[False]), "literals": sum(sizes[True])}
    claim = str(certificate.claim).replace(" ", "-")
    return told(claim=claim, **numbers, proof=digest(certificate.proof), rows=digest(certificate.solutions))


def proofs():
    for key in HARD_GRIDS:
        yield f"grid {key}", proved(grid(*key))
    for k, puzzle in enumerate(golden("recursive.tsv")[8:12]):
        yield f"recursive {k}", proved(puzzle)
    for seed in range(3):
        yield f"no solution {seed}", proved(spoilt(9, 0.2, 0.35, seed))
    yield "large grid", proved(large("critical-n20-g03-s08"))
    yield "12 squares", proved(LatinSquare(3), claim=12)
    yield "a solution", proved(grid(9, 0, 0.2, 1), claim="a solution")
    yield "sudoku", proved(sudokus("hard")[0])
    yield "adjacent", proved(golden("adjacent.tsv")[-1])


class Turns(Run):
    """The run of a session that notes whose turn it was, by the order in which the engines were opened."""

    __slots__ = ("most", "noted", "session")

    def is_over(self, *args, **kwargs):
        self.noted.append([seat.engine for seat in self.session.seats].index(self.session.engine))
        return len(self.noted) >= self.most


def scheduled(puzzle, limit, *, is_all=False, most=400, engine="auto", **racing):
    """Let engines take turns, and tell how the work is split between them."""
    run = Turns()
    run.most, run.noted = most, []
    run.session = session = Session(puzzle, run, engine=engine, is_all=is_all)
    if racing:
        session._opened(**racing)
    block, rows = np.empty((8 if is_all else 1, session.model.n_cells), np.uint8), []
    if is_all:
        with suppress(fastfuto.LimitReached):
            for n_new in session.blocks(lambda: block, None):
                rows += block[:n_new].tolist()
                if len(rows) >= limit:
                    break
            run.is_over()
        outcome = session._outcome
    else:
        outcome = session.run(limit, block)
    effort = {}
    for engine, kind, _ in session.seats:
        effort[f"{kind.name}{len(effort)}"] = getattr(engine, kind.unit)
    return told(
        outcome=outcome,
        turns=len(run.noted),
        order=digest(bytes(run.noted)),
        **effort,
        rows=digest(sorted(rows)),
    )


def schedule():
    for key in (*HARD_GRIDS, (25, 0.3, 0.9, 3)):
        yield f"two of grid {key}", scheduled(grid(*key), 2)
    for name in LARGE_GRIDS[:4]:
        yield f"two of {name}", scheduled(large(name), 2)
    for key in LOOSE_GRIDS:
        yield f"200 of grid {key}", scheduled(grid(*key), 200, is_all=True)
    for k, puzzle in enumerate(golden("recursive.tsv")[:4]):
        yield f"recursive {k}", scheduled(puzzle, 2)
        yield f"all of recursive {k}", scheduled(puzzle, 2, is_all=True)
    yield "the second thread of two", scheduled(grid(*HARD_GRIDS[-1]), 2, thread=1, threads=2)
    yield "a learner alone", scheduled(grid(*HARD_GRIDS[0]), 2, engine="learner")
    for key in LOOSE_GRIDS[:2]:
        parts = [part.model().domains.tolist() for part in fastfuto.split(grid(*key), 7)]
        yield f"parts of grid {key}", told(parts=digest(parts))


AREAS = {
    each.__name__: each
    for each in (
        *(search, learner, states, cover, permutations, sudoku9, lanes, logic, steps),
        *(generation, latin, walks, probes, proofs, schedule),
    )
}


def measured(area):
    """Return what an area takes, by the names of its cases."""
    cases = list(AREAS[area]())
    assert len(dict(cases)) == len(cases)
    return dict(cases)


def expected(area):
    """Return what the golden data says that it takes."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {case: numbers for name, case, numbers in rows if name == area}


if __name__ == "__main__":
    rows = [(area, *row) for area in AREAS for row in measured(area).items()]
    GOLDEN.write_text(HEAD + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8", newline="\n")
