# The guard of an engine. A method that works on the engine takes the guard and releases it at the end. Taking the guard
# is one atomic exchange, so one of two threads is refused even in an interpreter without a global lock.

cdef extern from "common/guard.h" nogil:
    ctypedef char guard_t
    bint guard_take(guard_t *guard)
    void guard_drop(guard_t *guard)


cdef inline int enter(guard_t *guard, str what) except -1:
    # Take the guard, or raise RuntimeError if another thread has it.
    if not guard_take(guard):
        raise RuntimeError(f"{what} in another thread")
    return 0
