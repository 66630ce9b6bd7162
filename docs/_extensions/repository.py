"""Links from the pages to other files of the repository, and pages that show such files.

A link that leaves the folder of the documentation leads to the page that shows the file, if there is one, and otherwise
to the file in the repository. A file that does not exist is a warning. The tables of contents are made from the links
of the pages: each section of the first page becomes a part of the menu, and each README lists the pages of its folder.
"""

import os
import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

ROOT = Path(__file__).parents[2]
REPOSITORY = "https://github.com/fastfuto/fastfuto"
SHOWN = {
    **{
        path.relative_to(ROOT).as_posix(): f"repository/{path.stem.lower()}.md"
        for folder, pattern in (("", "[ACS]*.md"), ("bench/results", "*.md"))
        for path in (ROOT / folder).glob(pattern)
    },
    **{f"examples/{path.name}": f"examples/{path.name}" for path in ROOT.glob("examples/*.ipynb")},
}
"""Files of the repository, and the pages that show them."""
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^][]|\[[^][]*\])*)\]\(([^)\s:#]+)(#[^)\s]*)?\)")
BESIDE = re.compile(r"\]\(((?:\.\./repository/)?[\w-]+)\.md[)#]")
PAGES = re.compile(r"\]\(([\w/-]+)\.(?:md|ipynb)[)#]")
TREE = "\n```{{toctree}}\n:hidden:\n{}\n\n{}\n```\n"

logger = logging.getLogger(__name__)


def rewrite(app: Sphinx, docname: str, source: list[str]) -> None:
    """Lead the links of a page where they should go, and add its table of contents."""
    page = Path(app.env.doc2path(docname))
    if page.suffix == ".rst":
        return
    origin = next((ROOT / name for name, shown in SHOWN.items() if docname == shown.partition(".")[0]), page)

    def link(found: re.Match[str]) -> str:
        is_picture, label, target, anchor = found[1], found[2], found[3], found[4] or ""
        path = (origin.parent / target).resolve()
        if not path.exists():
            logger.warning("no such file: %s", target, location=docname)
        name = path.relative_to(ROOT).as_posix() + "/" * path.is_dir()
        if name in SHOWN or name.startswith("docs/") or is_picture:
            path = Path(app.srcdir, SHOWN[name]) if name in SHOWN else path
            target = Path(os.path.relpath(path, page.parent)).as_posix()
        else:
            target = f"{REPOSITORY}/{'tree' if path.is_dir() else 'blob'}/main/{name}"
        return f"{is_picture}[{label}]({target}{anchor})"

    parts, end = [], 0
    for block in FENCED.finditer(source[0]):
        parts += [LINK.sub(link, source[0][end : block.start()]), block[0]]
        end = block.end()
    text = "".join([*parts, LINK.sub(link, source[0][end:])])
    if page.stem == "README":
        text += TREE.format("", "\n".join(dict.fromkeys(BESIDE.findall(text))))
    if docname == "index":
        _, *sections = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
        for caption, section in zip(sections[::2], sections[1::2], strict=True):
            text += TREE.format(f":caption: {caption}", "\n".join(dict.fromkeys(PAGES.findall(section))))
    source[0] = text


def copy_files(app: Sphinx) -> None:
    """Bring the files that are shown, and the puzzles that notebooks load, to where Sphinx finds them."""
    copied = {ROOT / name: Path(app.srcdir, shown) for name, shown in SHOWN.items()}
    copied |= {
        path: Path(app.srcdir, "examples", path.name)
        for path in ROOT.glob("examples/*")
        if path.suffix in (".json", ".lines", ".txt")
    }
    for path, copy in copied.items():
        copy.parent.mkdir(exist_ok=True)
        if not (copy.exists() and copy.read_bytes() == path.read_bytes()):
            copy.write_bytes(path.read_bytes())


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what to call."""
    app.connect("builder-inited", copy_files)
    app.connect("source-read", rewrite)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
