"""The toys are not tests of this project; they become part of a copy."""

collect_ignore = ["toys"]
