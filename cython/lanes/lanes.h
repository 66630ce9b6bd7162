/* Many puzzles of one size, each in a lane of wide registers: the interface.
 *
 * layout.h describes the layout of a puzzle in its lane, and how it is solved. widths.h includes it for each layout,
 * and width_512.c, width_256.c, width_128.c and width_64.c include widths.h for their registers. */
#ifndef FASTFUTO_LANES_H
#define FASTFUTO_LANES_H

#include <stdint.h>
#include <stdlib.h>

#include "common/bits.h"

enum {
    LANES_MOST_SIDE = 16,
    LANES_HANDED_OVER = -1,     /* the count of a puzzle that takes too long */
    LANES_PAUSED = 0,
    LANES_EXHAUSTED = 1
};

/* The side of a neighbour. The sign of a cell that is less than that neighbour is the bit 1 << side. */
enum { LANES_RIGHT, LANES_LEFT, LANES_BELOW, LANES_ABOVE, LANES_SIDES };

/* Puzzles, and the arrays for their results. */
typedef struct {
    const uint8_t *clues;       /* (k, n * n)   0 for a blank cell; a value above n has no solution */
    const uint8_t *signs;       /* (k or 1, n * n)  the sides on which a cell has a greater neighbour */
    int64_t sign_step;          /* from the signs of one puzzle to the next: n * n, or 0 if they are shared */
    uint8_t *grids;             /* (k, n * n)   receives the first solution of each puzzle */
    int64_t *counts;            /* (k,)     receives the numbers of solutions, up to the limit, or LANES_HANDED_OVER */
    int64_t k;
} lanes_job;

typedef struct lanes_core {
    int32_t n;                  /* 2 to LANES_MOST_SIDE */
    int64_t limit;              /* number of solutions at which a puzzle is finished */
    int64_t patience;           /* passes after which a puzzle is handed over instead of split */
    int32_t blame;              /* what a conflict adds to the weight of the last choice */
    lanes_job job;
    int64_t next;               /* the next puzzle of the job */
    int32_t n_live;             /* lanes that have a puzzle */
    int64_t nodes;              /* candidates that were tried */
    int64_t passes;             /* passes over puzzles */
    const char *broken;         /* the violated invariant, in CHECKED builds; otherwise NULL */
    void *memory;               /* the allocated block */
    int (*run)(struct lanes_core *core, int64_t budget);
    void (*clear)(struct lanes_core *core);     /* drop the present puzzles */
} lanes_core;

/* Return a core for puzzles of a size, in registers of 512, 256 or 128 bits, which must be supported, or in words of
 * 64. NULL if memory runs out. */
lanes_core *lanes_create(int32_t n, int width, int64_t patience, int32_t blame);

/* Return whether this machine has registers of that width, and the package was compiled for them. */
int lanes_supported(int width);

/* Begin with puzzles of this size, each up to a number of solutions. Unfinished puzzles are dropped. */
static inline void lanes_begin(lanes_core *core, const lanes_job *job, int64_t limit) {
    core->job = *job;
    core->limit = limit;
    core->next = core->nodes = core->passes = 0;
    core->clear(core);
}

/* Continue for `budget` passes over puzzles, or until all puzzles are done: LANES_PAUSED or LANES_EXHAUSTED. */
static inline int lanes_run(lanes_core *core, int64_t budget) { return core->run(core, budget); }

static inline void lanes_free(lanes_core *core) {
    if (core) free(core->memory);
}

/* The functions of the files of the widths. */
lanes_core *lanes_create_512(int32_t n);
lanes_core *lanes_create_256(int32_t n);
lanes_core *lanes_create_128(int32_t n);
lanes_core *lanes_create_64(int32_t n);
extern const int lanes_have_512, lanes_have_256, lanes_have_128;

#endif
