/* One look at a Sudoku: propagation and branching. wide.h includes this file once for each kind of wide registers.
 *
 * W(name) is the name with the width of the registers, and TARGET declares a function for them.
 */

/* Naked singles in one row of each band: cells with one digit left take it. If a lane of `single` had one position
 * before, its cell was dropped from the other digits. `wrong` collects the lanes with a conflict: a cell without
 * digits, another digit in a cell that was taken, or two cells that take the same digit. */
TARGET void W(take_naked)(W(lanes) *row, W(flags) single, W(lanes) *wrong) {
    W(lanes) once, twice, naked;
    W(meet)(*row, &once, &twice);
    naked = W(minus)(*row, twice);
    *wrong = W(or)(*wrong, W(xor)(once, W(whole)()));
    *wrong = W(either)(*wrong, W(keep)(single, W(and)(*row, twice)), W(rest)(naked));
    *row = W(choose)(W(none)(naked), *row, naked);
}

/* Hidden singles in one row of each band: a digit with one position takes the cell from the others. Return these lanes.
 * */
TARGET W(flags) W(take_hidden)(W(lanes) *row) {
    W(flags) single = W(none)(W(rest)(*row));
    *row = W(choose)(single, *row, W(minus)(*row, W(united)(W(keep)(single, *row))));
    return single;
}

/* Return whether all lanes are zero. */
TARGET int W(is_empty)(W(lanes) a) { return W(bits)(W(none)(a)) == WIDE_LANES; }

/* Try a digit in a copy of the state, whose registers are given, and drop it from the state itself. The cell has the
 * fewest candidates, counted up to four. The digit is the candidate with two positions in the most rows. */
TARGET void W(split)(wide_t *state, wide_t *copy, const W(lanes) *rows, const W(flags) *single) {
    W(lanes) two[3], three[3], second, more, any, pairs = W(xor)(rows[0], rows[0]);
    W(lanes) *cells = two;
    uint16_t reached[32], tally[32], here[3][32], cell;
    int lane, r = 0;
    for (int k = 0; k < 3; k++) {
        W(add_up)(rows[k], &three[k], &second, &more);
        second = W(and)(W(minus)(second, more), rows[k]);
        two[k] = W(minus)(second, three[k]);
        three[k] = W(and)(second, three[k]);
        second = W(rest)(rows[k]);
        pairs = W(plus)(pairs, W(one_if_any)(W(keep)(W(none)(W(rest)(second)), second)));
    }
    any = W(either)(two[0], two[1], two[2]);
    if (W(is_empty)(any)) {
        cells = three;
        any = W(either)(three[0], three[1], three[2]);
        if (W(is_empty)(any)) {
            for (int k = 0; k < 3; k++) three[k] = W(minus)(rows[k], W(keep)(single[k], rows[k]));
            any = W(either)(three[0], three[1], three[2]);
        }
    }
    W(store)(reached, any);
    W(store)(tally, pairs);
    for (int k = 0; k < 3; k++) W(store)(here[k], cells[k]);
    lane = wide_choice(reached, tally);
    while (!here[r][lane]) r++;
    cell = (uint16_t)(here[r][lane] & -here[r][lane]);
    for (int k = 0; k < 3; k++) W(store)(copy->row[k], rows[k]);
    copy->row[r][lane] = cell;
    state->row[r][lane] ^= cell;
}

/* Propagate, and branch if the state is still open: a digit is tried in the copy. */
TARGET int W(wide_look)(wide_t *state, wide_t *copy) {
    W(lanes) r[3], seen[3], a, b, c, wrong;
    W(flags) single[3];
    for (int k = 0; k < 3; k++) {
        r[k] = W(load)(state->row[k]);
        single[k] = W(none)(W(whole)());
    }
    do {
        for (int k = 0; k < 3; k++) seen[k] = r[k];
        /* The rows of a band have the digit in three different boxes. */
        a = W(boxes)(r[0]), b = W(boxes)(r[1]), c = W(boxes)(r[2]);
        r[0] = W(and)(r[0], W(left_by)(b, c));
        r[1] = W(and)(r[1], W(left_by)(c, a));
        r[2] = W(and)(r[2], W(left_by)(a, b));
        /* The bands have the digit in three different columns of the three boxes below each other. */
        c = W(either)(r[0], r[1], r[2]);
        a = W(columns_after)(c), b = W(columns_before)(c);
        c = W(or)(W(and)(W(next)(a), W(last)(b)), W(and)(W(next)(b), W(last)(a)));
        wrong = W(xor)(c, c);
        for (int k = 0; k < 3; k++) {
            r[k] = W(and)(r[k], c);
            W(take_naked)(&r[k], single[k], &wrong);
            single[k] = W(take_hidden)(&r[k]);
        }
        if (!W(is_empty)(wrong)) return SUDOKU_CONTRADICTION;
        if (W(bits)(W(none)(r[0])) | W(bits)(W(none)(r[1])) | W(bits)(W(none)(r[2]))) return SUDOKU_CONTRADICTION;
        a = W(either)(W(xor)(r[0], seen[0]), W(xor)(r[1], seen[1]), W(xor)(r[2], seen[2]));
    } while (!W(is_empty)(a));
    for (int k = 0; k < 3; k++) W(store)(state->row[k], r[k]);
    if (W(bits)(W(both)(W(both)(single[0], single[1]), single[2])) == WIDE_LANES) return SUDOKU_SOLVED;
    W(split)(state, copy, r, single);
    return SUDOKU_SPLIT;
}
