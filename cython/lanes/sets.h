/* Sets at a fixpoint, for grids of more than 8 x 8; widths.h includes this file once.
 *
 * If k cells of a line have only k values between them, the other cells lose these values. This finds such sets for
 * every k at once: a candidate stays if it is part of some placement of all values in the line (Regin, 1994). All lines
 * of a grid are processed together, in loops without branches that compilers can vectorise. */

#define S(name) JOIN(name, sets, BITS)
#define SPAN LANES_MOST_SIDE
#define LINES (2 * SPAN)
#define FOR_LINES for (int l = 0; l < LINES; l++)

/* Cells of a line, by value and line. Rows come first, and columns from SPAN on. */
typedef struct { ALIGNED uint16_t of[SPAN][LINES]; } S(lines_t);

/* All bits if a set is not empty, otherwise none. */
#define IF(set) ((uint16_t)-(uint16_t)((set) != 0))

/* Write the columns of some rows, or the rows of some columns. */
INLINE void S(turn)(const uint16_t *rows, uint16_t *columns) {
#if BITS > 64
    typedef uint16_t part_t __attribute__((vector_size(BITS == 128 ? 16 : 32), may_alias));
    ALIGNED static const uint16_t bits[SPAN] = {
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    for (int c = 0; c < SPAN; c += (int)sizeof(part_t) / 2) {
        const part_t bit = *(const part_t *)(bits + c);
        part_t turned = {0};
        for (int r = 0; r < SPAN; r++)
            turned |= (part_t)((((part_t){0} + rows[r]) & bit) == bit) & (uint16_t)(1 << r);
        *(part_t *)(columns + c) = turned;
    }
#else
    memset(columns, 0, SPAN * sizeof(uint16_t));
    for (int r = 0; r < SPAN; r++)
        for (int row = rows[r]; row; row &= row - 1) columns[word_lowest(row)] |= (uint16_t)(1 << r);
#endif
}

/* Give a value a cell of a line by moving other values to other cells. Return whether this is possible. */
static int S(augment)(const S(lines_t) *places, S(lines_t) *match, int n, int l, int value, uint16_t *used) {
    uint8_t owner[SPAN], parent[SPAN], queue[SPAN + 1];
    uint32_t seen = 0;
    int first = 0, last = 1;
    for (int v = 0; v < n; v++)
        if (match->of[v][l]) owner[word_lowest(match->of[v][l])] = (uint8_t)v;
    queue[0] = (uint8_t)value;
    while (first < last) {
        int v = queue[first++];
        uint32_t fresh = places->of[v][l] & ~seen, cell = fresh & ~(uint32_t)*used;
        if (cell) {
            cell &= 0 - cell;
            *used |= (uint16_t)cell;
            for (;;) {
                uint32_t before = match->of[v][l];
                match->of[v][l] = (uint16_t)cell;
                if (v == value) return 1;
                cell = before;
                v = parent[word_lowest(cell)];
            }
        }
        seen |= fresh;
        for (; fresh; fresh &= fresh - 1) {
            int c = word_lowest(fresh);
            parent[c] = (uint8_t)v;
            queue[last++] = owner[c];
        }
    }
    return 0;
}

/* Give each value a cell in each line. Earlier cells are kept if they are still possible. Return whether all values
 * have a cell. */
static int S(pair_up)(const S(lines_t) *places, S(lines_t) *match, int n) {
    ALIGNED uint16_t used[LINES] = {0};
    const uint16_t all = (uint16_t)((1u << n) - 1);
    for (int v = 0; v < n; v++)
        FOR_LINES {
            match->of[v][l] &= places->of[v][l];
            used[l] |= match->of[v][l];
        }
    for (int v = 0; v < n; v++)
        FOR_LINES {
            uint16_t cell = (uint16_t)(places->of[v][l] & ~used[l] & ~IF(match->of[v][l]));
            cell &= (uint16_t)(0 - cell);
            match->of[v][l] |= cell;
            used[l] |= cell;
        }
    for (int half = 0; half < LINES; half += SPAN)
        for (int l = half; l < half + n; l++) {
            if (used[l] == all) continue;
            for (int v = 0; v < n; v++)
                if (!match->of[v][l] && !S(augment)(places, match, n, l, v, &used[l])) return 0;
        }
    return 1;
}

/* Keep the candidates that are part of a placement of all values in their lines. Only rows are input and output. Return
 * whether all lines have such a placement. The contents of `match` only affect speed. */
static int S(close)(S(lines_t) *places, S(lines_t) *match, int n) {
    S(lines_t) reached;
    for (int v = 0; v < n; v++) S(turn)(places->of[v], places->of[v] + SPAN);
    if (!S(pair_up)(places, match, n)) return 0;
    /* The cells that a value can move to if the values there move on, and so forth. */
    memcpy(&reached, places, n * sizeof(places->of[0]));
    for (int u = 0; u < n; u++)
        for (int v = 0; v < n; v++)
            FOR_LINES reached.of[v][l] |= reached.of[u][l] & IF(reached.of[v][l] & match->of[u][l]);
    /* A value may move to a cell if the value there can move on to the cell left behind. */
    for (int v = 0; v < n; v++) {
        ALIGNED uint16_t kept[LINES] = {0}, rows[SPAN];
        for (int u = 0; u < n; u++)
            FOR_LINES kept[l] |= match->of[u][l] & IF(reached.of[u][l] & match->of[v][l]);
        S(turn)(kept + SPAN, rows);
        for (int r = 0; r < SPAN; r++) places->of[v][r] &= kept[r] & rows[r];
    }
    return 1;
}

#undef LINES
#undef FOR_LINES
#undef IF
#undef SPAN
