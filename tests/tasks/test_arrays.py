"""Data sets: arrays that hold what the puzzles hold."""

import numpy as np
import pytest

from fastfuto import Futoshiki, generate_many, save_dataset


def inequalities(signs):
    """Return the inequalities of one puzzle in an array of signs."""
    found = []
    for r, c, side in np.argwhere(signs).tolist():
        pair = (r, c), ((r, c + 1) if side == 0 else (r + 1, c))
        found.append(pair if signs[r, c, side] > 0 else pair[::-1])
    return found


def test_arrays_hold_the_puzzles(tmp_path):
    path = tmp_path / "tricky.npz"
    save_dataset(5, path, 5, level="tricky", rules="tatham", threads=2, seed=4)
    made = list(generate_many(5, 5, level="tricky", rules="tatham", seed=4))
    with np.load(path) as arrays:
        assert arrays["levels"].tolist() == ["tricky"] * 5
        assert arrays["seeds"].tolist() == [each.seed for each in made]
        assert arrays["scores"].tolist() == [each.grade.score for each in made]
        assert arrays["minutes"].tolist() == [each.grade.minutes for each in made]
        assert (arrays["solutions"] == [each.solution for each in made]).all()
        for each, clues, signs in zip(made, arrays["clues"], arrays["inequalities"], strict=True):
            assert Futoshiki(clues, inequalities(signs)) == each.puzzle


def test_minutes_are_missing_where_the_rules_do_not_finish(tmp_path):
    save_dataset(2, tmp_path / "open.npz", 6, level="recursive", rules="tatham")
    with np.load(tmp_path / "open.npz") as arrays:
        assert np.isnan(arrays["minutes"]).all()


def test_variants_have_arrays_of_their_own(tmp_path):
    save_dataset(2, tmp_path / "jigsaw.npz", 6, family="sudoku", variant="jigsaw")
    with np.load(tmp_path / "jigsaw.npz") as arrays:
        assert arrays["regions"].shape == (2, 6, 6)
    save_dataset(2, tmp_path / "bars.npz", 5, variant="adjacent")
    with np.load(tmp_path / "bars.npz") as arrays:
        signs, solutions = arrays["inequalities"], arrays["solutions"].astype(int)
        assert arrays["levels"].tolist() == ["moderate", "moderate"]
        assert ((np.abs(np.diff(solutions, axis=2)) == 1) == signs[:, :, :-1, 0]).all()
        assert ((np.abs(np.diff(solutions, axis=1)) == 1) == signs[:, :-1, :, 1]).all()


def test_only_one_kind_of_file_is_written(tmp_path):
    for name in ("d.xls", "d.npy", "d.npz.gz"):
        with pytest.raises(ValueError, match=r"the suffix of a data set must be one of \.npz"):
            save_dataset(1, tmp_path / name, 3)
    assert not list(tmp_path.iterdir())
    for name in ("one", "two.NPZ"):
        save_dataset(1, tmp_path / name, 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.npz", "two.NPZ"]


def test_an_empty_data_set_is_refused(tmp_path):
    with pytest.raises(ValueError, match="k must be at least 1"):
        save_dataset(0, tmp_path / "none.npz")
    assert not list(tmp_path.iterdir())
