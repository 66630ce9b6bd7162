"""The documentation names what there is: every public name, and one version."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import fastfuto
import fastfuto.reference

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference" / "index.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_reference_has_every_public_name():
    listed = re.findall(r"^   ([\w.]+)$", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE)
    # The name of the verb is that of its room, too.
    assert {"tasks.tasks" if name == "tasks" else name for name in fastfuto.__all__} - {"__version__"} <= set(
        listed
    )
    assert set(fastfuto.reference.__all__) - {"Grid"} <= set(listed)


def test_the_version_is_the_same_everywhere():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, date = re.findall(r"^## \[([0-9.]+)\] - ([0-9-]+)$", changes, re.MULTILINE)[0]
    project = PROJECT["project"]
    assert version == project["version"]
    assert f"\nversion: {version}\n" in citation
    assert f"\ndate-released: {date}\n" in citation
    assert f"\n[{version}]: {project['urls']['Homepage']}/compare/" in changes


def test_results_are_drawn_when_the_site_is_built():
    assert not list((ROOT / "bench" / "results").glob("*.svg"))
    notebooks = list((ROOT / "examples").glob("*.ipynb"))
    assert notebooks
    for path in notebooks:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert not cell.get("outputs"), path


def test_generated_files_are_marked():
    text = (ROOT / ".gitattributes").read_text(encoding="utf-8")
    marked = re.findall(r"^# python (?:-m )?(\S+).*\n/(\S+) linguist-generated\b", text, re.MULTILINE)
    assert {Path(pattern).name for _, pattern in marked} >= {"tables.json", "engine.wasm", "work.tsv"}
    for program, pattern in marked:
        assert (ROOT / program).exists() or (ROOT / program.replace(".", "/")).with_suffix(".py").exists()
        assert list(ROOT.glob(pattern)), pattern


@pytest.mark.parametrize("name", ["test", "dev"])
def test_groups_are_the_extras(name):
    assert PROJECT["dependency-groups"][name] == [f"fastfuto[{name}]"]
    assert name in PROJECT["project"]["optional-dependencies"]


# The README ----------------------------------------------------------------------------------------------------


def test_the_readme_is_short_and_true():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 90
    n_formats, n_detected = map(
        int, re.search(r"([0-9]+) text formats, of which ([0-9]+) are", text).groups()
    )
    assert n_formats == len(fastfuto.formats.NAMES)
    assert n_detected == sum(codec.detected for codec in fastfuto.formats.CODECS.values())
    for link in re.findall(r"\]\(([\w./-]+)\)", text):
        assert (ROOT / link).exists(), link
    # The tables of functions and commands.
    from fastfuto.cli.dispatch import COMMANDS

    rows = [row.split("|")[2:4] for row in text.splitlines() if row.startswith("| ") and "](docs" in row]
    assert len(rows) > 10
    assert {name for row, _ in rows for name in re.findall(r"`(\w+)`", row)} <= set(fastfuto.__all__)
    assert {name for _, row in rows for name in re.findall(r"`(\w+)`", row)} <= set(COMMANDS)
