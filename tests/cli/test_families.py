import numpy as np
import pytest

from fastfuto.cli import main

from .helpers import EXAMPLES, FAMILIES

COUNTS = {
    "complete.txt": 1,
    "empty5.txt": 161280,  # OEIS A002860
    "five.txt": 1,
    "five_plain.txt": 1,
    "four.txt": 1,
    "invalid.txt": 0,
    "kakuro.txt": 1,
    "nine.txt": 1,
    "no_solution.txt": 0,
    "seven.json": 1,
    "six_tatham.txt": 1,
    "twelve.txt": 1,
    "two_solutions.txt": 2,
}


def test_examples_are_all_here():
    assert {path.name for path in EXAMPLES.iterdir() if path.suffix in {".txt", ".json"}} == set(COUNTS)


@pytest.mark.parametrize(("name", "number"), COUNTS.items())
def test_examples(run, name, number):
    assert run("count", EXAMPLES / name) == (0 if number else 1, f"{number}\n", "")
    code, out, err = run("solve", EXAMPLES / name)
    assert (code, err) == (0 if number else 1, "")
    assert ("This is the only solution.\n" in out) == (number == 1)
    assert ("There are other solutions.\n" in out) == (number > 1)


@pytest.mark.parametrize("name", FAMILIES)
def test_all_families(name, tmp_path, capsys):
    text, total = FAMILIES[name]
    path = tmp_path / name
    path.write_text(text)
    code = 0 if total else 1
    assert main(["count", str(path)]) == code
    assert capsys.readouterr().out == f"{total}\n"
    assert main(["solve", str(path)]) == code
    out = capsys.readouterr().out
    assert ("only solution" in out) == (total == 1)
    assert ("does not exist" in out) == (total == 0)
    assert main(["check", str(path)]) == code
    assert main(["solutions", "--limit", "3", str(path)]) == code
    assert f"Solutions: {min(total, 3)}" in capsys.readouterr().out
    assert main(["sample", str(path), "-k", "2"]) == code
    assert main(["solve", "--json", str(path)]) == code
    capsys.readouterr()
    output = tmp_path / "grids.npy"
    npy = main(["solutions", str(path), "-o", str(output)])
    assert npy == (2 if name == "cover.txt" else code)
    if npy == 0:
        assert len(np.load(output)) == total
