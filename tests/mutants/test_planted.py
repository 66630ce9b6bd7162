"""The changes that are planted keep up with the code: `python -m tests.mutants` runs the tests on each of them."""

from .planted import ROOT, TESTS, planted, reasons


def test_what_is_planted_fits_the_code():
    mutants = list(planted())
    names = [mutant.name for mutant in mutants]
    assert len(names) == len(set(names)) >= 60
    assert sum(mutant.path.startswith("cython/") for mutant in mutants) >= 25
    for mutant in mutants:
        assert mutant.text != (ROOT / mutant.path).read_text(encoding="utf-8")
        assert all((ROOT / "tests" / test).exists() for test in [*mutant.tests, *mutant.others])


def test_every_room_has_a_change_and_its_tests():
    folders = {path.parent.name for path in (ROOT / "cython").glob("*/*.p*")}
    assert {mutant.room for mutant in planted() if mutant.path.startswith("cython/")} == folders
    rooms = {path.parent.name for path in (ROOT / "src" / "fastfuto").glob("*/__init__.py")}
    assert set(TESTS) == rooms


def test_what_is_equivalent_fits_the_code():
    for path, before, _ in reasons():
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
        assert before in map(str.strip, lines)
