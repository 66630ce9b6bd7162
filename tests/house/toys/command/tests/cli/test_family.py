def test_family(run):
    assert run("family", "1....4...3.....2") == (0, "sudoku\n", "")
    assert "Say which family a puzzle is of." in " ".join(run("--help")[1].split())
