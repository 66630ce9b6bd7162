from fastfuto.cli import main
from fastfuto.formats import MAX_TEXT

from .helpers import FAMILIES


def test_a_long_batch(tmp_path, capsys):
    path = tmp_path / "many.txt"
    # More than a single puzzle may take; most of it remarks.
    path.write_text("................\n" * 3 + "#" * MAX_TEXT)
    assert main(["batch", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_batch(tmp_path, capsys):
    grid, _ = FAMILIES["sudoku.txt"]
    path = tmp_path / "grids.txt"
    path.write_text(f"{grid}# a remark\n{'.' * 81}\n11{'.' * 79}\n")
    assert main(["batch", str(path)]) == 1
    out, err = capsys.readouterr()
    first, second, third = out.splitlines()
    assert first == "673894512912735486845612973798261354526473891134589267469128735287356149351947628"
    assert sorted(second) == sorted("123456789" * 9)
    assert third == "none"
    assert "3 grids in" in err
    assert "a second" in err
    assert main(["batch", "--unique", "--threads", "2", str(path), str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [first, "several", "none"] * 2
    assert main(["solve", str(path)]) == 2
    path.write_text(grid * 2)
    assert main(["solve", str(path)]) == 2
    assert "`fastfuto batch` reads them" in capsys.readouterr().err
    path.write_text(f"{grid}{'.' * 81}\n11{'.' * 79}\n")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("12\n")
    assert main(["batch", str(wrong), str(path), "-o", str(tmp_path / "out.txt")]) == 2
    assert "81 characters" in capsys.readouterr().err
    before = path.read_bytes()
    assert main(["batch", str(path), "-o", str(path)]) == 2
    assert "would overwrite" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert main(["batch", str(path), "-o", str(tmp_path / "out.npy")]) == 2
    wrong.write_bytes(b"\xff" * 81)
    assert main(["batch", str(wrong)]) == 2
    assert "line 1, column 1" in capsys.readouterr().err
    assert (tmp_path / "out.txt").read_text().splitlines() == [first, second, third]
