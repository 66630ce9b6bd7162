# Compiled modules cimport the class of cython/lanes/lanes.pyx from here, where Cython looks for it by the module's full
# name.
from libc.stdint cimport int32_t, int64_t

from common.guard cimport guard_t
from lanes.core cimport lanes_core


cdef class Lanes:
    cdef lanes_core *core
    cdef object arrays              # which the core works on
    cdef guard_t guard
    cdef readonly int32_t width     #: bits of the registers that are used

    @staticmethod
    cdef lanes_core *create(int32_t n, int64_t limit) noexcept nogil
