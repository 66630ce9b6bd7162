"""Settings of the documentation site; docs/building.md describes the build."""

import sys
from pathlib import Path

from numpydoc.xref import DEFAULT_LINKS

import fastfuto

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "fastfuto"
author = "The fastfuto developers"
copyright = f"2026, {author}"
version = release = fastfuto.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_nb",
    "repository",
    "plots",
    "techniques",
    "commands",
    "playing",
]
exclude_patterns = ["_build", "_extensions", "_templates"]
templates_path = ["_templates"]
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"numpy\..*"),  # The site is built without a network, so names of NumPy are not linked.
    ("py:obj", r"fastfuto\.(engines|puzzles\.families)"),  # Rooms of the house, which are not public.
    ("py:class", r"integer -- return .*"),  # The methods of tuples have no types in their docstrings.
    ("py:obj", r"status|seconds|peak_bytes"),  # Attributes, which stand in the table of their own class.
]
default_role = "autolink"

# Pages in Markdown. A heading of the first three levels can be linked.
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_merge_streams = True

# Reference from docstrings. Types stand under "Parameters", so signatures are shown without them.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_aliases = {name: name for name in DEFAULT_LINKS} | {
    name: f"fastfuto.{name}" for name in fastfuto.__all__ if name[0].isupper() and name != "TECHNIQUES"
}
numpydoc_xref_ignore = "all"

html_theme = "furo"
html_title = f"fastfuto {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
