/*  The functions of arithmetic on integers and floats: what they give is what SWI-Prolog gives, or they stop. */

#include "arithmetic.h"
#include "names.h"

#include <math.h>

#define EXACT_INT (INT64_C(1) << 53) /* up to here integers are floats, too */

static bool undefined(Context *context)
{
    return stop(context, BEYOND, "arithmetic without a result");
}

static bool give(Context *context, int64_t value, Value *out)
{
    out->is_float = false;
    return give_int(context, value, &out->integer);
}

/*  A result that is a float: finite. */
static bool give_real(Context *context, double value, Value *out)
{
    *out = (Value){.is_float = true, .real = value};
    return isfinite(value) || undefined(context);
}

/*  A whole float as an integer. */
static bool give_whole(Context *context, double value, Value *out)
{
    if (!(value >= -0x1p60 && value < 0x1p60))
        return undefined(context);
    return give(context, (int64_t)value, out);
}

static double real_of(Value x)
{
    return x.is_float ? x.real : (double)x.integer;
}

static bool round_one(Context *context, uint32_t functor, double x, Value *out)
{
    switch (functor) {
    case FUNCTOR_INTEGER:
    case FUNCTOR_ROUND:
        return give_whole(context, round(x), out);
    case FUNCTOR_TRUNCATE:
        return give_whole(context, trunc(x), out);
    case FUNCTOR_FLOOR:
        return give_whole(context, floor(x), out);
    default:
        return give_whole(context, ceil(x), out);
    }
}

/*  Functions that make every number a float first. */
static bool apply_real(Context *context, uint32_t functor, double x, Value *out)
{
    if (!isfinite(x))
        return undefined(context);
    switch (functor) {
    case FUNCTOR_SQRT:
        return give_real(context, sqrt(x), out);
    case FUNCTOR_SIN:
        return give_real(context, sin(x), out);
    case FUNCTOR_COS:
        return give_real(context, cos(x), out);
    case FUNCTOR_TAN:
        return give_real(context, tan(x), out);
    case FUNCTOR_ASIN:
        return give_real(context, asin(x), out);
    case FUNCTOR_ACOS:
        return give_real(context, acos(x), out);
    case FUNCTOR_ATAN:
        return give_real(context, atan(x), out);
    case FUNCTOR_SINH:
        return give_real(context, sinh(x), out);
    case FUNCTOR_COSH:
        return give_real(context, cosh(x), out);
    case FUNCTOR_TANH:
        return give_real(context, tanh(x), out);
    case FUNCTOR_ASINH:
        return give_real(context, asinh(x), out);
    case FUNCTOR_ACOSH:
        return give_real(context, acosh(x), out);
    case FUNCTOR_ATANH:
        return give_real(context, atanh(x), out);
    case FUNCTOR_EXP:
        return give_real(context, exp(x), out);
    case FUNCTOR_LOG:
        return give_real(context, log(x), out);
    case FUNCTOR_LOG10:
        return give_real(context, log10(x), out);
    case FUNCTOR_FLOAT:
        return give_real(context, x, out);
    default:
        return stop(context, BEYOND, "an unknown function");
    }
}

static bool apply_to_int(Context *context, uint32_t functor, int64_t x, Value *out)
{
    out->is_float = false;
    switch (functor) {
    case FUNCTOR_NEGATED:
        return int_negate(context, x, &out->integer);
    case FUNCTOR_ABS:
        return int_abs(context, x, &out->integer);
    case FUNCTOR_SIGN:
        return give(context, int_sign(x), out);
    case FUNCTOR_BIT_NOT:
        return give(context, ~x, out);
    case FUNCTOR_MSB:
        return int_msb(context, x, &out->integer);
    case FUNCTOR_LSB:
        return int_lsb(context, x, &out->integer);
    case FUNCTOR_POPCOUNT:
        return int_popcount(context, x, &out->integer);
    case FUNCTOR_FLOAT_FRACTIONAL_PART:
        return give(context, 0, out);
    case FUNCTOR_DENOMINATOR:
        return give(context, 1, out);
    case FUNCTOR_UNCHANGED:
    case FUNCTOR_EVAL:
    case FUNCTOR_INTEGER:
    case FUNCTOR_ROUND:
    case FUNCTOR_TRUNCATE:
    case FUNCTOR_FLOOR:
    case FUNCTOR_CEILING:
    case FUNCTOR_CEIL:
    case FUNCTOR_FLOAT_INTEGER_PART:
    case FUNCTOR_NUMERATOR:
    case FUNCTOR_RATIONAL:
        return give(context, x, out);
    default:
        return apply_real(context, functor, (double)x, out);
    }
}

bool apply_one(Context *context, uint32_t functor, Value x, Value *out)
{
    double whole;
    if (!x.is_float)
        return apply_to_int(context, functor, x.integer, out);
    *out = x;
    switch (functor) {
    case FUNCTOR_NEGATED:
        out->real = -x.real;
        return true;
    case FUNCTOR_UNCHANGED:
    case FUNCTOR_EVAL:
        return true;
    case FUNCTOR_ABS:
        out->real = fabs(x.real);
        return true;
    case FUNCTOR_SIGN:
        out->real = isnan(x.real) ? x.real : x.real == 0 ? 0.0 : copysign(1.0, x.real);
        return true;
    case FUNCTOR_INTEGER:
    case FUNCTOR_ROUND:
    case FUNCTOR_TRUNCATE:
    case FUNCTOR_FLOOR:
    case FUNCTOR_CEILING:
    case FUNCTOR_CEIL:
        return round_one(context, functor, x.real, out);
    case FUNCTOR_FLOAT_INTEGER_PART:
        return isfinite(x.real) ? give_real(context, trunc(x.real), out) : undefined(context);
    case FUNCTOR_FLOAT_FRACTIONAL_PART:
        return isfinite(x.real) ? give_real(context, modf(x.real, &whole), out) : undefined(context);
    default:
        return apply_real(context, functor, x.real, out);
    }
}

static bool int_power(Context *context, int64_t x, int64_t y, int64_t *out)
{
    int64_t result = 1;
    for (; y > 0; y >>= 1) {
        if (y & 1 && !int_multiply(context, result, x, &result))
            return false;
        if (y > 1 && !int_multiply(context, x, x, &x))
            return false;
    }
    return give_int(context, result, out);
}

/*  Integers stay integers unless the exponent is negative. */
static bool raise(Context *context, Value x, Value y, Value *out)
{
    double a = real_of(x), b = real_of(y);
    if (b == 0 || (!x.is_float && x.integer == 1))
        return give(context, 1, out);
    if (!isfinite(a) || !isfinite(b) || (a == 0 && b < 0))
        return undefined(context);
    if (!x.is_float && x.integer == 0)
        return give(context, 0, out);
    if (!x.is_float && !y.is_float) {
        if (x.integer == -1)
            return give(context, y.integer % 2 ? -1 : 1, out);
        if (y.integer > 0) {
            out->is_float = false;
            return int_power(context, x.integer, y.integer, &out->integer);
        }
    }
    if (a < 0 && b != floor(b))
        return undefined(context);
    return give_real(context, pow(a, b), out);
}

/*  Integers that divide without a rest give an integer, others a float. */
static bool divide(Context *context, Value x, Value y, Value *out)
{
    double a = real_of(x), b = real_of(y);
    if (b == 0 || (y.is_float && isinf(b)))
        return undefined(context);
    if (x.is_float || y.is_float)
        return give_real(context, a / b, out);
    if (x.integer % y.integer == 0)
        return give(context, x.integer / y.integer, out);
    if (x.integer > EXACT_INT || x.integer < -EXACT_INT || y.integer > EXACT_INT || y.integer < -EXACT_INT)
        return out_of_bounds(context); /* two roundings */
    return give_real(context, a / b, out);
}

/*  The smaller or larger one; of a float and an integer that are equal, the float; -0.0 is below 0. */
static bool choose(Context *context, bool largest, Value x, Value y, Value *out)
{
    double a = real_of(x), b = real_of(y);
    if (!x.is_float && !y.is_float)
        return give(context, largest ? int_max(x.integer, y.integer) : int_min(x.integer, y.integer), out);
    if (isnan(a) || isnan(b))
        return undefined(context);
    if (a != b)
        *out = (a < b) == largest ? y : x;
    else if (x.is_float && y.is_float)
        *out = (signbit(a) != 0) == largest ? y : x;
    else if (largest && a == 0 && signbit(x.is_float ? a : b))
        *out = x.is_float ? y : x;
    else
        *out = x.is_float ? x : y;
    return true;
}

static bool apply_reals(Context *context, uint32_t functor, Value x, Value y, Value *out)
{
    double a = real_of(x), b = real_of(y);
    switch (functor) {
    case FUNCTOR_PLUS:
        return give_real(context, a + b, out);
    case FUNCTOR_MINUS:
        return give_real(context, a - b, out);
    case FUNCTOR_TIMES:
        return give_real(context, a * b, out);
    case FUNCTOR_ATAN_OF:
    case FUNCTOR_ATAN2:
        if (!isfinite(a) || !isfinite(b) || (a == 0 && b == 0))
            return undefined(context);
        return give_real(context, atan2(a, b), out);
    case FUNCTOR_NEXTTOWARD:
        if (!isfinite(a) || !isfinite(b))
            return undefined(context);
        return give_real(context, nextafter(a, b), out);
    case FUNCTOR_COPYSIGN:
        *out = x;
        out->real = copysign(x.real, b);
        return x.is_float || undefined(context);
    default:
        return stop(context, BEYOND, "an unknown function");
    }
}

bool apply_two(Context *context, uint32_t functor, Value x, Value y, Value *out)
{
    switch (functor) {
    case FUNCTOR_SLASH:
        return divide(context, x, y, out);
    case FUNCTOR_CARET:
    case FUNCTOR_POWER:
        return raise(context, x, y, out);
    case FUNCTOR_MIN:
        return choose(context, false, x, y, out);
    case FUNCTOR_MAX:
        return choose(context, true, x, y, out);
    default:
        if (x.is_float || y.is_float)
            return apply_reals(context, functor, x, y, out);
    }
    out->is_float = false;
    int64_t a = x.integer, b = y.integer, *result = &out->integer;
    switch (functor) {
    case FUNCTOR_PLUS:
        return int_add(context, a, b, result);
    case FUNCTOR_MINUS:
        return int_subtract(context, a, b, result);
    case FUNCTOR_TIMES:
        return int_multiply(context, a, b, result);
    case FUNCTOR_QUOTIENT:
        return int_quotient(context, a, b, result);
    case FUNCTOR_DIV:
        return int_div(context, a, b, result);
    case FUNCTOR_MOD:
        return int_mod(context, a, b, result);
    case FUNCTOR_REM:
        return int_rem(context, a, b, result);
    case FUNCTOR_SHIFT_RIGHT:
        return int_shift_right(context, a, b, result);
    case FUNCTOR_SHIFT_LEFT:
        return int_shift_left(context, a, b, result);
    case FUNCTOR_BIT_AND:
        return give_int(context, a & b, result);
    case FUNCTOR_BIT_OR:
        return give_int(context, a | b, result);
    case FUNCTOR_XOR:
        return give_int(context, a ^ b, result);
    case FUNCTOR_GCD:
        return int_gcd(context, a, b, result);
    case FUNCTOR_LCM:
        return int_lcm(context, a, b, result);
    case FUNCTOR_GETBIT:
        return int_getbit(context, a, b, result);
    default:
        return apply_reals(context, functor, x, y, out);
    }
}
