/*  Arithmetic. Integers are those of 61 bits: what goes beyond them stops, and so does every error. */

#ifndef PYENGINE_ARITHMETIC_H
#define PYENGINE_ARITHMETIC_H

#include "terms.h"

/*  A number on the way through an expression. */
typedef struct {
    bool is_float;
    int64_t integer;
    double real;
} Value;

/*  Operations on integers by their names in Prolog: false is a stop. */

static inline bool out_of_bounds(Context *context)
{
    return stop(context, BEYOND, "a large integer");
}

static inline bool give_int(Context *context, int64_t value, int64_t *out)
{
    *out = value;
    return __builtin_expect(value >= LEAST_INT && value <= MOST_INT, 1) || out_of_bounds(context);
}

static inline bool int_add(Context *context, int64_t x, int64_t y, int64_t *out)
{
    return give_int(context, x + y, out); /* 62 bits */
}

static inline bool int_subtract(Context *context, int64_t x, int64_t y, int64_t *out)
{
    return give_int(context, x - y, out);
}

static inline bool int_multiply(Context *context, int64_t x, int64_t y, int64_t *out)
{
    int64_t product;
    if (__builtin_expect(__builtin_mul_overflow(x, y, &product), 0))
        return out_of_bounds(context);
    return give_int(context, product, out);
}

static inline bool is_divisor(Context *context, int64_t y)
{
    return __builtin_expect(y != 0, 1) || stop(context, BEYOND, "division by zero");
}

/*  `//`: towards zero. */
static inline bool int_quotient(Context *context, int64_t x, int64_t y, int64_t *out)
{
    return is_divisor(context, y) && give_int(context, x / y, out);
}

/*  `div`: downwards. */
static inline bool int_div(Context *context, int64_t x, int64_t y, int64_t *out)
{
    return is_divisor(context, y) && give_int(context, x / y - (x % y != 0 && (x < 0) != (y < 0)), out);
}

/*  With the sign of the divisor. */
static inline bool int_mod(Context *context, int64_t x, int64_t y, int64_t *out)
{
    if (!is_divisor(context, y))
        return false;
    int64_t rest = x % y;
    *out = rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
    return true;
}

/*  With the sign of the dividend. */
static inline bool int_rem(Context *context, int64_t x, int64_t y, int64_t *out)
{
    if (!is_divisor(context, y))
        return false;
    *out = x % y;
    return true;
}

static inline bool int_shift_right(Context *context, int64_t x, int64_t y, int64_t *out);

static inline bool int_shift_left(Context *context, int64_t x, int64_t y, int64_t *out)
{
    if (y < 0)
        return int_shift_right(context, x, -y, out);
    if (x == 0)
        return give_int(context, 0, out);
    return y <= 60 ? int_multiply(context, x, INT64_C(1) << y, out) : out_of_bounds(context);
}

static inline bool int_shift_right(Context *context, int64_t x, int64_t y, int64_t *out)
{
    if (y < 0)
        return int_shift_left(context, x, -y, out);
    *out = x >> (y > 62 ? 62 : y);
    return true;
}

static inline bool int_negate(Context *context, int64_t x, int64_t *out)
{
    return give_int(context, -x, out);
}

static inline bool int_abs(Context *context, int64_t x, int64_t *out)
{
    return give_int(context, x < 0 ? -x : x, out);
}

static inline bool int_msb(Context *context, int64_t x, int64_t *out)
{
    if (x < 1)
        return stop(context, BEYOND, "msb");
    *out = 63 - __builtin_clzll((uint64_t)x);
    return true;
}

static inline bool int_lsb(Context *context, int64_t x, int64_t *out)
{
    if (x < 1)
        return stop(context, BEYOND, "lsb");
    *out = __builtin_ctzll((uint64_t)x);
    return true;
}

static inline bool int_popcount(Context *context, int64_t x, int64_t *out)
{
    if (x < 0)
        return stop(context, BEYOND, "popcount");
    *out = __builtin_popcountll((uint64_t)x);
    return true;
}

static inline bool int_getbit(Context *context, int64_t x, int64_t y, int64_t *out)
{
    if (x < 0 || y < 0)
        return stop(context, BEYOND, "getbit");
    *out = y > 62 ? 0 : x >> y & 1;
    return true;
}

bool int_gcd(Context *context, int64_t x, int64_t y, int64_t *out);
bool int_lcm(Context *context, int64_t x, int64_t y, int64_t *out);

/*  Those that never stop. */

static inline int64_t int_and(int64_t x, int64_t y)
{
    return x & y;
}

static inline int64_t int_or(int64_t x, int64_t y)
{
    return x | y;
}

static inline int64_t int_xor(int64_t x, int64_t y)
{
    return x ^ y;
}

static inline int64_t int_not(int64_t x)
{
    return ~x;
}

static inline int64_t int_min(int64_t x, int64_t y)
{
    return x < y ? x : y;
}

static inline int64_t int_max(int64_t x, int64_t y)
{
    return x > y ? x : y;
}

static inline int64_t int_sign(int64_t x)
{
    return (x > 0) - (x < 0);
}

static inline int64_t int_same(int64_t x)
{
    return x;
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

#endif
