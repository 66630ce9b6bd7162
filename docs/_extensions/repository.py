"""Links from the pages to other files of the repository, and pages whose text is such a file.

A link of a page that leaves the folder of the documentation leads to the page that shows the file, if there is one, and
otherwise to the file in the repository. A file that does not exist is a warning. The page README of a folder lists the
others, in the order in which it links them.
"""

import os
import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

ROOT = Path(__file__).parents[2]
REPOSITORY = "https://github.com/fastfuto/fastfuto"
REPORTS = (
    "foundation",
    "large",
    "large-fresh-7",
    "large-fresh-8",
    "hard-fresh-20261125",
    "counting",
    "siblings",
    "generation",
    "distributions",
    "logic",
    "client",
    "text",
)
SHOWN = {
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "bench/results/": "benchmarks/index.md",
    **{f"bench/results/{name}.md": f"benchmarks/{name}.md" for name in REPORTS},
    **{f"examples/{path.name}": f"examples/{path.name}" for path in ROOT.glob("examples/*.ipynb")},
}
"""Files of the repository, and the pages that show them."""
INCLUDED = re.compile(r"^```\{include\} (\S+)\n```$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^][]|\[[^][]*\])*)\]\(([^)\s:#]+)(#[^)\s]*)?\)")
BESIDE = re.compile(r"\]\(([\w-]+)\.md[)#]")

logger = logging.getLogger(__name__)


def rewrite(app: Sphinx, docname: str, source: list[str]) -> None:
    """Insert the files that a page consists of, and lead its links where they should go."""
    page = Path(app.env.doc2path(docname))
    if page.suffix == ".rst":
        return
    base = ROOT / "examples" if page.suffix == ".ipynb" else page.parent

    def include(found: re.Match[str]) -> str:
        path = (page.parent / found[1]).resolve()
        app.env.note_dependency(str(path))
        return with_links(path.read_text(encoding="utf-8"), path.parent)

    def with_links(text: str, base: Path) -> str:
        parts, end = [], 0
        for block in FENCED.finditer(text):
            parts += [LINK.sub(lambda found: link(found, base), text[end : block.start()]), block[0]]
            end = block.end()
        return "".join([*parts, LINK.sub(lambda found: link(found, base), text[end:])])

    def link(found: re.Match[str], base: Path) -> str:
        is_picture, label, target, anchor = found[1], found[2], found[3], found[4] or ""
        path = (base / target).resolve()
        if not path.exists():
            logger.warning("no such file: %s", target, location=docname)
        name = path.relative_to(ROOT).as_posix() + "/" * path.is_dir()
        if name in SHOWN or name.startswith("docs/") or is_picture:
            path = Path(app.srcdir, SHOWN[name]) if name in SHOWN else path
            target = Path(os.path.relpath(path, page.parent)).as_posix()
        else:
            target = f"{REPOSITORY}/{'tree' if path.is_dir() else 'blob'}/main/{name}"
        return f"{is_picture}[{label}]({target}{anchor})"

    text = INCLUDED.sub(include, with_links(source[0], base))
    if page.stem == "README":
        listed = dict.fromkeys(BESIDE.findall(text))
        text += "\n".join(["", "```{toctree}", ":hidden:", "", *listed, "```", ""])
    source[0] = text


def copy_notebooks(app: Sphinx) -> None:
    """Bring the notebooks of the examples, and the puzzles that they load, to where Sphinx finds them."""
    folder = Path(app.srcdir, "examples")
    folder.mkdir(exist_ok=True)
    for path in ROOT.glob("examples/*"):
        copy = folder / path.name
        if path.suffix in (".ipynb", ".json", ".lines", ".txt") and not (
            copy.exists() and copy.read_bytes() == path.read_bytes()
        ):
            copy.write_bytes(path.read_bytes())


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what to call."""
    app.connect("builder-inited", copy_notebooks)
    app.connect("source-read", rewrite)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
