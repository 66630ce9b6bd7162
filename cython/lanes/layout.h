/* Lanes of one layout in one kind of registers; widths.h includes this file once for each.
 *
 * The plane of a value has the cells that may take it, one bit per cell, row by row. A word has ROWS rows of ROW bits,
 * and a plane has WORDS words. A lane is a puzzle: word w of value v of lane l is x[v * WORDS + w][l]. A register has
 * the same word of LANES puzzles, and nothing ever moves between lanes. */

#define F(name) JOIN(name, LAYOUT, BITS)
#define SIDE LAYOUT
#define PLANES (SIDE * WORDS)
#define LANES (BITS > 64 ? BITS / WORD_BITS : 1)
#if WORD_BITS == 32
#define word_t uint32_t
#define V vector_32
#else
#define word_t uint64_t
#define V vector_64
#endif
#if BITS > 64
#define SPLAT(word) ((V){0} + (word_t)(word))
#if ROW == 8
#define R rows_8
#define LEAST least_8
#else
#define R rows_16
#define LEAST least_16
#endif
#else
#define SPLAT(word) ((word_t)(word))
#endif
#define AT(array, i) (*(V *)(array)[i])
#define FOR_WORDS UNROLLED for (int w = 0; w < WORDS; w++)

/* The lowest bit of each row of a word, and the highest. */
#if ROW == 8
#define LOWEST ((word_t)0x0101010101010101u)
#elif ROW == 10
#define LOWEST ((word_t)0x00100401u)
#else
#define LOWEST ((word_t)0x0001000100010001u)
#endif
#define HIGHEST (LOWEST << (ROW - 1))

typedef struct { word_t x[PLANES]; } F(board_t);

/* The state of a lane. */
typedef struct {
    int64_t at;                 /* the puzzle, or -1 */
    int64_t found;              /* its solutions so far */
    int64_t begun;              /* number of passes before it was laid out */
    uint16_t choice[SIDE * SIDE];           /* (depth,) the bits of the chosen cells, as in weight */
    int32_t depth;              /* boards on the stack */
    uint16_t weight[WORDS * WORD_BITS];     /* (bit,) number of conflicts of each cell */
#if LAYOUT > 8
    S(lines_t) match;           /* a cell of each value in each line, from the last search for sets */
#endif
    F(board_t) *stack;          /* (n * n,) the boards without the tried candidates */
} F(lane_t);

typedef struct {
    lanes_core core;
    ALIGNED word_t x[PLANES][LANES];        /* the candidates */
    ALIGNED word_t y[PLANES][LANES];        /* the same after the pass */
    ALIGNED word_t h[PLANES][LANES];        /* the hidden singles of the pass */
    ALIGNED word_t less[LANES_SIDES * WORDS][LANES];        /* cells that are not less than their neighbour */
    ALIGNED word_t greater[LANES_SIDES * WORDS][LANES];     /* cells that are not greater */
    ALIGNED word_t open[WORDS][LANES];      /* cells with several candidates, before the pass */
    ALIGNED word_t wrong[WORDS][LANES];     /* cells with a conflict */
    ALIGNED word_t is_wrong[1][LANES];
    ALIGNED word_t has_changed[1][LANES];
    word_t grid[WORDS];         /* the cells of the grid */
    word_t row[SIDE];           /* (row,) its cells, in its word */
    word_t column;              /* the first column of a word */
    int64_t n_passes;           /* number of passes over the registers */
    F(lane_t) lane[LANES];
} F(lanes_t);

/* Return the rows that are 0, with all their bits set, and other bits outside the grid. */
INLINE V F(empty)(V x) {
#if ROW == 10
    x = (x + SPLAT(HIGHEST - LOWEST)) & SPLAT(HIGHEST);
    return ~(x - (x >> 9));
#elif BITS > 64
    return (V)((R)x == 0);
#else
    x = (((x & ~HIGHEST) + (HIGHEST - LOWEST)) | x) & HIGHEST;
    return ~((x - (x >> (ROW - 1))) | x);
#endif
}

/* Return the bits of each row but its lowest bit. */
INLINE V F(rest)(V x) {
#if ROW == 10
    return x & ((x | SPLAT(HIGHEST)) - SPLAT(LOWEST));
#elif BITS > 64
    return x & (V)((R)x - 1);
#else
    word_t used = (((x & ~HIGHEST) + (HIGHEST - LOWEST)) | x) & HIGHEST;
    return x & (x - (used >> (ROW - 1)));
#endif
}

/* Combine two words such that the rows that are 0 in either are 0 in the result. The sum begins with all bits. */
INLINE V F(least)(V sum, V x) {
#if ROW == 10
    return sum & (x + SPLAT(HIGHEST - LOWEST)) & SPLAT(HIGHEST);
#elif BITS > 64
    return (V)LEAST((R)sum, (R)x);
#else
    return sum & (((x & ~HIGHEST) + (HIGHEST - LOWEST)) | x) & HIGHEST;
#endif
}

/* Return the union of the rows of a word, in each row; there may be bits outside the grid. */
INLINE V F(united)(V x) {
#if ROW == 10
    return x | x << 10 | x >> 20 | x << 20 | x >> 10;
#elif WORD_BITS == 32
    x |= turned_32_8(x);
    return x | turned_32_16(x);
#else
#if ROW == 8
    x |= turned_64_8(x);
#endif
    x |= turned_64_16(x);
    return x | turned_64_32(x);
#endif
}

/* Columns of a word with at least one position, and with at least two, in each row. */
INLINE void F(meet)(V *once, V *twice) {
    V o = *once, t = *twice, p;
#if ROW == 10
    p = o << 10 | o >> 20;
    t |= o & p;
    *twice = F(united)(t);
    *once = o | p | o << 20 | o >> 10;
#elif WORD_BITS == 32
    p = turned_32_8(o), t = o & p, o |= p;
    p = turned_32_16(o), *twice = t | turned_32_16(t) | (o & p), *once = o | p;
#else
#if ROW == 8
    p = turned_64_8(o), t = o & p, o |= p;
    p = turned_64_16(o), t |= turned_64_16(t) | (o & p), o |= p;
#else
    p = turned_64_16(o), t |= turned_64_16(t) | (o & p), o |= p;
#endif
    p = turned_64_32(o), *twice = t | turned_64_32(t) | (o & p), *once = o | p;
#endif
}

/* Cells that need no neighbour in `there` on any side, or have one. */
INLINE void F(supported)(V *cells, word_t (*needless)[LANES], const V *there) {
    FOR_WORDS {
        V below = there[w] >> ROW, above = there[w] << ROW;
#if WORDS > 1
        if (w + 1 < WORDS) below |= there[w + 1] << ROW * (ROWS - 1);
        if (w > 0) above |= there[w - 1] >> ROW * (ROWS - 1);
#endif
        cells[w] = (AT(needless, LANES_RIGHT * WORDS + w) | there[w] >> 1)
            & (AT(needless, LANES_LEFT * WORDS + w) | there[w] << 1)
            & (AT(needless, LANES_BELOW * WORDS + w) | below)
            & (AT(needless, LANES_ABOVE * WORDS + w) | above);
    }
}

/* One pass over all lanes, without branches: singles, and bounds along chains of inequalities. */
INLINE void F(pass_of)(F(lanes_t) *s, const int n) {
    V one[WORDS], two[WORDS], wrong[WORDS], hidden[WORDS], least[WORDS], seen[WORDS], allowed[WORDS];
    V columns = ~SPLAT(0), changed = SPLAT(0), any = SPLAT(0);
    FOR_WORDS one[w] = AT(s->x, w), two[w] = SPLAT(0);
    for (int v = 1; v < n; v++)
        FOR_WORDS {
            V x = AT(s->x, v * WORDS + w);
            two[w] |= one[w] & x;
            one[w] |= x;
        }
    FOR_WORDS {
        wrong[w] = one[w] ^ SPLAT(s->grid[w]);
        hidden[w] = seen[w] = SPLAT(0);
        least[w] = ~SPLAT(0);
    }
    /* Cells with one value drop it from their row and column. Hidden singles are recorded. */
    for (int v = 0; v < n; v++) {
        V x[WORDS], single[WORDS], rest[WORDS], taken = SPLAT(0), once = SPLAT(0), twice = SPLAT(0);
        FOR_WORDS {
            x[w] = AT(s->x, v * WORDS + w);
            single[w] = x[w] & ~two[w];
            taken |= single[w];
        }
        taken = F(united)(taken);
        FOR_WORDS {
            x[w] &= (F(empty)(single[w]) & ~taken) | single[w];
            AT(s->y, v * WORDS + w) = x[w];
            rest[w] = F(rest)(x[w]);
            least[w] = F(least)(least[w], x[w]);
            if (w > 0) twice |= once & x[w];
            once |= x[w];
        }
        F(meet)(&once, &twice);
        columns &= once;
        FOR_WORDS {
            V h = x[w] & (F(empty)(rest[w]) | ~twice);
            wrong[w] |= (single[w] & (rest[w] | twice)) | (hidden[w] & h);
            hidden[w] |= h;
            AT(s->h, v * WORDS + w) = h;
        }
    }
    FOR_WORDS {
        wrong[w] |= (~columns | F(empty)(least[w])) & SPLAT(s->grid[w]);
        AT(s->wrong, w) = wrong[w];
        AT(s->open, w) = two[w];
        any |= wrong[w];
    }
    AT(s->is_wrong, 0) = any;
    /* Hidden singles lose their other values. A cell keeps a value if each smaller neighbour has a lower value left. */
    for (int v = 0; v < n; v++) {
        F(supported)(allowed, s->greater, seen);
        FOR_WORDS {
            V x = AT(s->y, v * WORDS + w) & (AT(s->h, v * WORDS + w) | ~hidden[w]) & allowed[w];
            AT(s->y, v * WORDS + w) = x;
            seen[w] |= x;
        }
    }
    /* It must also have a higher value left in each greater neighbour. */
    FOR_WORDS seen[w] = SPLAT(0);
    for (int v = n - 1; v >= 0; v--) {
        F(supported)(allowed, s->less, seen);
        FOR_WORDS {
            V x = AT(s->y, v * WORDS + w) & allowed[w];
            seen[w] |= x;
            changed |= x ^ AT(s->x, v * WORDS + w);
            AT(s->x, v * WORDS + w) = x;
        }
    }
    AT(s->has_changed, 0) = changed;
}

static void F(pass)(F(lanes_t) *s, int n) {
#if LAYOUT == 8
    if (n == 5) F(pass_of)(s, 5);
    else if (n == 6) F(pass_of)(s, 6);
    else if (n == 7) F(pass_of)(s, 7);
    else F(pass_of)(s, 8);
#elif LAYOUT == 9
    F(pass_of)(s, 9);
    (void)n;
#else
    F(pass_of)(s, n);
#endif
}

/* Laying out, and reading ------------------------------------------------------------------------------ */


/* Load eight bytes, the first byte lowest. */
INLINE uint64_t F(eight)(const uint8_t *at) {
    uint64_t bytes;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    bytes = 0;
    for (int k = 0; k < 8; k++) bytes |= (uint64_t)at[k] << 8 * k;
#else
    memcpy(&bytes, at, 8);
#endif
    return bytes;
}

/* Pack the lowest bits of eight bytes. */
INLINE word_t F(packed)(uint64_t bytes) {
    return (word_t)((bytes & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

/* Lay out the signs of a puzzle in a lane. */
static void F(lay_out_signs)(F(lanes_t) *s, int l, const uint8_t *given) {
    const int n = s->core.n;
    word_t less[LANES_SIDES][WORDS] = {{0}}, greater[LANES_SIDES][WORDS];
    word_t row = ((word_t)1 << n) - 1, inside[LANES_SIDES];
    uint8_t signs[SIDE * SIDE + 16];
    memcpy(signs, given, n * n);
    memset(signs + n * n, 0, 16);
    inside[LANES_RIGHT] = row >> 1, inside[LANES_LEFT] = row ^ 1, inside[LANES_BELOW] = inside[LANES_ABOVE] = row;
    for (int r = 0; r < n; r++) {
        uint64_t bytes = F(eight)(signs + r * n);
#if LAYOUT > 8
        uint64_t more = F(eight)(signs + r * n + 8);
#endif
        inside[LANES_BELOW] = r < n - 1 ? row : 0;
        inside[LANES_ABOVE] = r > 0 ? row : 0;
        for (int side = 0; side < LANES_SIDES; side++) {
            word_t cells = F(packed)(bytes >> side);
#if LAYOUT > 8
            cells |= F(packed)(more >> side) << 8;
#endif
            less[side][r / ROWS] |= (cells & inside[side]) << r % ROWS * ROW;
        }
    }
    FOR_WORDS {
        greater[LANES_LEFT][w] = less[LANES_RIGHT][w] << 1;
        greater[LANES_RIGHT][w] = less[LANES_LEFT][w] >> 1;
        greater[LANES_ABOVE][w] = less[LANES_BELOW][w] << ROW;
        greater[LANES_BELOW][w] = less[LANES_ABOVE][w] >> ROW;
#if WORDS > 1
        if (w > 0) greater[LANES_ABOVE][w] |= less[LANES_BELOW][w - 1] >> ROW * (ROWS - 1);
        if (w + 1 < WORDS) greater[LANES_BELOW][w] |= less[LANES_ABOVE][w + 1] << ROW * (ROWS - 1);
#endif
    }
    for (int side = 0; side < LANES_SIDES; side++)
        FOR_WORDS {
            s->less[side * WORDS + w][l] = ~less[side][w];
            s->greater[side * WORDS + w][l] = ~greater[side][w];
        }
}

/* Lay out the clues of a puzzle in a lane. A cell with a value above n gets no candidate. */
static void F(lay_out_clues)(F(lanes_t) *s, int l, const uint8_t *clues) {
    const int n = s->core.n;
    word_t given[PLANES], open[WORDS];
    memset(given, 0, sizeof(given));
    FOR_WORDS open[w] = s->grid[w];
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            int v = clues[r * n + c];
            if (v) {
                word_t cell = (word_t)1 << (r % ROWS * ROW + c);
                open[r / ROWS] ^= cell;
                if (v <= n) given[(v - 1) * WORDS + r / ROWS] |= cell;
            }
        }
    for (int v = 0; v < n; v++)
        FOR_WORDS s->x[v * WORDS + w][l] = given[v * WORDS + w] | open[w];
}

/* Begin with the next puzzle of the job in a lane. The lane stays empty if there is none. */
static void F(begin)(F(lanes_t) *s, int l) {
    const int n = s->core.n;
    const lanes_job *job = &s->core.job;
    F(lane_t) *lane = &s->lane[l];
    if (s->core.next == job->k) {
        s->core.n_live -= lane->at >= 0;
        lane->at = -1;
        for (int i = 0; i < n * WORDS; i++) s->x[i][l] = 0;
        return;
    }
    s->core.n_live += lane->at < 0;
    lane->at = s->core.next++;
    lane->found = lane->depth = 0;
    lane->begun = s->n_passes;
    memset(lane->weight, 0, sizeof(lane->weight));
    F(lay_out_signs)(s, l, job->signs + lane->at * job->sign_step);
    F(lay_out_clues)(s, l, job->clues + lane->at * n * n);
}

/* Write the grid of a board with all cells filled. */
static void F(read)(const F(board_t) *board, int n, uint8_t *grid) {
    for (int v = 0; v < n; v++)
        FOR_WORDS
            for (word_t cells = board->x[v * WORDS + w]; cells; cells &= cells - 1) {
                int bit = word_lowest(cells);
                grid[(w * ROWS + bit / ROW) * n + bit % ROW] = (uint8_t)(v + 1);
            }
}

#if FASTFUTO_CHECKED
/* Whether each cell has one value, each line has each value once, and all inequalities hold. */
static int F(is_right)(const F(lanes_t) *s, int l, const F(board_t) *board) {
    const int n = s->core.n;
    word_t lower[WORDS] = {0};
    for (int v = 0; v < n; v++) {
        const word_t *x = &board->x[v * WORDS];
        for (int k = 0; k < n; k++) {
            int in_column = 0;
            FOR_WORDS in_column += word_size(x[w] & LOWEST << k);
            if (word_size(x[k / ROWS] & s->row[k]) != 1 || in_column != 1) return 0;
        }
        FOR_WORDS {
            word_t right = lower[w] >> 1, left = lower[w] << 1, below = lower[w] >> ROW, above = lower[w] << ROW;
            if (WORDS > 1 && w + 1 < WORDS) below |= lower[(w + 1) % WORDS] << ROW * (ROWS - 1) % WORD_BITS;
            if (WORDS > 1 && w > 0) above |= lower[(w + WORDS - 1) % WORDS] >> ROW * (ROWS - 1) % WORD_BITS;
            if (x[w] & ~(s->greater[LANES_RIGHT * WORDS + w][l] | right)) return 0;
            if (x[w] & ~(s->greater[LANES_LEFT * WORDS + w][l] | left)) return 0;
            if (x[w] & ~(s->greater[LANES_BELOW * WORDS + w][l] | below)) return 0;
            if (x[w] & ~(s->greater[LANES_ABOVE * WORDS + w][l] | above)) return 0;
            if (x[w] & lower[w]) return 0;
        }
        FOR_WORDS lower[w] |= x[w];
    }
    FOR_WORDS
        if (lower[w] != s->grid[w]) return 0;
    return 1;
}
#endif

/* At a fixpoint ----------------------------------------------------------------------------------------- */

INLINE void F(put)(F(lanes_t) *s, int l, const F(board_t) *board) {
    for (int i = 0; i < s->core.n * WORDS; i++) s->x[i][l] = board->x[i];
}

INLINE void F(take)(F(lanes_t) *s, int l, F(board_t) *board) {
    for (int i = 0; i < s->core.n * WORDS; i++) board->x[i] = s->x[i][l];
}

#if LAYOUT > 8
/* Drop the candidates that sets exclude. Return whether there are any, or -1 if a line has no placement of all values.
 * */
static int F(drop_sets)(F(lanes_t) *s, int l, F(board_t) *board) {
    const int n = s->core.n;
    S(lines_t) places;
    word_t lost = 0;
    for (int v = 0; v < n; v++)
        for (int r = 0; r < LANES_MOST_SIDE; r++)
            places.of[v][r] = r < WORDS * ROWS
                ? (uint16_t)(board->x[v * WORDS + r / ROWS] >> r % ROWS * ROW & (((word_t)1 << SIDE) - 1)) : 0;
    if (!S(close)(&places, &s->lane[l].match, n)) return -1;
    for (int v = 0; v < n; v++) {
        word_t kept[WORDS] = {0};
        for (int r = 0; r < WORDS * ROWS; r++) kept[r / ROWS] |= (word_t)places.of[v][r] << r % ROWS * ROW;
        FOR_WORDS {
            lost |= board->x[v * WORDS + w] ^ kept[w];
            s->x[v * WORDS + w][l] = kept[w];
        }
    }
    return lost != 0;
}
#endif

/* Return the cell to branch on, as its word and bit. Among the cells with two candidates, or otherwise all open cells,
 * it is the cell with the most conflicts. In a tie it is the first cell that shares its lines with the most of the
 * others. */
static int F(choose)(const F(lanes_t) *s, int l, const F(board_t) *board, int *word) {
    const int n = s->core.n;
    const uint16_t *weight = s->lane[l].weight;
    word_t one[WORDS] = {0}, two[WORDS] = {0}, more[WORDS] = {0}, any = 0;
    int in_row[WORDS * ROWS], in_column[ROW], best = -1, chosen = 0;
    for (int v = 0; v < n; v++)
        FOR_WORDS {
            word_t x = board->x[v * WORDS + w];
            more[w] |= two[w] & x;
            two[w] |= one[w] & x;
            one[w] |= x;
        }
    FOR_WORDS any |= two[w] & ~more[w];
    FOR_WORDS
        if (any) two[w] &= ~more[w];
    for (int r = 0; r < n; r++) in_row[r] = word_size(two[r / ROWS] & s->row[r]);
    for (int c = 0; c < n; c++) {
        in_column[c] = 0;
        FOR_WORDS in_column[c] += word_size(two[w] & LOWEST << c);
    }
    FOR_WORDS
        for (word_t cells = two[w]; cells; cells &= cells - 1) {
            int bit = word_lowest(cells);
            int score = 16 * weight[w * WORD_BITS + bit] + in_row[w * ROWS + bit / ROW] + in_column[bit % ROW];
            if (score > best) best = score, chosen = bit, *word = w;
        }
    return chosen;
}

/* Try a candidate in the lane, and push the board without it onto the stack. */
static void F(split)(F(lanes_t) *s, int l, F(board_t) *board) {
    const int n = s->core.n;
    F(lane_t) *lane = &s->lane[l];
    int w = 0, v = 0;
    word_t cell = (word_t)1 << F(choose)(s, l, board, &w);
    while (!(board->x[v * WORDS + w] & cell)) v++;
    board->x[v * WORDS + w] ^= cell;
    lane->choice[lane->depth] = (uint16_t)(w * WORD_BITS + word_lowest(cell));
    memcpy(&lane->stack[lane->depth++], board, n * WORDS * sizeof(word_t));
    for (int u = v + 1; u < n; u++) s->x[u * WORDS + w][l] &= ~cell;
    s->core.nodes++;
}

/* Count a solution, and write the first solution to its grid. */
static void F(record)(F(lanes_t) *s, int l, const F(board_t) *board) {
    F(lane_t) *lane = &s->lane[l];
    uint8_t *grid = s->core.job.grids + lane->at * s->core.n * s->core.n;
    if (!lane->found++) F(read)(board, s->core.n, grid);
#if FASTFUTO_CHECKED
    if (!F(is_right)(s, l, board)) s->core.broken = "a solution breaks a line or an inequality";
#endif
}

/* Increase the weights of the cells with a conflict and of the last choice. */
static void F(blame)(F(lanes_t) *s, int l) {
    F(lane_t) *lane = &s->lane[l];
    FOR_WORDS
        for (word_t cells = s->wrong[w][l]; cells; cells &= cells - 1)
            lane->weight[w * WORD_BITS + word_lowest(cells)]++;
    lane->weight[lane->choice[lane->depth - 1]] += (uint16_t)s->core.blame;
}

/* Handle a conflict or a fixpoint of a lane. Return whether its puzzle is finished. */
static int F(look)(F(lanes_t) *s, int l) {
    F(lane_t) *lane = &s->lane[l];
    F(board_t) board;
    if (!s->is_wrong[0][l]) {
        word_t open = 0;
        FOR_WORDS open |= s->open[w][l];
        F(take)(s, l, &board);
        if (!open) {
            F(record)(s, l, &board);
            if (lane->found == s->core.limit) return 1;
        } else if (s->n_passes - lane->begun >= s->core.patience) {
            lane->found = LANES_HANDED_OVER;
            return 1;
        } else {
#if LAYOUT > 8
            /* Below a choice, sets cost more than they save. */
            int dropped = lane->depth ? 0 : F(drop_sets)(s, l, &board);
            if (dropped < 0) return 1;
            if (dropped) return 0;
#endif
            F(split)(s, l, &board);
            return 0;
        }
    } else if (lane->depth) {
        F(blame)(s, l);
    }
    if (!lane->depth) return 1;
    F(put)(s, l, &lane->stack[--lane->depth]);
    return 0;
}

static int F(run)(lanes_core *core, int64_t budget) {
    F(lanes_t) *s = (F(lanes_t) *)core;
    for (int l = 0; l < LANES; l++)
        if (s->lane[l].at < 0) F(begin)(s, l);
    while (core->n_live) {
        if (budget <= 0) return LANES_PAUSED;
        budget -= core->n_live;
        core->passes += core->n_live;
        s->n_passes++;
        F(pass)(s, core->n);
        for (int l = 0; l < LANES; l++) {
            F(lane_t) *lane = &s->lane[l];
            if ((s->has_changed[0][l] && !s->is_wrong[0][l]) || lane->at < 0) continue;
            if (F(look)(s, l)) {
                core->job.counts[lane->at] = lane->found;
                F(begin)(s, l);
            }
        }
    }
    return LANES_EXHAUSTED;
}

static void F(clear)(lanes_core *core) {
    F(lanes_t) *s = (F(lanes_t) *)core;
    core->n_live = 0;
    for (int l = 0; l < LANES; l++) s->lane[l].at = -1;
}

/* Return a core for n x n, or NULL if memory runs out. */
static lanes_core *F(create)(int32_t n) {
    const size_t stack = sizeof(F(board_t)) * n * n;
    char *memory = malloc(sizeof(F(lanes_t)) + LANES * stack + 64);
    F(lanes_t) *s;
    if (!memory) return NULL;
    s = (F(lanes_t) *)(((uintptr_t)memory + 63) & ~(uintptr_t)63);
    memset(s, 0, sizeof(*s));
    s->core.n = n;
    s->core.memory = memory;
    s->core.run = F(run);
    s->core.clear = F(clear);
    for (int r = 0; r < n; r++) {
        s->row[r] = (((word_t)1 << n) - 1) << r % ROWS * ROW;
        s->grid[r / ROWS] |= s->row[r];
    }
    s->column = LOWEST;
    for (int l = 0; l < LANES; l++) {
        s->lane[l].at = -1;
        s->lane[l].stack = (F(board_t) *)((char *)(s + 1) + l * stack);
    }
    return &s->core;
}

#undef F
#undef SIDE
#undef PLANES
#undef LANES
#undef word_t
#undef V
#undef SPLAT
#undef R
#undef LEAST
#undef AT
#undef FOR_WORDS
#undef LOWEST
#undef HIGHEST
#undef LAYOUT
#undef WORD_BITS
#undef ROW
#undef ROWS
#undef WORDS
