"""The uses of each command, which the tests of all commands share: a new command needs a row in `USES`."""

from typing import NamedTuple

FILES = "-o x.txt --format source --timeout 60"
NEW = (
    "-n 5 -k 2 --family futoshiki --level easy --rules full --numbers 0:9 --inequalities 3:99 --remove mixed "
    "--score 1:2 --minutes 1:9 --minimal 1 --seed 7 --threads 2 --timeout 60"
)
SYMMETRIC, TECHNIQUE = (
    "-n 6 --family sudoku --variant inequalities --symmetry half-turn",
    "-n 5 --technique x-wing",
)
SOLUTION = "3 4 2 1\n2 1 3 4\n1 3 4 2\n4 2 1 3\n"
"""The solution of the model."""
AS_TEXT = "a picture as text does not show the rules of a model"
FAMILIES_ONLY = "supports only puzzles of a family, but this puzzle is a model"
ALONE = "this is a model, which is read only alone"


class Use(NamedTuple):
    """The uses of a command.

    Attributes
    ----------
    functions : tuple of str
        The functions that the command calls or resembles; none if it only reads, writes or lists.
    options : tuple of str
        Arguments that use each option of the command. `test_options.py` writes the files: a Futoshiki "five", a Latin
        square "latin", a puzzle "none" without solutions, "table.csv", and the files of earlier calls.
    outside : tuple of str
        Arguments with text from outside: the files of `test_terminals.py`, hostile text in place of ``@``, and control
        characters in place of ``%``.
    answers : tuple of (str, str, str)
        Arguments with which a model is answered, the beginning of the answer, and the end of the warning.
    refuses : tuple of (str, str)
        Arguments with which a model is refused, and the reason.
    """

    functions: tuple[str, ...]
    options: tuple[str, ...]
    outside: tuple[str, ...]
    answers: tuple[tuple[str, str, str], ...] = ()
    refuses: tuple[tuple[str, str], ...] = ()


USES = {
    "solve": Use(
        ("solve", "count"),
        (
            f"five {FILES} --total --order lexicographic --limit 3 --to tatham -q",
            "five --seed 2 --threads 2 --engine search --json",
        ),
        (
            *("four", "four none", "cover", "cover -q", "words", "forged", "bad torn", "many", "@"),
            *("FORGED --total", "four --format @", "four --timeout @", "four --engine @", "four --%"),
            *("four -o nowhere@/@", "four -o @.csv"),
        ),
        (("-q", SOLUTION, ""),),
    ),
    "count": Use(
        ("count", "count_result"),
        (
            f"five {FILES} --limit 5 --memory 1G --threads 2 --engine auto -q",
            "--family latin -n 4 --variant diagonals --json",
            "latin --workers 1 --journal counts",
        ),
        (
            *("four none", "blank --limit 1", "blank --journal nowhere@/journal"),
            "blank --journal four",
        ),
        (("", "1\n", ""),),
    ),
    "solutions": Use(
        ("solutions", "all_solutions", "save_solutions"),
        (
            f"five {FILES} --order lexicographic --limit 3 --to tatham -q",
            "latin --workers 1 --journal all -o folder --json",
            "--family latin --size 4 --variant diagonals",
        ),
        ("cover", "cover words open", "cover -o x@.npy", "blank --journal x@ -o four"),
        (("-q", SOLUTION, ""),),
    ),
    "sample": Use(
        ("sample",),
        (
            f"five {FILES} -k 2 --seed 2 --memory 1G --to tatham -q",
            "--family latin -n 4 --variant diagonals --json",
        ),
        ("cover words open",),
        (("-q", SOLUTION, ""),),
    ),
    "estimate": Use(
        ("estimate_count",),
        (f"five {FILES} --samples 4 --seed 2 -q", "--family latin -n 4 --variant diagonals --json"),
        ("four cover",),
        (("", "about 1 ", ""),),
    ),
    "candidates": Use(
        ("true_candidates",),
        (
            f"five {FILES} --limit 2 --threads 2 -q",
            "five --json",
            "--family latin --size 4 --variant diagonals",
        ),
        ("four cover",),
        (("", "3 4 2 1 2 1 3 4 ", ""),),
    ),
    "check": Use(
        ("is_unique", "conflicting_clues", "redundant_clues"),
        ("five -o x.txt --format source --redundant --language de -q", "five --quick --json"),
        ("cover open none torn", "open --json", "four --redundant"),
        (("", "No contradiction.\nRead as model with 16 cells and 4 values.\nSolutions: one.\n", ""),),
    ),
    "convert": Use(
        (),
        ("five --format source -o x.txt --to dimacs -q", "five --solver-output solved --to picture"),
        (
            *("words --to cover", "cover --to json", "four --to @"),
            "four --to source --solver-output torn",
        ),
        (("--to json", "{\n", ""),),
        (("--to plain", "the format plain is for Futoshiki, not for Model; use json"),),
    ),
    "formats": Use((), ("picture", "-q"), ("@", "cover"), refuses=(("", "there is no format "),)),
    "draw": Use(
        ("draw",),
        (
            "five --format source --timeout 60 -o x.svg --style dark --width 200 --solution",
            "five --step 3 --rules tatham --language de",
            "none --conflict -q",
        ),
        (
            *("cover", "words", "forged --solution", "open --solution", "four --style @"),
            *("four -o x@.svg@", "four none -o x@.svg", "four -o nowhere@/x.svg", "four -o {@}.svg"),
        ),
        (
            ("", ". . . .\n. . . .\n. . . 2\n", AS_TEXT),
            ("--solution", SOLUTION, AS_TEXT),
            ("--step 1", "", AS_TEXT),
            ("-o own.svg", "", ""),
        ),
        (("--conflict", f"--conflict {FAMILIES_ONLY}"),),
    ),
    "play": Use(
        ("page", "generate_many"),
        (
            f"{NEW} -o x.html --title Title --language de -q",
            *(f"{kind} -o x.html" for kind in (SYMMETRIC, TECHNIQUE)),
            "five --format source -o x.html",
        ),
        ("cover -o x@.html", "four -o x@.html --title @", "four -o x@.htm@"),
        refuses=(("-o page.html", f"play {FAMILIES_ONLY}"),),
    ),
    "book": Use(
        ("booklet", "generate_many"),
        (
            f"{NEW} -o x.html --title Title --language de -q --caption {{number}} --stars --instructions --per-page 1 "
            "--answers foot --paper A5 --large-print --strips --heading One --then --heading Two -n 4",
            *(f"{kind} -o x.html" for kind in (SYMMETRIC, TECHNIQUE)),
            "five --format source -o x.html",
        ),
        (
            *("cover -o x@.html", "four -o x@.html --title @ --caption @", "four -o x@.html --caption {@}"),
            "four -o x@.html --heading @",
        ),
        refuses=(("-o book.pdf", f"book {FAMILIES_ONLY}"),),
    ),
    "batch": Use(
        ("solve_file",),
        (
            "five --format source --timeout 60 --threads 2 --to tatham -o x.txt --unique -q",
            "five --limit 3 --json",
            "five --workers 1 --journal batches",
        ),
        ("many cover words", "many cover --json", "missing"),
        refuses=(("", ALONE),),
    ),
    "audit": Use(
        ("audit",),
        (
            "five --format source --threads 2 --grade --certificates proofs --all -o x.txt -q",
            "five --workers 1 --journal audits --json",
        ),
        (
            *("many rows", "rows --json", "missing", "four --certificates x@"),
            "four --certificates nowhere@/x",
        ),
        refuses=(("", ALONE),),
    ),
    "explain": Use(
        ("explain",),
        (
            f"five {FILES} --rules tatham --language de --steps 3 --all --notation --to tatham -q",
            "five --json",
        ),
        ("four none cover", "four -o x@.html", "four --language @"),
        (("", "1. Cell ", ""),),
    ),
    "hint": Use(
        ("hint",),
        (f"five {FILES} --entries five --detail 2 --rules tatham --language de -q", "five --json"),
        ("four cover", "four --entries torn", "four --entries missing"),
        (("--detail 0", "Look at cell ", ""),),
    ),
    "grade": Use(
        ("grade", "grade_many"),
        (
            f"five {FILES} --rules tatham --language de -q",
            "five --workers 1 --journal grades --json",
        ),
        ("four none blank cover", "many FORGED"),
        (("", "extreme", ""),),
    ),
    "jobs": Use(
        (),
        ("counts", "counts -q"),
        ("missing", "four", "journal"),
        refuses=(("", "own.json cannot be read as a journal"),),
    ),
    "prove": Use(
        ("prove",),
        (
            "five --format source --timeout 60 --memory 1G --claim 1 -o certificate --json",
            "five --proof drat --binary -o binary -q",
        ),
        ("four -o x@", "four -o four", "four -o x --claim @"),
        (("-o own.certificate", "Proved: ", ""),),
    ),
    "verify": Use(
        ("verify",),
        ("certificate --timeout 60 -q", "certificate --json"),
        ("missing", "rows", "folder"),
        refuses=(("", "own.json, line 1: invalid JSON"),),
    ),
    "generate": Use(
        ("generate", "generate_many"),
        (
            f"{NEW} -o x.tsv -q",
            f"{SYMMETRIC} --start 1 --certificates proofs --json --seed 1",
            f"{TECHNIQUE} --distinct --to source --seed 1",
            "-n 4 -k 3 --seed 1 -o lines --resume",
            "-n 4 -k 2 --seed 1 --workers 1 --journal puzzles",
        ),
        (
            *("-n @", "-n 4 --technique @", "-n 4 -o nowhere@/x", "-n 4 -o four --resume"),
            "-n 4 --certificates nowhere@/x --seed 1",
        ),
        (("--seed 1", '{"schema":1,"family":"model",', ""),),
    ),
    "techniques": Use(
        (), ("--family sudoku", "-q"), ("--family @",), refuses=(("", "unrecognized arguments: "),)
    ),
}
