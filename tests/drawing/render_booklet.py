"""Print booklets and look at the pages: ``python render_booklet.py [FOLDER]``.

It needs reportlab and fonttools, pdftoppm, pdftotext and pdffonts of Poppler, Chromium, and the fonts DejaVu of Debian.
Pages go to FOLDER as pictures.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import fastfuto
from fastfuto.languages import LANGUAGES, language_named

FONTS = Path("/usr/share/fonts/truetype/dejavu")
DOTS = 60
"""Dots in an inch."""
EDGE = 0.3
"""Inches of each edge of the paper that printers leave white."""


def look_at(path, paper, folder):
    """Render a booklet; nothing may lie in the edges of its pages, and none may be empty."""
    subprocess.run(["pdftoppm", "-gray", "-r", str(DOTS), path, folder / path.stem], check=True)
    width, height = {"A4": (8.27, 11.69), "Letter": (8.5, 11)}[paper]
    pages = sorted(folder.glob(f"{path.stem}-*.pgm"))
    edge = round(EDGE * DOTS)
    for page in pages:
        _, size, _, pixels = page.read_bytes().split(b"\n", 3)
        columns, rows = map(int, size.split())
        assert abs(columns - width * DOTS) < 2, (page, columns)
        assert abs(rows - height * DOTS) < 2, (page, rows)
        dots = np.frombuffer(pixels, np.uint8).reshape(rows, columns)
        inner = dots[edge:-edge, edge:-edge]
        assert inner.min() < 128, page
        assert (dots == 255).sum() - (inner == 255).sum() == dots.size - inner.size, page
    return len(pages)


def text_of(path):
    return subprocess.run(
        ["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True
    ).stdout


def fonts_of(path):
    """Return what pdffonts says of each font: its name, and whether it is embedded."""
    said = subprocess.run(["pdffonts", path], check=True, capture_output=True, text=True).stdout
    return [(line.split()[0], line.split()[-5]) for line in said.splitlines()[2:]]


def print_html(path):
    """Print a booklet as HTML to a PDF beside it, as a browser does."""
    printed = path.with_name(f"{path.stem}-printed.pdf")
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    subprocess.run([*command, f"--print-to-pdf={printed}", path.as_uri()], check=True, capture_output=True)
    return printed


def print_mixed(folder):
    """Print a booklet of several parts in each language, with rules, stars and fonts from files, in both formats."""
    for language in LANGUAGES:
        tables = language_named(language)
        for title in ("Żółta łamigłówka", "Γρίφοι για όλους"):
            options = {"title": title, "language": language, "stars": True, "instructions": True}
            options |= {"font": FONTS / "DejaVuSans.ttf", "bold_font": FONTS / "DejaVuSans-Bold.ttf"}
            counts = []
            for suffix in (".pdf", ".html"):
                path = folder / f"mixed-{language}-{'greek' if title[0] == 'Γ' else 'polish'}{suffix}"
                parts = {
                    "One": fastfuto.generate_many(10, 5, level="easy"),
                    "Two": fastfuto.generate_many(10, 9, level="hard"),
                    "Three": fastfuto.generate_many(2, (6, 6), family="kakuro"),
                }
                fastfuto.booklet(parts, path, **options)
                printed = print_html(path) if suffix == ".html" else path
                text = " ".join(text_of(printed).split())
                assert title in text
                for said in (
                    *(tables.booklet[key] for key in ("begin", "levels", "answers")),
                    "20. Futoshiki 9 x 9",
                ):
                    assert said in text, (printed, said)
                found = fonts_of(printed)
                assert found
                assert all("DejaVu" in name and is_embedded == "yes" for name, is_embedded in found), found
                counts.append(look_at(printed, "A4", folder))
            assert counts[0] == counts[1], counts
    print(
        "booklets of several parts have the same pages as PDF and HTML, in every language and with fonts from files"
    )


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as scratch:
        folder = folder or Path(scratch)
        tricky = [made.puzzle for made in fastfuto.generate_many(100, 9, level="tricky")]
        path = folder / "hundred.pdf"
        times = []
        for _ in range(3):
            begun = time.process_time()
            fastfuto.booklet(tricky, path, title="A hundred puzzles")
            times.append(time.process_time() - begun)
        assert min(times) < 2, times
        print(f"100 puzzles of 9 x 9 with answers: {min(times):.2f} s of processor time")
        text = text_of(path)
        assert text.count("\f") == look_at(path, "A4", folder)
        assert all(f"{number}. Futoshiki 9 x 9, tricky" in text for number in range(1, 101))
        rows = [line.split() for line in text.split("Answers", 1)[1].splitlines()]
        solution = fastfuto.solve(tricky[0]).grid.tolist()
        assert any(row[:9] == list(map(str, solution[0])) for row in rows)
        fonts = fonts_of(path)
        assert fonts
        assert all("BitstreamVera" in name for name, _ in fonts), fonts
        sizes = [fastfuto.generate(n, level="easy").puzzle for n in (3, 5, 7, 9, 12, 16, 25)]
        sudoku = [
            fastfuto.generate(9, family="sudoku", variant=name).puzzle
            for name in (None, "jigsaw", "inequalities")
        ]
        kakuro = fastfuto.load(Path(__file__).parents[2] / "examples" / "kakuro.txt")
        for paper in ("A4", "Letter"):
            for answers in ("end", "foot"):
                for per_page in (1, 4, 12):
                    for strips in (False, True):
                        path = folder / f"{paper}-{answers}-{per_page}-{'strips' if strips else 'plain'}.pdf"
                        options = {"per_page": per_page, "answers": answers, "paper": paper, "strips": strips}
                        fastfuto.booklet([*sizes, *sudoku, kakuro], path, title="Übungen <b>", **options)
                        assert look_at(path, paper, folder) == text_of(path).count("\f")
                        assert "Übungen <b>" in text_of(path)
        print("nothing is cut on A4 and Letter, and the text can be selected")
        print_mixed(folder)


if __name__ == "__main__":
    sys.exit(main())
