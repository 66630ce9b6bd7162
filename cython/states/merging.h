/* Keys of merged states, of which 16 are computed together: byte k of a vector belongs to state k. Row k of the states
 * is a vector with bit c for column c. Without vectors of GCC and Clang, states are processed singly.
 */
#ifndef FASTFUTO_STATES_MERGING_H
#define FASTFUTO_STATES_MERGING_H

#include <stdint.h>

/* The largest order, and the most watched cells, for which keys of the largest order have room. */
enum { FASTFUTO_LINES = 8, FASTFUTO_MOST_WATCHED = 15 };

typedef struct {
    int n_watched; /* 0 if states are not merged */
    uint8_t watched[FASTFUTO_MOST_WATCHED][2]; /* row and column of cells of inequalities */
    uint8_t lines[FASTFUTO_MOST_WATCHED][2]; /* the rows and the columns of their inequalities */
    uint8_t given[FASTFUTO_LINES + 1][2]; /* (values placed) the rows and columns of numbers that are not placed yet */
} Merging;

#if defined(_MSC_VER) && !defined(__clang__)
#define STATES 1
#define UNROLLED
typedef uint8_t Bytes, Words;
#define IF(condition) ((Bytes) - (condition))
#define MERGE_INLINE static __forceinline
#else
#define STATES 16
#define UNROLLED _Pragma("GCC unroll 8")
typedef uint8_t Bytes __attribute__((vector_size(STATES), may_alias));
typedef uint64_t Words __attribute__((vector_size(STATES), may_alias));
#define IF(condition) ((Bytes)(condition))
#define MERGE_INLINE static inline __attribute__((always_inline))
#endif

/* Bytes with their bits moved. Processors shift words, not bytes, so bits of other bytes come in at the end. */
#define LEFT(x, bits) ((Bytes)((Words)(x) << (bits)))
#define RIGHT(x, bits) ((Bytes)((Words)(x) >> (bits)))

/* Sort the free lines by their cells among `places`. */
MERGE_INLINE void merge_sort(Bytes *line, const Bytes *is_free, const Bytes *places, int n) {
    UNROLLED for (int k = 0; k < n; k++)
        UNROLLED for (int i = k + 1; i < n; i++) {
            Bytes swapped = IF((line[k] & *places) > (line[i] & *places)) & is_free[k] & is_free[i];
            swapped &= line[k] ^ line[i];
            line[k] ^= swapped;
            line[i] ^= swapped;
        }
}

/* Exchange rows and columns (Warren, "Hacker's Delight", 2002). */
MERGE_INLINE void merge_exchange(Bytes *low, Bytes *high, int step, uint8_t kept) {
    Bytes moved = (RIGHT(*low, step) ^ *high) & kept;
    *high ^= moved;
    *low ^= LEFT(moved, step);
}
MERGE_INLINE void merge_transpose(Bytes *line) {
    for (int k = 0; k < 4; k++) merge_exchange(line + k, line + k + 4, 4, 0x0F);
    for (int k = 0; k < 4; k++) merge_exchange(line + k + (k & 2), line + k + (k & 2) + 2, 2, 0x33);
    for (int k = 0; k < 8; k += 2) merge_exchange(line + k, line + k + 1, 1, 0x55);
}

/* Replace up to 16 keys, of which `count` are used, by those of states with sorted lines. First the rows are sorted by
 * their cells in columns that cannot be exchanged, then the columns by all rows, then the rows by all columns, and the
 * columns once more.
 */
MERGE_INLINE void merge_some(const Merging *m, uint64_t *key, int count, int n, int placed) {
    const int n_bits = (n - 1) * (n - 1);
    const uint8_t all = (uint8_t)((1 << n) - 1), most = all >> 1;
    union { Bytes vector[10]; uint8_t byte[10][STATES]; } in;
    Bytes *row = in.vector, *passed = in.vector + 8, fixed[2], is_free[2][8], x, none = {0};
    for (int k = count; k < STATES; k++) key[k] = 0;
    for (int k = 0; k < n - 1; k++)
        for (int s = 0; s < STATES; s++) in.byte[k][s] = (uint8_t)(key[s] >> k * (n - 1)) & most;
    for (int s = 0; s < STATES; s++) in.byte[8][s] = (uint8_t)(key[s] >> n_bits);
    for (int s = 0; s < STATES; s++) in.byte[9][s] = (uint8_t)(key[s] >> (n_bits + 8));
    /* Each line has `placed` cells, so the parity of its other cells determines its last cell. */
    row[n - 1] = none | (uint8_t)(placed & 1 ? all : 0);
    for (int k = 0; k < n - 1; k++) {
        x = row[k] ^ RIGHT(row[k], 4);
        x ^= RIGHT(x, 2);
        x ^= RIGHT(x, 1);
        row[k] |= LEFT((x ^ (uint8_t)placed) & 1, n - 1);
        row[n - 1] ^= row[k];
    }
    for (int k = n; k < 8; k++) row[k] = none;
    /* Lines with numbers or inequalities that have not passed are fixed. */
    fixed[0] = none | m->given[placed][0];
    fixed[1] = none | m->given[placed][1];
    for (int k = 0; k < m->n_watched; k++) {
        passed[k >> 3] |= LEFT(RIGHT(row[m->watched[k][0]], m->watched[k][1]) & 1, k & 7);
        x = IF((passed[k >> 3] & (uint8_t)(1 << (k & 7))) == 0);
        fixed[0] |= x & m->lines[k][0];
        fixed[1] |= x & m->lines[k][1];
    }
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < n; k++) is_free[side][k] = IF((fixed[side] & (uint8_t)(1 << k)) == 0);
    x = fixed[1];
    for (int round = 0; round < 2; round++) {
        merge_sort(row, is_free[0], &x, n);
        merge_transpose(row);
        x = none | 0xFF;
        merge_sort(row, is_free[1], &x, n);
        merge_transpose(row);
    }
    for (int s = 0; s < STATES; s++) key[s] = (uint64_t)(in.byte[8][s] | in.byte[9][s] << 8) << n_bits;
    for (int k = 0; k < n - 1; k++)
        for (int s = 0; s < STATES; s++) key[s] |= (uint64_t)(in.byte[k][s] & most) << k * (n - 1);
}

/* Replace the keys of states with `placed` values by those of states with sorted lines. There is room for keys up to a
 * multiple of 16. */
static void merge_keys(const Merging *m, uint64_t *key, int count, int n, int placed) {
    /* Constant orders let the compiler unroll the loops. */
    for (; count > 0; key += STATES, count -= STATES)
        if (n == 7)
            merge_some(m, key, count, 7, placed);
        else if (n == 8)
            merge_some(m, key, count, 8, placed);
        else
            merge_some(m, key, count, n, placed);
}

#undef STATES
#undef UNROLLED
#undef IF
#undef LEFT
#undef RIGHT
#undef MERGE_INLINE
#endif
