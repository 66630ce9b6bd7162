"""A technique that only has words is described in texts, drawings and pages."""

import sys

import fastfuto

step = fastfuto.Step("toy pair", 5.5, removed=(((0, 1), (2,)),), cells=((0, 0), (1, 1)), lines=(("row", 0),))
assert step.text(1) == "Look at row 1 for a toy pair."
assert step.text() == "r1c1 and r2c2 play together in row 1, and for that r1c2 is not 2."
assert fastfuto.Step.from_json(step.to_json()) == step
assert fastfuto.TECHNIQUES["toy pair"].level == "hard"

drawing = fastfuto.draw(fastfuto.Futoshiki([[0] * 3] * 3), step=step)
assert "strike" in drawing.svg
assert drawing.text.endswith(step.text() + "\n")
page = sys.modules["fastfuto.drawing.page"]
assert page.phrases()["techniques"]["toy pair"] == "a toy pair"
assert page.phrases()["phrases"]["toy pair"]["premise"] == ("{cells} play together in {line}",)
