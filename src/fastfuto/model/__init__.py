"""The flat description of puzzles for engines: models, skeletons, and exact covers as options."""

from .arrays import (
    MAX_VALUES,
    IntArray,
    Packed,
    UintArray,
    frozen,
    is_outside,
    mask_bits,
    mask_words,
    packed,
    single_value_masks,
    unpacked,
    value_masks,
)
from .checks import array_of, is_misread, refuse_masked, whole_within
from .model import NO_INEQUALITIES, NO_SUMS, Model, Sums
from .options import MAX_MEMBERSHIPS, CandidateOptions, Options
from .relations import NO_RELATIONS, Relations, allowed_masks
from .skeleton import MAX_CELLS, Skeleton, latin_skeleton, permutation_skeleton
from .solvable import Solvable, not_solvable, puzzle_of

__all__ = [
    "MAX_CELLS",
    "MAX_MEMBERSHIPS",
    "MAX_VALUES",
    "NO_INEQUALITIES",
    "NO_RELATIONS",
    "NO_SUMS",
    "CandidateOptions",
    "IntArray",
    "Model",
    "Options",
    "Packed",
    "Relations",
    "Skeleton",
    "Solvable",
    "Sums",
    "UintArray",
    "allowed_masks",
    "array_of",
    "frozen",
    "is_misread",
    "is_outside",
    "latin_skeleton",
    "mask_bits",
    "mask_words",
    "not_solvable",
    "packed",
    "permutation_skeleton",
    "puzzle_of",
    "refuse_masked",
    "single_value_masks",
    "unpacked",
    "value_masks",
    "whole_within",
]
