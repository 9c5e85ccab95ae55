/*  Predicates on integers. */

#pragma once

#include "arithmetic.h"

static inline bool is_natural_pair(Context *context, int64_t x, int64_t y)
{
    return (x >= 0 && y >= 0) || stop(context, BEYOND, "a negative number");
}

/*  succ/2 */
static inline bool is_successor(Context *context, int64_t x, int64_t y)
{
    return is_natural_pair(context, x, y) && x + 1 == y;
}

static inline bool successor(Context *context, int64_t x, int64_t *out)
{
    return is_natural_pair(context, x, x) && give_int(context, x + 1, out);
}

static inline bool predecessor(Context *context, int64_t y, int64_t *out)
{
    *out = y - 1;
    return is_natural_pair(context, y, y) && y > 0;
}

/*  divmod/4: the quotient is rounded down, and the rest has the sign of the divisor. */
static inline bool divided(Context *context, int64_t x, int64_t y, int64_t *quotient, int64_t *rest)
{
    if (y == 0)
        return stop(context, BEYOND, "division by zero");
    bool is_odd = x % y != 0 && (x < 0) != (y < 0);
    *rest = x % y + (is_odd ? y : 0);
    return give_int(context, x / y - is_odd, quotient);
}
