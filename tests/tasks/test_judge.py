"""What a move is worth: against all solutions, and proofs step by step."""

import itertools

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, PuzzleError, judge
from fastfuto.logic.technique import rule_set

from . import layouts

LOOSE = (
    Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))]),
    Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((2, 1), (1, 1))]),
    Futoshiki([[1, 0, 0], [0, 0, 0], [0, 0, 0]]),
    Futoshiki([[1, 1, 0], [0, 0, 0], [0, 0, 0]]),
    fastfuto.LatinSquare([[0, 0, 3, 0], [0, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]]),
    fastfuto.Sudoku([[0, 0, 3, 0], [0, 1, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]]),
    fastfuto.Adjacent([[0, 0, 0]] * 3, [((0, 0), (0, 1))]),
    fastfuto.Kakuro([[None, (6, 0), (5, 0)], [(0, 5), 0, 0], [(0, 6), 0, 0]]),
    fastfuto.Kakuro([[None, (11, 0), (12, 0)], [(0, 11), 0, 0], [(0, 12), 0, 0]]),
)
TIGHT = tuple(
    fastfuto.generate(**recipe, seed=seed).puzzle
    for seed in range(3)
    for recipe in (
        {"n": 3},
        {"n": 4},
        {"n": 5, "level": "tricky"},
        {"n": 4, "family": "latin"},
        {"n": 4, "variant": "adjacent"},
        {"n": 4, "family": "sudoku"},
        {"n": 4, "family": "kakuro"},
    )
)


def positions(puzzles, k, seed):
    """Yield positions and moves: entries of a solution, some with a mistake, and any move."""
    rng = np.random.default_rng(seed)
    known = [(puzzle, fastfuto.all_solutions(puzzle)) for puzzle in puzzles]
    for _ in range(k):
        puzzle, solutions = known[rng.integers(len(known))]
        model = puzzle.model()
        cells = puzzle.decode(np.ones(model.n_cells, np.uint8))
        grid = solutions[rng.integers(len(solutions))] if len(solutions) else cells
        entries = np.where((rng.random(cells.shape) < rng.random()) & (cells > 0), grid, 0)
        places = np.argwhere(cells).tolist()
        if rng.random() < 0.2:
            entries[tuple(places[rng.integers(len(places))])] = rng.integers(model.n_values + 1)
        cell = tuple(places[rng.integers(len(places))])
        value = int(rng.integers(1, model.n_values + 1)) * int(rng.choice([1, 1, -1]))
        if rng.random() < 0.5:
            value = int(grid[cell]) if value > 0 else -int(grid[cell] % model.n_values + 1)
        yield puzzle, solutions, entries, (cell, value)


def check(puzzle, solutions, entries, move):
    """Compare a judgement with all solutions, and derive each of its steps again."""
    (cell, value), judgement = move, judge(puzzle, entries, move)
    kept = [each for each in solutions if ((entries == 0) | (entries == each)).all()]
    have = [(each[cell] == abs(value)) == (value > 0) for each in kept]
    assert judgement.right == any(have)
    assert judgement.forced == (any(have) and all(have))
    if not judgement.forced:
        assert judgement.proved_by is None
    if judgement.proved_by in (None, "given"):
        assert not judgement.steps
        return judgement
    rules = rule_set("full").scores
    assert rules is not None
    position = puzzle.filled(np.maximum(np.asarray(puzzle), entries))
    names = fastfuto.logic.board.names_of(position, position.model())
    masks = fastfuto.logic.board.start(position.model().domains, names)
    n = position.model().n_values
    for step in judgement.steps:
        bits = np.array([[mask >> v & 1 for v in range(n)] for mask in masks], bool)
        assert step.verify(position, names.spread(bits))
        fastfuto.logic.decoding.play(step, names, masks)
    left = masks[names.numbers[cell]]
    bit = 1 << (abs(value) - 1)
    assert left == bit if value > 0 else not left & bit
    hardest = max(judgement.steps, key=lambda step: step.score)
    assert fastfuto.TECHNIQUES[judgement.proved_by].score <= hardest.score
    return judgement


@pytest.mark.parametrize(("puzzles", "seed"), [(LOOSE, 0), (TIGHT, 1)], ids=["loose", "tight"])
def test_judgements_agree_with_all_solutions(puzzles, seed):
    found = {True: 0, False: 0, None: 0}
    for position in positions(puzzles, 700, seed):
        judgement = check(*position)
        found[judgement.right] += 1
        found[None] += judgement.proved_by is None and judgement.forced
    assert found[True] > 100 < found[False]


@pytest.mark.slow
def test_twenty_thousand_positions():
    for position in itertools.chain(positions(LOOSE, 10_000, 2), positions(TIGHT, 10_000, 3)):
        check(*position)


def test_a_level_leaves_out_techniques_above_it():
    made = fastfuto.generate(7, level="tricky", seed=5)
    levels = [name for _, name in rule_set("full").levels]
    for r, c in np.ndindex(7, 7):
        move = (r, c), int(made.solution[r, c])
        needed = judge(made.puzzle, None, move)
        for level in levels:
            judgement = judge(made.puzzle, None, move, level=level)
            can = needed.proved_by == "given" or (
                fastfuto.TECHNIQUES[needed.proved_by].score
                <= rule_set("full").levels[levels.index(level)][0] + 1e-6
            )
            assert judgement.proved_by == (needed.proved_by if can else None), (move, level)
            assert judgement.right
            assert judgement.forced
    texts = [
        judge(made.puzzle, None, ((r, c), int(made.solution[r, c])), level="trivial").text
        for r, c in np.ndindex(7, 7)
    ]
    assert sum(text.endswith("but no technique up to the level trivial shows it.") for text in texts) > 20


def test_all_moves_of_a_puzzle_that_the_rules_solve_are_proved():
    made = fastfuto.generate(6, level="tricky", seed=1)
    for r, c in np.ndindex(6, 6):
        value = int(made.solution[r, c])
        assert judge(made.puzzle, None, ((r, c), value)).proved_by
        assert judge(made.puzzle, None, ((r, c), -(value % 6 + 1))).proved_by
        assert not judge(made.puzzle, None, ((r, c), -value)).right


def test_what_is_filled_in_shows_itself_and_what_it_sees():
    puzzle = fastfuto.LatinSquare([[1, 0, 0], [0, 0, 0], [0, 0, 0]])
    for move in (((0, 0), 1), ((0, 1), -1), ((2, 0), -1), ((0, 0), -2)):
        assert judge(puzzle, None, move).proved_by == "given"
    assert judge(puzzle, [[0, 2, 0], [0] * 3, [0] * 3], ((0, 1), 2)).proved_by == "given"
    assert judge(puzzle, [[0, 2, 0], [0] * 3, [0] * 3], ((0, 2), 3)).proved_by == "full house"


def test_a_placed_value_excludes_itself_from_the_cells_in_its_sight():
    puzzle = fastfuto.LatinSquare([[1, 2, 3, 0], [0] * 4, [0] * 4, [0] * 4])
    for cell in ((1, 3), (3, 3)):
        judgement = judge(puzzle, None, (cell, -4))
        assert judgement.proved_by == "full house"
        assert [step.placed for step in judgement.steps] == [(((0, 3), 4),)]
    assert judge(puzzle, None, ((1, 2), -4)).proved_by is None


def test_nothing_is_right_where_there_is_no_solution():
    dead = judge(LOOSE[3], None, ((2, 2), 1))
    assert (dead.right, dead.forced, dead.proved_by) == (False, False, None)
    assert dead.text == "r3c3 = 1 is wrong: no solution has it."


def test_models_are_judged_too():
    model = fastfuto.LatinSquare([[1, 0], [0, 0]]).model()
    judgement = judge(model, [1, 0, 0, 0], (((1,), 2)))
    assert judgement.forced
    assert judgement.text.startswith("cell 2 = 2 is right: ")


@pytest.mark.parametrize(
    ("entries", "move", "message"),
    [
        ([[0] * 3] * 2, ((0, 0), 1), r"entries must be whole numbers of shape \(3, 3\), got shape \(2, 3\)"),
        ([[0.5] * 3] * 3, ((0, 0), 1), "of type float64"),
        ([[0], [1, 2]], ((0, 0), 1), "entries must be"),
        ([[0] * 3, [0, 0, 4], [0] * 3], ((0, 0), 1), "entries: row 2, column 3 must be 0 to 3, got 4"),
        (None, ((0, 3), 1), r"move: cell \(0, 3\) is not in the grid of shape \(3, 3\)"),
        (None, ((0, 0), 4), "the value must be 1 to 3, or negative to exclude a value, got 4"),
        (None, ((0, 0), 0), "the value must be"),
        (None, (0, 1), r"move must be \(cell, value\), such as \(\(0, 1\), 3\), got \(0, 1\)"),
        (None, ((0, 0), True), "move must be"),
        (None, None, "move must be"),
    ],
)
def test_wrong_arguments(entries, move, message):
    with pytest.raises(PuzzleError, match=message):
        judge(LOOSE[0], entries, move)


def test_wrong_puzzles_and_levels():
    with pytest.raises(TypeError, match="expected a Puzzle or a Model, got str"):
        judge("x", None, ((0, 0), 1))
    with pytest.raises(PuzzleError, match="rules do not support exact covers"):
        judge(fastfuto.ExactCover([["a"]]), None, ((0, 0), 1))
    with pytest.raises(ValueError, match="level must be one of 'trivial', 'easy', 'moderate', 'tricky', "):
        judge(LOOSE[0], None, ((0, 0), 1), level="none")


def test_layouts_have_puzzles_of_all_families():
    for puzzle, grid in layouts.make_puzzles(1):
        solution = np.array(grid)
        cell = tuple(np.argwhere(solution)[0].tolist())
        assert judge(puzzle, None, (cell, int(solution[cell]))).forced
