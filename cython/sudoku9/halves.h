/* Meetings of the nine digits of a band, for registers whose lanes are exchanged by halves, quarters and eighths.
 * wide.h includes this file for each kind of them. */

TARGET W(lanes) W(united)(W(lanes) x) {
    W(lanes) ninth = W(ninth)(x);
    x = W(or)(x, W(halves)(x));
    x = W(or)(x, W(quarters)(x));
    return W(spread)(W(or)(W(or)(x, W(eighths)(x)), ninth));
}
TARGET void W(meet)(W(lanes) x, W(lanes) *once, W(lanes) *twice) {
    W(lanes) ninth = W(ninth)(x), y = W(halves)(x), t = W(and)(x, y), o = W(or)(x, y);
    y = W(quarters)(o);
    t = W(either)(t, W(quarters)(t), W(and)(o, y));
    o = W(or)(o, y);
    y = W(eighths)(o);
    t = W(either)(t, W(eighths)(t), W(and)(o, y));
    o = W(or)(o, y);
    *twice = W(spread)(W(or)(t, W(and)(o, ninth)));
    *once = W(spread)(W(or)(o, ninth));
}
/* Add a number of one or two bits, or of `m`, which means four and more. */
TARGET void W(add)(
    W(lanes) *ones, W(lanes) *twos, W(lanes) *more, W(lanes) o, W(lanes) t, W(lanes) m
) {
    W(lanes) carry = W(and)(*ones, o), sum = W(xor)(*twos, t);
    *more = W(or)(W(or)(*more, m), W(or)(W(and)(*twos, t), W(and)(sum, carry)));
    *ones = W(xor)(*ones, o);
    *twos = W(xor)(sum, carry);
}
TARGET void W(add_up)(W(lanes) x, W(lanes) *ones, W(lanes) *twos, W(lanes) *more) {
    W(lanes) zero = W(xor)(x, x), o = x, t = zero, m = zero;
    W(add)(&o, &t, &m, W(halves)(o), zero, zero);
    W(add)(&o, &t, &m, W(quarters)(o), W(quarters)(t), zero);
    W(add)(&o, &t, &m, W(eighths)(o), W(eighths)(t), W(eighths)(m));
    W(add)(&o, &t, &m, W(ninth)(x), zero, zero);
    *ones = W(spread)(o), *twos = W(spread)(t), *more = W(spread)(m);
}
