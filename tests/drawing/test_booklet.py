import builtins
import dataclasses
import doctest
import re
import string
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, LimitReached, PuzzleError, booklet
from fastfuto.drawing.design import Design
from fastfuto.drawing.instructions import EXAMPLES, instruction_pages
from fastfuto.drawing.layout import Entry, lay_out
from fastfuto.drawing.paper import MARGIN, PAPERS, Picture, Text
from fastfuto.drawing.pdf import load_faces
from fastfuto.drawing.sheet import sheets_of
from fastfuto.drawing.stars import STARS
from fastfuto.languages import LANGUAGES, language_named
from fastfuto.limits import Watch

from ..cases import some, thorough
from ..sources import document

FOLDER = Path(__file__).parents[2] / "examples"
NAMES = ("five.txt", "nine.txt", "kakuro.txt", "two_solutions.txt", "no_solution.txt", "twelve.txt")
FIVE = fastfuto.load(FOLDER / "five.txt")
MARKUP = "</title><script>alert(1)</script> & \" ' <b>"


@pytest.fixture(scope="module")
def puzzles():
    """Return puzzles of all families, and some without exactly one solution."""
    loaded = [fastfuto.load(FOLDER / name) for name in NAMES]
    made = [
        fastfuto.generate(9, family="sudoku", variant=variant, seed=0).puzzle
        for variant in (None, "jigsaw", "inequalities")
    ]
    return loaded + made + [fastfuto.LatinSquare(4), fastfuto.generate(25, level="easy", seed=0).puzzle]


@pytest.fixture(scope="module")
def sheets(puzzles):
    return sheets_of(puzzles, Watch(), "booklet")


def pages_of(sheets, **options):
    entries = [Entry(number, 0, "", sheet) for number, sheet in enumerate(sheets, 1)]
    return lay_out(entries, Design(**options))


def texts(page):
    return [item.text for item in page if isinstance(item, Text)]


def pictures(page):
    return [item for item in page if isinstance(item, Picture)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("answers", ["end", "foot", thorough("none")])
@pytest.mark.parametrize("per_page", some([1, 2, 3, 5, 4, 7, 12], 3))
def test_nothing_is_cut_and_nothing_overlaps(sheets, paper, answers, per_page):
    width, height = PAPERS[paper]
    title = "A title that is longer than the page is wide " * 4
    for page in pages_of(sheets, paper=paper, answers=answers, per_page=per_page, title=title):
        boxes = []
        for item in page:
            if isinstance(item, Picture):
                assert item.scale > 0
                boxes.append((item.x, item.y, item.x + item.width, item.y + item.height))
                continue
            long = 0.62 * item.size * len(item.text)
            left = item.x - {"start": 0, "middle": long / 2, "end": long}[item.anchor]
            assert left > MARGIN / 2
            assert left + long < width - MARGIN / 2
            assert MARGIN / 2 < item.y < height - MARGIN / 2
        for left, top, right, bottom in boxes:
            assert min(left, top) > MARGIN - 1
            assert right < width - MARGIN + 1
            assert bottom < height - MARGIN - 10
        for k, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[k + 1 :]:
                assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_each_puzzle_has_number_level_and_id(sheets):
    pages = pages_of(sheets, answers="none", title="Sheet")
    assert len(pages) == 3
    assert [len(pictures(page)) for page in pages] == [4, 4, 3]
    said = [text for page in pages for text in texts(page)]
    assert said.count("Sheet") == 3
    for number, sheet in enumerate(sheets, 1):
        assert sheet.id in said
        [line] = [text for text in said if text.startswith(f"{number}. ")]
        assert sheet.size in line
        assert sheet.level in line
    assert "5. Futoshiki 5 x 5, no solution" in said
    assert "10. Latin square 4 x 4, several solutions" in said
    assert any(line.startswith("4. ") and line.endswith(", several solutions") for line in said)


def test_answers_are_the_solutions(sheets):
    front = pages_of(sheets, answers="none")
    pages = pages_of(sheets, answers="end")[len(front) :]
    assert texts(pages[0])[0] == "Answers"
    shown = [item for page in pages for item in pictures(page)]
    answered = [sheet for sheet in sheets if sheet.solutions == "one"]
    assert len(shown) == len(answered)
    for picture, sheet in zip(shown, answered, strict=True):
        values = sorted(
            shape.text for shape in picture.scene.shapes if getattr(shape, "role", "") in ("number", "solved")
        )
        assert values == sorted(str(value) for value in sheet.solution.ravel().tolist() if value)
    said = [text for page in pages for text in texts(page)]
    assert "4: there are several solutions" in said
    assert "5: there is no solution" in said


def test_answers_at_the_foot_are_upside_down(sheets):
    for page in pages_of(sheets, answers="foot"):
        upright = [item for item in pictures(page) if not item.is_turned]
        turned = [item for item in pictures(page) if item.is_turned]
        assert turned
        assert max(item.y + item.height for item in upright) < min(item.y for item in turned)
        numbers = [item for item in page if isinstance(item, Text) and item.is_turned]
        assert len(numbers) == len(upright)
        # Whoever turns the page reads them from left to right, and down.
        assert numbers == sorted(numbers, key=lambda item: (-round(item.y), -item.x))


def test_strips_are_all_values_of_empty_cells(sheets):
    [[picture, *_]] = pages_of(sheets[:1], answers="none", strips=True)
    marks = "".join(shape.text for shape in picture.scene.shapes if shape.role == "candidate marks")
    blank = int((FIVE.clues == 0).sum())
    assert sorted(marks.replace("\u00a0", "")) == sorted("12345" * blank)
    [[picture, *_]] = pages_of(sheets[2:3], answers="none", strips=True)
    labels = [shape.text for shape in picture.scene.shapes if shape.role == "candidate marks"]
    white = sum(isinstance(entry, int) for row in sheets[2].puzzle.rows for entry in row)
    assert len(labels) == 3 * white


def test_large_print_is_large_or_refused(sheets):
    for page in pages_of(sheets[:2], answers="none", per_page=1, large_print=True):
        [picture] = pictures(page)
        sizes = [
            shape.size * picture.scale
            for shape in picture.scene.shapes
            if getattr(shape, "role", "") == "number"
        ]
        assert min(sizes, default=18) >= 18
        assert all(
            item.size == 18
            for item in page
            if isinstance(item, Text) and item.text != "1" and item.text != "2"
        )
    with pytest.raises(
        PuzzleError,
        match="puzzle 1: large print needs type of at least 18 points, but the digits or the caption of this 9 x 9",
    ):
        pages_of(sheets[1:2], answers="none", per_page=4, large_print=True)


def test_totals_are_large_in_large_print(sheets):
    [[picture, *_]] = pages_of(sheets[2:3], answers="none", per_page=1, large_print=True)
    assert (
        min(
            shape.size * picture.scale
            for shape in picture.scene.shapes
            if getattr(shape, "role", "") == "total"
        )
        >= 18
    )
    with pytest.raises(PuzzleError, match="this 9 x 8 grid would have"):
        pages_of(sheets[2:3], answers="none", per_page=2, large_print=True)


def test_a_page_without_answers_says_why(sheets):
    [page] = pages_of(sheets[3:5], answers="foot")
    turned = [item.text for item in page if isinstance(item, Text) and item.is_turned]
    assert turned == ["1: there are several solutions", "2: there is no solution"]


def test_answers_in_large_print_are_large(sheets):
    pages = pages_of(sheets[:2], per_page=1, large_print=True)[2:]
    for picture in (picture for page in pages for picture in pictures(page)):
        sizes = [
            shape.size * picture.scale
            for shape in picture.scene.shapes
            if getattr(shape, "role", "") == "solved"
        ]
        assert min(sizes) >= 18
    assert min(item.size for page in pages for item in page[:-1] if isinstance(item, Text)) >= 18


def test_a_booklet_as_html(puzzles, tmp_path):
    path = tmp_path / "book.html"
    booklet(puzzles, path, title=MARKUP, paper="Letter", answers="foot", strips=True)
    text = path.read_text(encoding="utf-8")
    assert text.count('<section class="page">') == 3
    assert "@page{size:612.0pt 792.0pt" in text
    assert "alert(1)</script>" not in text
    assert not re.search(r"<script|src=|href=", text)
    root = ElementTree.fromstring(text.split("\n", 1)[1].replace('<meta charset="utf-8">', ""))
    assert root.find("head/title").text == MARKUP
    assert len(root.findall(".//{http://www.w3.org/2000/svg}svg")) == 3


def test_a_booklet_as_pdf(puzzles, tmp_path):
    pytest.importorskip("reportlab")
    path = tmp_path / "book.pdf"
    booklet(puzzles, path, title="Übungen <b>", per_page=6)
    first = path.read_bytes()
    assert first.startswith(b"%PDF-")
    assert b"Helvetica" not in first
    assert b"BitstreamVeraSans" in first
    booklet(puzzles, path, title="Übungen <b>", per_page=6)
    assert path.read_bytes() == first
    with pytest.raises(ValueError, match="title: the font has no character '数'"):
        booklet(puzzles[:1], tmp_path / "other.pdf", title="数独")
    assert not (tmp_path / "other.pdf").exists()


def test_a_pdf_without_the_extra(monkeypatch, tmp_path):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("reportlab"):
            raise ImportError(name)
        return real(name, *rest)

    for name in [name for name in sys.modules if name.startswith("reportlab")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(
        ImportError, match=r"pip install 'fastfuto\[pdf\]'; an .html booklet does not need it"
    ):
        booklet(FIVE, tmp_path / "book.pdf")


@pytest.mark.parametrize(
    ("error", "options"),
    [
        (ValueError, {"per_page": 0}),
        (ValueError, {"per_page": 13}),
        (TypeError, {"per_page": 2.5}),
        (ValueError, {"answers": "back"}),
        (ValueError, {"answers": None}),
        (ValueError, {"paper": "B5"}),
        (TypeError, {"title": 3}),
        (LimitReached, {"timeout": 0}),
        (ValueError, {"timeout": -1}),
    ],
)
def test_options_out_of_range(error, options, tmp_path):
    path = tmp_path / "book.html"
    with pytest.raises(error, match=next(iter(options)).replace("timeout", "time")):
        booklet(FIVE, path, **options)
    assert not path.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"answers": "back"}, "answers must be end, foot or none, got 'back'"),
        ({"paper": "B5"}, "paper must be A4, A5, Letter or Legal, got 'B5'"),
        ({"per_page": 13}, "per_page must be 1 to 12, got 13"),
    ],
)
def test_errors_name_every_value_that_is_allowed(options, message, tmp_path):
    with pytest.raises(ValueError, match=f"^{message}$"):
        booklet(FIVE, tmp_path / "book.html", **options)


@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_the_time_limit_holds_for_pages(suffix, tmp_path):
    if suffix == ".pdf":
        pytest.importorskip("reportlab")
    path, seen = tmp_path / f"book{suffix}", []

    def report(progress):
        seen.append((progress.stage, progress.done, progress.total))
        if seen[-1] == ("pages", 2, 4):
            time.sleep(1)

    with pytest.raises(LimitReached, match="the booklet is not written") as caught:
        booklet([FIVE] * 3, path, per_page=1, timeout=1, progress=report)
    assert caught.value.found == 2
    assert seen == [("puzzles", k, 3) for k in range(3)] + [("pages", k, 4) for k in range(3)]
    assert not path.exists()


def test_what_cannot_be_printed(tmp_path):
    path = tmp_path / "book.html"
    with pytest.raises(ValueError, match=r"the name of a booklet must end with .pdf or .html, got "):
        booklet(FIVE, tmp_path / "book.txt")
    with pytest.raises(PuzzleError, match="a booklet needs at least one puzzle"):
        booklet([], path)
    with pytest.raises(
        PuzzleError,
        match="puzzle 1: a booklet can show grids of up to 25 x 25 cells, but this grid has 26 x 26",
    ):
        booklet(Futoshiki(np.zeros((26, 26), int)), path)
    asked = iter([FIVE, Futoshiki(np.zeros((26, 26), int)), FIVE])
    with pytest.raises(PuzzleError, match="puzzle 2: a booklet can show grids of up to 25 x 25"):
        booklet(asked, path)
    assert list(asked) == [FIVE], "nothing is made after the puzzle that cannot be printed"
    with pytest.raises(PuzzleError, match="not exact cover"):
        booklet(fastfuto.ExactCover([[0]]), path)
    assert not path.exists()


def made(n, k, level):
    return fastfuto.generate_many(k, n, level=level)


def lines_of(path):
    """Return the texts of each page of a booklet as HTML."""
    pages = path.read_text(encoding="utf-8").split('<section class="page">')[1:]
    return [re.findall(r"<text[^>]*>([^<]*)</text>", page) for page in pages]


def test_parts_begin_on_new_pages_and_are_numbered_through(tmp_path):
    path = tmp_path / "book.html"
    parts = {"Warm-up": made(4, 3, "easy"), "For experts": made(5, 2, "tricky")}
    booklet(parts, path, per_page=2, title="Mixed", answers="none")
    pages = lines_of(path)
    captions = [[line for line in page if " x " in line] for page in pages]
    assert captions == [
        ["1. Futoshiki 4 x 4, easy", "2. Futoshiki 4 x 4, easy"],
        ["3. Futoshiki 4 x 4, easy"],
        ["4. Futoshiki 5 x 5, tricky", "5. Futoshiki 5 x 5, tricky"],
    ]
    assert [page[:2] for page in pages] == [["Mixed", "Warm-up"]] * 2 + [["Mixed", "For experts"]]
    other = tmp_path / "other.html"
    booklet([made(4, 3, "easy"), made(5, 2, "tricky")], other, per_page=2, title="Mixed", answers="none")
    assert [page[1] for page in lines_of(other)] == [page[2] for page in pages]
    booklet(fastfuto.generate(4, level="easy"), other)
    assert "1. Futoshiki 4 x 4, easy" in lines_of(other)[0]


def test_captions_of_ones_own(sheets):
    [first, *_] = pages_of(sheets, caption="No. {number:02} ({id}): {family}, {level}!", answers="none")
    level, name = sheets[0].level, sheets[0].id
    assert f"No. 01 ({name}): Futoshiki, {level}!" in texts(first)
    assert name not in texts(first), "the id is told once"
    assert "No solution here" in texts(pages_of(sheets[4:5], caption="{level} here")[0])[0].capitalize()
    [page] = pages_of(sheets[:1], caption="", answers="none")
    assert texts(page) == ["", name, "1"]


@pytest.mark.parametrize(
    "caption",
    [
        *("{seed}", "{}", "{number", "{number.x}", "{0}", "{number!z}", "{level:d}", 5),
        *(
            "{number.__class__}",
            "{id.__class__.__mro__}",
            "{level[0]}",
            "{number!r}",
            "{id:{number}}",
            "{number:>1000000000}",
        ),
    ],
)
def test_captions_with_other_names_are_refused(caption, tmp_path):
    with pytest.raises((ValueError, TypeError), match=r"^caption"):
        booklet(FIVE, tmp_path / "book.html", caption=caption)


def test_stars_are_those_of_the_level(sheets):
    for page in pages_of(sheets, stars=True, answers="none", per_page=1):
        filled = [
            sum(shape.role == "member" for shape in item.scene.shapes)
            for item in pictures(page)
            if item.scene.family == "stars"
        ]
        [sheet] = [sheet for sheet in sheets if sheet.id in texts(page)]
        assert filled == ([STARS[sheet.level]] if sheet.level else [])
    assert STARS.keys() == set(fastfuto.logic.technique.get_args(fastfuto.logic.Level)) - {"recursive"}
    assert list(STARS.values()) == sorted(STARS.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_instructions_are_told_for_each_kind_of_puzzle(sheets, paper, language):
    tables = language_named(language)
    design = {
        "instructions": True,
        "stars": True,
        "paper": paper,
        "language": tables,
        "large_print": paper == "A4",
    }
    pages = instruction_pages(sheets, Design(**design))
    width, height = PAPERS[paper]
    said = " ".join(text for page in pages for text in texts(page))
    kinds = ["futoshiki", "futoshiki", "kakuro", "sudoku", "jigsaw", "inequalities", "latin_square"]
    for name in {name for kind in kinds for name in EXAMPLES[kind].sentences}:
        assert tables.rules[name] in said
    assert said.count(tables.booklet["begin"]) == len(set(kinds))
    assert said.count(tables.booklet["levels"]) == 1
    assert all(level in said for level in tables.levels.values())
    for page in pages:
        for item in page:
            if isinstance(item, Picture):
                assert item.x > MARGIN - item.scale
                assert item.x + item.width < width - MARGIN + item.scale
                assert item.y + item.height < height - MARGIN
            else:
                assert item.y < height - MARGIN
                assert not re.match("[0-9]+ x|x ", item.text)


@pytest.mark.parametrize("large_print", [False, True])
@pytest.mark.parametrize("language", ["en", "de"])
def test_lines_of_instructions_are_not_longer_than_the_page_is_wide(sheets, language, large_print):
    pdfmetrics = pytest.importorskip("reportlab.pdfbase.pdfmetrics")
    design = Design(instructions=True, stars=True, language=language_named(language), large_print=large_print)
    faces = load_faces(None, {})
    for paper, (width, _) in PAPERS.items():
        for page in instruction_pages(sheets, dataclasses.replace(design, paper=paper)):
            for item in page:
                if isinstance(item, Text):
                    long = pdfmetrics.stringWidth(
                        item.text, faces.bold if item.is_bold else faces.plain, item.size
                    )
                    assert item.x + long <= width - MARGIN + 1


def test_adjacent_puzzles_have_their_rule():
    puzzle = fastfuto.generate(4, variant="adjacent", level="easy", seed=1).puzzle
    [page] = instruction_pages(sheets_of([puzzle], Watch(), "booklet"), Design(instructions=True))
    assert "A bar is printed between two cells" in " ".join(texts(page))


def test_examples_of_the_rules_are_puzzles_with_one_solution():
    for example in EXAMPLES.values():
        assert fastfuto.is_unique(example.make())
        assert fastfuto.hint(example.make()).score <= 1.7


def test_a_booklet_in_another_language(tmp_path):
    path = tmp_path / "book.html"
    booklet([FIVE, fastfuto.load(FOLDER / "two_solutions.txt")], path, language="de", answers="foot")
    text = path.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    assert "<title>Rätsel</title>" in text
    assert "2. Futoshiki 4 x 4, mehrere Lösungen" in text
    assert "2: Es gibt mehrere Lösungen." in text
    with pytest.raises(ValueError, match=r"language must be 'en', 'de'.* or .*, got 'fr'"):
        booklet(FIVE, path, language="fr")


def test_a_font_of_ones_own(tmp_path):
    reportlab = pytest.importorskip("reportlab")
    font = Path(reportlab.__file__).parent / "fonts" / "VeraIt.ttf"
    booklet(FIVE, tmp_path / "book.html", font=font)
    text = (tmp_path / "book.html").read_text(encoding="utf-8")
    assert text.count("src:url(data:font/ttf;base64,") == 2
    booklet(FIVE, tmp_path / "book.pdf", font=font, title="Übung")
    data = (tmp_path / "book.pdf").read_bytes()
    assert b"BitstreamVeraSans-Oblique" in data
    assert b"BitstreamVeraSans-Bold" not in data
    booklet(FIVE, tmp_path / "again.pdf", font=str(font), title="Übung")
    assert (tmp_path / "again.pdf").read_bytes() == data


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"title": "Żółć"}, "title: the font has no character 'Ż'; choose a font that has it"),
        ({"caption": "Γρίφος {number}"}, "caption: the font has no character 'Γ'"),
        ({"title": "שלום"}, "title: a .pdf booklet cannot hold right-to-left characters such as 'ש'"),
        ({"language": "pl"}, "language 'pl': the font has no character"),
        ({"font": "no.ttf"}, "no.ttf is not a TrueType (.ttf) or OpenType (.otf) font"),
        ({"font": "short.ttf"}, "the font short.ttf cannot be embedded"),
        ({"font": "short.otf"}, "the font short.otf is damaged"),
        ({"bold_font": "no.ttf"}, "bold_font is used only for titles: pass font as well"),
    ],
)
def test_what_a_pdf_cannot_have(options, message, tmp_path, monkeypatch):
    pytest.importorskip("reportlab")
    pytest.importorskip("fontTools")
    monkeypatch.chdir(tmp_path)
    Path("no.ttf").write_bytes(b"<svg></svg>")
    Path("short.ttf").write_bytes(b"\x00\x01\x00\x00" + bytes(8))
    Path("short.otf").write_bytes(b"OTTO" + bytes(8))
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        booklet(FIVE, "book.pdf", **options)
    assert not Path("book.pdf").exists()


def test_a_heading_that_the_font_lacks(tmp_path):
    pytest.importorskip("reportlab")
    with pytest.raises(ValueError, match="heading: the font has no character '数'"):
        booklet({"数独": [FIVE]}, tmp_path / "book.pdf")
    with pytest.raises(TypeError, match="a heading must be a string, got int"):
        booklet({1: [FIVE]}, tmp_path / "book.html")


@pytest.mark.thorough
def test_outlines_of_postscript_are_converted(tmp_path):
    pytest.importorskip("reportlab")
    builder = pytest.importorskip("fontTools.fontBuilder")
    pens = pytest.importorskip("fontTools.pens.t2CharStringPen")
    characters = [*string.printable[:94], " "]
    names = [".notdef", *(f"c{ord(each)}" for each in characters)]
    font = builder.FontBuilder(1000, isTTF=False)
    font.setupGlyphOrder(names)
    font.setupCharacterMap({ord(each): f"c{ord(each)}" for each in characters})
    outlines = {}
    for name in names:
        pen = pens.T2CharStringPen(600, None)
        pen.moveTo((100, 0))
        pen.curveTo((100, 400), (300, 700), (500, 700))
        pen.lineTo((500, 0))
        pen.closePath()
        outlines[name] = pen.getCharString()
    font.setupCFF("Round", {}, outlines, {})
    font.setupHorizontalMetrics(dict.fromkeys(names, (600, 100)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Round", "styleName": "Regular", "psName": "Round"})
    font.setupOS2()
    font.setupPost()
    font.save(tmp_path / "round.otf")
    booklet(FIVE, tmp_path / "book.pdf", font=tmp_path / "round.otf", title="Round")
    data = (tmp_path / "book.pdf").read_bytes()
    assert b"+Round" in data
    assert b"/FontFile2" in data
    booklet(FIVE, tmp_path / "again.pdf", font=tmp_path / "round.otf", title="Round")
    assert (tmp_path / "again.pdf").read_bytes() == data
    with pytest.raises(ValueError, match="title: the font has no character 'é'"):
        booklet(FIVE, tmp_path / "book.pdf", font=tmp_path / "round.otf", title="Café")


def test_the_document_is_true():
    path = document("docs/how-to/booklets.md")
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8") == (0, 9)
