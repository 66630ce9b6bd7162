/* A flag that one thread at a time can hold, with or without the interpreter's lock. */
#ifndef FASTFUTO_GUARD_H
#define FASTFUTO_GUARD_H

typedef volatile char guard_t;  /* 1 while it is held, otherwise 0 */

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define guard_take(guard) (_InterlockedExchange8((guard), 1) == 0)
#define guard_drop(guard) ((void) _InterlockedExchange8((guard), 0))
#else
#define guard_take(guard) (__atomic_exchange_n((guard), 1, __ATOMIC_ACQUIRE) == 0)
#define guard_drop(guard) __atomic_store_n((guard), 0, __ATOMIC_RELEASE)
#endif

#endif
