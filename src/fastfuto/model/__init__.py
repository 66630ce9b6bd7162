"""The flat description that engines take: models, skeletons, and exact covers as options."""

from .arrays import (
    MAX_VALUES,
    IntArray,
    Packed,
    UintArray,
    frozen,
    mask_words,
    packed,
    single_value_masks,
    unpacked,
    value_masks,
)
from .checks import is_misread, refuse_masked, whole_within
from .model import NO_INEQUALITIES, NO_SUMS, Model, Sums
from .options import MAX_MEMBERSHIPS, CandidateOptions, Options
from .skeleton import MAX_CELLS, Skeleton, latin_skeleton, permutation_skeleton
from .solvable import Solvable

__all__ = [
    "MAX_CELLS",
    "MAX_MEMBERSHIPS",
    "MAX_VALUES",
    "NO_INEQUALITIES",
    "NO_SUMS",
    "CandidateOptions",
    "IntArray",
    "Model",
    "Options",
    "Packed",
    "Skeleton",
    "Solvable",
    "Sums",
    "UintArray",
    "frozen",
    "is_misread",
    "latin_skeleton",
    "mask_words",
    "packed",
    "permutation_skeleton",
    "refuse_masked",
    "single_value_masks",
    "unpacked",
    "value_masks",
    "whole_within",
]
