"""The command generate: files that the other commands read, and resuming."""

import importlib
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import fastfuto
from fastfuto import Model, Skeleton
from fastfuto.formats import CODECS

from .helpers import message_of, output_of, posix


def test_puzzles_are_written_one_a_line_and_read_by_the_other_commands(run):
    options = ("-n", 5, "--level", "easy", "-k", 3, "--seed", 0)
    err = message_of(run("generate", *options, "-o", "easy.tsv", "--threads", 2), 0)
    assert re.fullmatch(r"3 puzzles in \S+ s, \d+(\.\d)? a second\n", err)
    assert "\n1 puzzle in " in run("generate", "-n", 4, "-o", "made")[2]
    comment, *lines = Path("easy.tsv").read_text(encoding="utf-8").splitlines()
    assert comment == "# fastfuto generate -n 5 --level easy --seed 0"
    assert len(lines) == 3
    assert [line.split("\t")[1:3] for line in lines] == [["easy", "hardest step 1.6"]] * 3
    made = list(fastfuto.generate_many(3, 5, level="easy"))
    assert [line.split("\t")[3] for line in lines] == [f"seed {each.seed}" for each in made]
    assert list(fastfuto.load_many("easy.tsv")) == [each.puzzle for each in made]
    assert output_of(run("grade", "easy.tsv")).count("easy, hardest step 1.6 (inequality bound)") == 3
    code, out, _ = run("batch", "easy.tsv", "--unique")
    assert (code, len(out.splitlines())) == (0, 3)


def test_a_file_with_one_puzzle_is_read_too(run):
    run("generate", "-n", 5, "--level", "easy", "-o", "one.tsv")
    assert "easy" in output_of(run("grade", "one.tsv"))


@pytest.mark.parametrize(
    ("options", "format"),
    [
        (["--family", "sudoku"], "sudoku"),
        (["--family", "latin", "-n", 5], "json"),
        (["--variant", "adjacent", "-n", 5], "tatham"),
        (["-n", 5, "--json"], "json"),
        (["-n", 5, "--to", "json"], "json"),
        (["-n", 5, "--format", "source"], "source"),
        (["-n", 2], "json"),
    ],
)
def test_each_family_has_a_format(run, options, format):
    code, out, _ = run("generate", "-k", 2, *options)
    assert code == 0
    assert len(list(fastfuto.parse_many(out, format))) == 2
    assert len(list(fastfuto.parse_many(out))) == 2
    if format == "json":
        answers = [json.loads(line) for line in out.splitlines()]
        assert all((answer["puzzle"] if "--json" in options else answer)["n"] for answer in answers)


MAGIC = Model(
    Skeleton(9, 9, [range(9)]),
    sums=[([*line], 15) for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))],
)


@pytest.mark.parametrize("blank", [MAGIC, fastfuto.Sudoku(4).with_rules("diagonals")])
def test_a_puzzle_in_a_file_gets_numbers(run, blank):
    fastfuto.dump(blank, "blank.json", format="json")
    made = list(fastfuto.generate_many(2, blank, seed=3))
    assert all(map(fastfuto.is_unique, [each.puzzle for each in made]))
    out = output_of(run("generate", "blank.json", "-k", 2, "--seed", 3))
    assert [fastfuto.parse(line) for line in out.splitlines()] == [each.puzzle for each in made]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["blank.json", "-n", 4], "-n has no effect with a FILE"),
        (["blank.json", "--variant", "killer"], "--variant killer is not possible with the given model"),
        (["blank.json", "--family", "sudoku"], "--family sudoku is not possible with a given puzzle"),
        (["blank.json", "--level", "hard"], "--level hard is not possible with n = 2: the highest level is"),
        (["two.txt"], "generate takes one puzzle, but the file has several"),
        (["none.json"], "none.json: No such file"),
    ],
)
def test_a_file_that_cannot_get_numbers_is_refused(run, options, message):
    fastfuto.dump(Model(Skeleton(2, 2, [(0, 1)])), "blank.json", format="json")
    Path("two.txt").write_text(16 * "0" + "\n" + 15 * "0" + "1\n", encoding="utf-8")
    assert message in message_of(run("generate", *options))


def test_a_file_can_be_resumed(run, tmp_path):
    run("generate", "-n", 4, "-k", 5, "-o", "all.tsv", "--seed", 9)
    whole = (tmp_path / "all.tsv").read_text(encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    for seed in (("--seed", 9), ()):  # The file says which seed it was made with.
        (tmp_path / "part.tsv").write_text("".join(lines[:3]) + lines[3][:10], encoding="utf-8")
        err = message_of(run("generate", "-n", 4, "-k", 5, "-o", "part.tsv", *seed, "--resume"), 0)
        assert "same again" not in err
        assert (tmp_path / "part.tsv").read_text(encoding="utf-8") == whole
    assert run("generate", "-n", 4, "-k", 2, "--seed", 9, "--start", 3)[1] == "".join(lines[4:])


def told_seed(err):
    [seed] = re.findall(
        r"fastfuto: seed ([0-9]+); the same options with --seed \1 make the same puzzles again\n", err
    )
    return seed


def test_each_call_makes_other_puzzles_and_says_how_to_make_them_again(run):
    calls = [run("generate", "-n", 5, "-k", 2) for _ in range(2)]
    assert calls[0][1] != calls[1][1]
    for code, out, err in calls:
        assert code == 0
        assert run("generate", "-n", 5, "-k", 2, "--seed", told_seed(err)) == (0, out, "")


@pytest.mark.parametrize(
    "options",
    [
        ["-n", 5, "--level", "easy:tricky", "--numbers", "1:5"],
        ["-n", 6, "--technique", "hidden pair", "--score", "2:3.4", "--minimal", 0.5],
        ["--start", 3, "-n", 4, "--symmetry", "half-turn", "--format", "csv"],
        ["--format", "sudoku", "--family", "sudoku", "-n", 6],
        ["-n", 4, "--rules", "tatham", "--order", "mixed", "--format", "typed"],
        [],
    ],
)
def test_the_comment_of_a_file_makes_it_again(options, run):
    assert run("generate", *options, "-o", "made")[0] == 0
    text = Path("made").read_text(encoding="utf-8")
    program, *command = shlex.split(text.splitlines()[0].removeprefix("# "))
    assert program == "fastfuto"
    format = options[options.index("--format") :][:2] if "--format" in options else []
    assert run(*command, *format, "-o", "again")[0] == 0
    assert Path("again").read_text(encoding="utf-8") == text
    # A puzzle of the format typed that has no signs is read only if the format is named.
    named = format[1:] if format[1:] == ["typed"] else []
    [puzzle] = fastfuto.load_many("made", *named)
    if format and "\t" not in text:
        assert fastfuto.parse(text, format[1]) == puzzle
    assert run("solve", "made", *(["--format", *named] if named else []))[0] == 0


def test_formats_without_comments_have_none(run):
    for name in (name for name, codec in CODECS.items() if not codec.has_comments and name != "tatham"):
        if run("generate", "-n", 5, "--format", name, "-o", "made")[0] == 0:
            assert "--seed" not in Path("made").read_text(encoding="utf-8")


def test_what_is_kept_for_later_needs_a_seed(run):
    assert "--journal needs --seed" in message_of(run("generate", "-n", 4, "--journal", "puzzles.journal"))
    assert run("generate", "-n", 4, "-k", 2, "--json", "-o", "made", "--resume", "--seed", 3)[0] == 0
    err = message_of(run("generate", "-n", 4, "-k", 3, "--json", "-o", "made", "--resume"))
    assert "the first line of the file contains no seed" in err
    assert run("generate", "-n", 4, "-k", 3, "--json", "-o", "made", "--resume", "--seed", 3)[0] == 0
    assert len(Path("made").read_text(encoding="utf-8").splitlines()) == 3
    assert told_seed(run("generate", "-n", 4, "-o", "new", "--resume")[2])


@pytest.mark.forks
def test_workers_write_the_same_puzzles_in_the_same_order(run):
    options = ["generate", "-n", 4, "-k", 9, "--seed", 2]
    code, out, _ = run(*options, "--workers", 2, "--journal", "puzzles.journal")
    assert (code, out) == (0, run(*options)[1])
    assert run(*options, "--journal", "puzzles.journal")[:2] == (0, out)
    assert "9 of 9" in run("jobs", "puzzles.journal")[1]


def test_kakuro_are_written_one_a_line(run):
    out = output_of(
        run("generate", "--family", "kakuro", "-n", "5x6", "-k", 2, "--level", "moderate", "--seed", 0)
    )
    puzzles = list(fastfuto.parse_many(out))
    assert puzzles == [
        made.puzzle for made in fastfuto.generate_many(2, (5, 6), family="kakuro", level="moderate")
    ]
    assert len(out.splitlines()) == 2


def test_ranges_are_written_with_a_colon(run):
    options = ["--level", "easy:tricky", "--numbers", "2:4", "--score", "1.6:3.4", "--rules", "tatham"]
    code, out, _ = run("generate", "-n", 6, *options)
    assert code == 0
    assert out.split("\t")[1] in ("easy", "tricky")
    assert run("generate", "--numbers", "1:2:3")[0] == 2


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (
            ["--level", "easy", "--technique", "x-wing"],
            2,
            "--technique x-wing has the level 'hard', above --level easy",
        ),
        (["-n", 3, "--level", "extreme", "--rules", "tatham"], 3, "the nearest miss is easy"),
        (["-n", 24, "--numbers", 0, "--timeout", 0.1], 3, "time limit of 0.1 s"),
        (["-n", 5, "--format", "sudoku"], 2, "the format sudoku is for Sudoku"),
        (["-o", "x.npy"], 2, "generate finds no grids"),
        (["--resume"], 2, "--resume needs -o with a regular file"),
        (["--json", "--format", "tatham"], 2, "has no effect with --json"),
        (["-k", 1, "--numbers", "x"], 2, "expected a value or LEAST:MOST"),
        (["-n", "5x"], 2, "expected a number or ROWSxCOLUMNS, got 5x"),
        (["-n", "0x3"], 2, "expected a whole number of at least 1, got 0"),
        (["-n", "5x6"], 2, "n must be a whole number, got (5, 6)"),
        (["--workers", 2, "--threads", 2], 2, "--threads cannot be combined with --workers"),
        (
            ["-n", 4, "--seed", 0, "--journal", "/nowhere/journal"],
            2,
            "/nowhere/journal cannot be used as a journal",
        ),
    ],
)
def test_what_goes_wrong_is_said_on_standard_error(run, options, code, message):
    found, _, err = run("generate", *options)
    assert found == code
    assert message in err


@pytest.mark.thorough
@posix
def test_only_regular_files_are_resumed(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    calls = [["generate", "-n", "4", "-o", name, "--resume"] for name in ("pipe", "/dev/zero", ".")]
    program = f"from fastfuto.cli import main\nassert [*map(main, {calls})] == [2, 2, 2]"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr.count("--resume needs -o with a regular file") == 3


def test_files_that_are_something_else_are_not_resumed(run, tmp_path):
    path = tmp_path / "thesis.txt"
    for text in ("my thesis without newline", "my thesis\n\nin two lines\n"):
        path.write_text(text)
        err = message_of(run("generate", "-n", 4, "-k", 3, "-o", path, "--resume", "--seed", 0))
        assert "was not generated with these options and this seed" in err
        assert path.read_text() == text
    assert run("generate", "-n", 4, "-k", 3, "-o", tmp_path / "four.tsv", "--seed", 0)[0] == 0
    for other in (("-n", 5, "--seed", 0), ("-n", 4, "--seed", 1)):
        err = message_of(run("generate", *other, "-k", 5, "-o", tmp_path / "four.tsv", "--resume"))
        assert "was not generated with these options" in err
    path.unlink()
    assert run("generate", "-n", 5, "-k", 2, "--format", "picture", "-o", path)[0] == 0
    err = message_of(
        run("generate", "-n", 5, "-k", 3, "--format", "picture", "-o", path, "--resume", "--seed", 0)
    )
    assert "--resume needs a format with each puzzle in one line" in err


@pytest.mark.parametrize(("seconds", "rate"), [(4.0, "2.5 a second"), (0.0, "1e+10 a second")])
def test_the_rate_is_that_of_the_clock_even_if_it_stands_still(seconds, rate, run, monkeypatch):
    room, clock, stages = importlib.import_module("fastfuto.cli.generate"), [0.0], []

    class Report(room.Report):
        def __call__(self, progress):
            stages.append(progress.stage)

    def generate_many(*options, progress, **recipe):
        clock[0] = seconds
        progress(fastfuto.Progress(done=10))
        return iter(())

    monkeypatch.setattr(room, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(room, "Report", Report)
    monkeypatch.setattr(room, "generate_many", generate_many)
    assert run("generate", "-k", 20, "--seed", 0) == (0, "", "")
    assert stages == [rate]


def test_certificates(run, tmp_path):
    puzzles, certificates = tmp_path / "puzzles.txt", tmp_path / "proofs.jsonl"
    options = "generate", "-n", "4", "-k", "5", "--seed", "2"
    code, expected, _ = run(*options)
    assert run(*options, "--certificates", str(certificates))[:2] == (code, expected) == (0, expected)
    assert run("verify", str(certificates))[:2] == (0, "Verified: 5 certificates\n")
    lines = certificates.read_text()
    assert run(*options, "-o", str(puzzles), "--certificates", "-")[1] == lines
    dotted = str(tmp_path / "." / "puzzles.txt")
    for wrong in (("--certificates", "-"), ("-o", str(puzzles), "--certificates", dotted)):
        assert "must be written to different files" in run(*options, *wrong)[2]
    assert (
        "cannot be combined with --start or --certificates"
        in run(*options, "-o", str(puzzles), "--resume", "--certificates", "x")[2]
    )


def test_json_has_the_level_the_seed_and_the_solution(run):
    answer = json.loads(run("generate", "-n", 5, "--seed", 4, "--json")[1])
    made = next(fastfuto.generate_many(1, 5, seed=4))
    assert fastfuto.parse(json.dumps(answer)) == made.puzzle
    assert (answer["command"], answer["family"], answer["seed"]) == ("generate", "futoshiki", made.seed)
    assert (answer["level"], answer["score"]) == (made.grade.level, made.grade.score)
    assert answer["solution"] == made.solution.tolist()
    assert answer["minutes"] == made.grade.minutes
    run("generate", "-n", 5, "--seed", 4, "-k", 2, "-o", "x.csv")
    header, first, _ = Path("x.csv").read_text().splitlines()
    assert header.startswith("schema,command,file,line,family,puzzle,level,score")
    assert fastfuto.format_puzzle(made.puzzle, "tatham").strip() in first


def test_quiet_prints_only_the_puzzle(run):
    code, out, err = run("generate", "-n", 5, "-q")
    assert (code, err, out.count("\t")) == (0, "", 0)
    assert fastfuto.parse(out).n == 5


def test_the_old_name_of_to_works_with_a_word(run):
    new = run("generate", "-n", 4, "--seed", 1, "--to", "source")
    old = run("generate", "-n", 4, "--seed", 1, "--format", "source")
    assert old[:2] == new[:2]
    assert old[2] == "fastfuto: --format is now --to; the old name works for one more release\n"
    assert new[2] == ""


@posix
def test_a_terminal_shows_new_puzzles(on_terminal):
    made = next(fastfuto.generate_many(1, 6, seed=3))
    code, out, err = on_terminal("generate", "-n", 6, "--seed", 3, NO_COLOR="1")
    text = fastfuto.format_puzzle(made.puzzle, "tatham").strip()
    heading = f"Futoshiki 6 x 6, {made.grade.level} ({made.grade.hardest}), about"
    assert (code, err) == (0, "")
    assert out.startswith(heading)
    assert out.endswith(f"{fastfuto.draw(made.puzzle).screen()}{text}  seed 3\n")
    many = on_terminal("generate", "-n", 6, "--seed", 3, "-k", 2, NO_COLOR="1")[1]
    assert many.startswith(out)
    assert many.endswith("  seed 3, start 1\n")
    assert on_terminal("generate", "-n", 6, "--seed", 3, "--to", "id")[1].startswith(text)
    # A refusal reports no seed.
    assert "seed" not in on_terminal("generate", "-n", 6, "--level", "nowhere")[2]


def test_a_picture_of_a_new_puzzle(run):
    assert output_of(run("generate", "-n", 4, "--seed", 1, "-o", "x.svg")).startswith("Futoshiki 4 x 4, ")
    assert Path("x.svg").read_text() == fastfuto.draw(next(fastfuto.generate_many(1, 4, seed=1)).puzzle).svg
    assert "can hold only one puzzle" in run("generate", "-n", 4, "-k", 2, "-o", "x.svg")[2]


def test_distinct_puzzles_differ_up_to_symmetry(run):
    options = ("-n", 3, "-k", 20, "--level", "trivial", "--seed", 1)

    def forms(*more):
        return {
            fastfuto.parse(line).canonical()
            for line in run("generate", *options, *more, "-q")[1].splitlines()
        }

    assert len(forms()) < 20
    assert len(forms("--distinct")) == 20
    code, out, err = run("generate", "-n", 2, "-k", 5, "--seed", 1, "--distinct", "-q")
    assert (code, out.count("\n")) == (2, 1)
    assert err.startswith("fastfuto: these options give only 1 different puzzle")
    assert run("generate", "-n", 4, "--distinct", "--start", 1)[0] == 2


def test_variants_are_json_that_commands_read(run, tmp_path):
    path = tmp_path / "variants.jsonl"
    options = [
        "generate",
        "--family",
        "sudoku",
        "--variant",
        "killer",
        "-n",
        "6",
        "--level",
        "moderate",
        "--seed",
        "1",
    ]
    assert run(*options, "-k", 3, "-o", path)[0] == 0
    puzzles = fastfuto.load_many(path)
    assert [puzzle.names for puzzle in puzzles] == [("killer",)] * 3
    assert run("count", path)[1].count(":\n1\n") == 3
    assert run("grade", path)[1].count("moderate") == 3
    assert run("book", path, "-o", tmp_path / "book.html")[0] == 0
    for command in (
        ["play", path, "-o", tmp_path / "page.html"],
        ["play", *options[1:], "-o", tmp_path / "page.html"],
    ):
        assert run(*command)[0] == 0
        assert '"rules":["killer"]' in (tmp_path / "page.html").read_text("utf-8")
    code, _, err = run("solve", "--to", "sudoku", path)
    assert code == 2
    assert "the format sudoku cannot hold the rules 'killer'; use json" in err


@pytest.mark.thorough
def test_a_variant_that_there_is_not(run):
    options = ["generate", "--family", "sudoku", "--seed", 1]
    for more, code, message in (
        (
            ["--variant", "diagonal"],
            2,
            "got 'diagonal'. Did you mean 'diagonals'?",
        ),
        (["--variant", "windows", "-n", 6], 2, "the rule 'windows' needs n to be a square number above 1"),
        (["--variant", "anti-king", "-n", 4], 2, "there is no solution of a Sudoku 4 x 4 (anti-king)"),
        (
            ["--variant", "diagonals", "-n", 4, "--level", "hard"],
            3,
            "1000 tries were made, and none of them met",
        ),
    ):
        found, _, err = run(*options, *more)
        assert (found, message in err) == (code, True)
