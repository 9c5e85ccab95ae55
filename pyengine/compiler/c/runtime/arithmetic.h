/*  Arithmetic. Integers have up to 120 bits: what goes beyond them stops, and so does every error. */

#pragma once

#include "boxes.h"

/*  A number on the way through an expression. */
typedef struct {
    bool is_float;
    Large integer;
    double real;
} Value;

/*  Integers of 61 bits: false is a stop. */

static inline bool out_of_bounds(Context *context)
{
    return stop(context, BEYOND, "a large integer");
}

static inline bool give_int(Context *context, int64_t value, int64_t *out)
{
    *out = value;
    return __builtin_expect(value >= LEAST_INT && value <= MOST_INT, 1) || out_of_bounds(context);
}

/*  Terms */

/*  The number that an expression has. False is a stop. */
bool evaluate_value(Context *context, Word term, Value *out);
bool evaluate_slowly(Context *context, Word term, Word *out);
bool compare_slowly(Context *context, Word left, Word right, int *out);
bool value_word(Context *context, Value value, Word *out);

/*  `is/2`: the number as a term. */
static inline bool evaluate(Context *context, Word term, Word *out)
{
    if (__builtin_expect(TAG(term) == INT, 1)) {
        *out = term;
        return true;
    }
    return evaluate_slowly(context, term, out);
}

/*  Evaluate two expressions and compare them by value: -1, 0 or 1. False is a stop. */
static inline bool compare_numbers(Context *context, Word left, Word right, int *out)
{
    if (__builtin_expect(TAG(left) == INT && TAG(right) == INT, 1)) {
        *out = ((int64_t)left > (int64_t)right) - ((int64_t)left < (int64_t)right);
        return true;
    }
    return compare_slowly(context, left, right, out);
}

/*  What has to be written only once for the operations on floats and mixed ones (functions.c). */
bool apply_one(Context *context, uint32_t functor, Value x, Value *out);
bool apply_two(Context *context, uint32_t functor, Value x, Value y, Value *out);

/*  Predicates on integers */

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
