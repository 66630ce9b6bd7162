/* The layouts in registers of BITS bits; 64 are single words.
 *
 * Few functions differ between kinds of registers, because the operators of C work on all of them. A row of a word is a
 * field of 8, 10 or 16 bits. */
#include <stdlib.h>
#include <string.h>

#include "lanes/lanes.h"

#if defined(_MSC_VER) && !defined(__clang__)
#define INLINE static __forceinline
#else
#define INLINE static inline __attribute__((always_inline, unused))
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLLED _Pragma("GCC unroll 4")
#else
#define UNROLLED
#endif
#define JOIN_(a, b, c) a##_##b##_##c
#define JOIN(a, b, c) JOIN_(a, b, c)

#if BITS > 64
#define BYTES (BITS / 8)
#define ALIGNED __attribute__((aligned(64)))
typedef uint8_t rows_8 __attribute__((vector_size(BYTES), may_alias));
typedef uint16_t rows_16 __attribute__((vector_size(BYTES), may_alias));
typedef uint32_t vector_32 __attribute__((vector_size(BYTES), may_alias));
typedef uint64_t vector_64 __attribute__((vector_size(BYTES), may_alias));
#else
#define ALIGNED
typedef uint32_t vector_32;
typedef uint64_t vector_64;
#endif

/* The minimum of each two rows, the only operation that GCC does not offer as an operator. */
#if BITS == 512
#include <immintrin.h>
INLINE rows_8 least_8(rows_8 a, rows_8 b) { return (rows_8)_mm512_min_epu8((__m512i)a, (__m512i)b); }
INLINE rows_16 least_16(rows_16 a, rows_16 b) { return (rows_16)_mm512_min_epu16((__m512i)a, (__m512i)b); }
#elif BITS == 256
#include <immintrin.h>
INLINE rows_8 least_8(rows_8 a, rows_8 b) { return (rows_8)_mm256_min_epu8((__m256i)a, (__m256i)b); }
INLINE rows_16 least_16(rows_16 a, rows_16 b) { return (rows_16)_mm256_min_epu16((__m256i)a, (__m256i)b); }
#elif BITS == 128 && defined(__SSE4_1__)
#include <smmintrin.h>
INLINE rows_8 least_8(rows_8 a, rows_8 b) { return (rows_8)_mm_min_epu8((__m128i)a, (__m128i)b); }
INLINE rows_16 least_16(rows_16 a, rows_16 b) { return (rows_16)_mm_min_epu16((__m128i)a, (__m128i)b); }
#elif BITS == 128
INLINE rows_8 least_8(rows_8 a, rows_8 b) { rows_8 is = (rows_8)(a < b); return (a & is) | (b & ~is); }
INLINE rows_16 least_16(rows_16 a, rows_16 b) { rows_16 is = (rows_16)(a < b); return (a & is) | (b & ~is); }
#endif

/* Words with their bits rotated left. Without an instruction for rotation, moving bytes takes one instruction. */
#if BITS == 128 || BITS == 256
#if BITS == 128
#define EACH(move) move(0), move(8)
#else
#define EACH(move) move(0), move(8), move(16), move(24)
#endif
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#define MOVED(x, bits, size, move) ((x) << (bits) | (x) >> ((size) - (bits)))
#elif defined(__clang__) || __GNUC__ >= 12
#define MOVED(x, bits, size, move) __builtin_shufflevector((rows_8)(x), (rows_8)(x), EACH(move))
#else
#define MOVED(x, bits, size, move) __builtin_shuffle((rows_8)(x), (rows_8){EACH(move)})
#endif
#else
#define MOVED(x, bits, size, move) ((x) << (bits) | (x) >> ((size) - (bits)))
#endif
#define ONE_OF_8(b) b + 7, b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6
#define TWO_OF_8(b) b + 6, b + 7, b, b + 1, b + 2, b + 3, b + 4, b + 5
#define FOUR_OF_8(b) b + 4, b + 5, b + 6, b + 7, b, b + 1, b + 2, b + 3
#define ONE_OF_4(b) b + 3, b, b + 1, b + 2, b + 7, b + 4, b + 5, b + 6
#define TWO_OF_4(b) b + 2, b + 3, b, b + 1, b + 6, b + 7, b + 4, b + 5
INLINE vector_32 turned_32_8(vector_32 x) { return (vector_32)MOVED(x, 8, 32, ONE_OF_4); }
INLINE vector_32 turned_32_16(vector_32 x) { return (vector_32)MOVED(x, 16, 32, TWO_OF_4); }
INLINE vector_64 turned_64_8(vector_64 x) { return (vector_64)MOVED(x, 8, 64, ONE_OF_8); }
INLINE vector_64 turned_64_16(vector_64 x) { return (vector_64)MOVED(x, 16, 64, TWO_OF_8); }
INLINE vector_64 turned_64_32(vector_64 x) { return (vector_64)MOVED(x, 32, 64, FOUR_OF_8); }
#undef MOVED
#undef EACH
#undef ONE_OF_8
#undef TWO_OF_8
#undef FOUR_OF_8
#undef ONE_OF_4
#undef TWO_OF_4

#include "lanes/sets.h"

/* n <= 4: four rows of 8 bits. */
#define LAYOUT 4
#define WORD_BITS 32
#define ROW 8
#define ROWS 4
#define WORDS 1
#include "lanes/layout.h"

/* n <= 8: eight rows of 8 bits. */
#define LAYOUT 8
#define WORD_BITS 64
#define ROW 8
#define ROWS 8
#define WORDS 1
#include "lanes/layout.h"

/* n = 9: three rows of 10 bits, the highest of which stays free. */
#define LAYOUT 9
#define WORD_BITS 32
#define ROW 10
#define ROWS 3
#define WORDS 3
#include "lanes/layout.h"

/* n <= 12: three words of four rows of 16 bits. */
#define LAYOUT 12
#define WORD_BITS 64
#define ROW 16
#define ROWS 4
#define WORDS 3
#include "lanes/layout.h"

/* n <= 16: four words of four rows of 16 bits. */
#define LAYOUT 16
#define WORD_BITS 64
#define ROW 16
#define ROWS 4
#define WORDS 4
#include "lanes/layout.h"

lanes_core *JOIN(lanes, create, BITS)(int32_t n) {
    if (n <= 4) return JOIN(create, 4, BITS)(n);
    if (n <= 8) return JOIN(create, 8, BITS)(n);
    if (n == 9) return JOIN(create, 9, BITS)(n);
    if (n <= 12) return JOIN(create, 12, BITS)(n);
    return JOIN(create, 16, BITS)(n);
}
