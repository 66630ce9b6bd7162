"""The compiled toy technique is needed, its steps can be verified, and its text is found."""

import fastfuto

made = fastfuto.generate(6, technique="w-wing", score=6.8, seed=1)
assert made.grade.hardest == "w-wing"
explanation = fastfuto.explain(made.puzzle)
for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
    assert step.verify(made.puzzle, candidates), step
assert any("one of the two places" in step.text() for step in explanation.steps)
