# The guard of an engine: a method that works on it takes the guard, and drops it in the end. Taking is one atomic
# exchange, so of two threads one is refused even where there is no lock of the interpreter that keeps them apart.

cdef extern from "common/guard.h" nogil:
    ctypedef char guard_t
    bint guard_take(guard_t *guard)
    void guard_drop(guard_t *guard)


cdef inline int enter(guard_t *guard, str what) except -1:
    # Take the guard, or refuse the call.
    if not guard_take(guard):
        raise RuntimeError(f"{what} in another thread")
    return 0
