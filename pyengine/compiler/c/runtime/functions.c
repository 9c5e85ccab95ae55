/*  The functions of arithmetic on integers and floats: what they give is what SWI-Prolog gives, or they stop. */

#include "arithmetic.h"
#include "names.h"

#include <math.h>

#define EXACT_INT (INT64_C(1) << 53) /* up to here integers are floats, too */

static bool undefined(Context *context)
{
    return stop(context, BEYOND, "arithmetic without a result");
}

static bool too_large(Context *context)
{
    return stop(context, BEYOND, "an integer beyond 120 bits");
}

static bool give(Context *context, Large value, Value *out)
{
    *out = (Value){.integer = value};
    return (value >= LEAST_LARGE && value <= MOST_LARGE) || too_large(context);
}

static bool give_product(Context *context, Large x, Large y, Value *out)
{
    Large product;
    return __builtin_mul_overflow(x, y, &product) ? too_large(context) : give(context, product, out);
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
    if (!(value >= -0x1p119 && value < 0x1p119))
        return undefined(context);
    return give(context, (Large)value, out);
}

static double real_of(Value x)
{
    return x.is_float ? x.real : (double)x.integer;
}

typedef double Real(double);

/*  How floats become integers; NULL where a functor does not say. */
static Real *rounding_of(uint32_t functor)
{
    static Real *const ROUNDINGS[] = {
        [FUNCTOR_INTEGER] = round, [FUNCTOR_ROUND] = round,  [FUNCTOR_TRUNCATE] = trunc,
        [FUNCTOR_FLOOR] = floor,   [FUNCTOR_CEILING] = ceil, [FUNCTOR_CEIL] = ceil,
    };
    return functor < sizeof ROUNDINGS / sizeof *ROUNDINGS ? ROUNDINGS[functor] : NULL;
}

/*  Functions that make every number a float first. */
static Real *const OF_FLOATS[] = {
    [FUNCTOR_SQRT] = sqrt,   [FUNCTOR_SIN] = sin,     [FUNCTOR_COS] = cos,     [FUNCTOR_TAN] = tan,
    [FUNCTOR_ASIN] = asin,   [FUNCTOR_ACOS] = acos,   [FUNCTOR_ATAN] = atan,   [FUNCTOR_SINH] = sinh,
    [FUNCTOR_COSH] = cosh,   [FUNCTOR_TANH] = tanh,   [FUNCTOR_ASINH] = asinh, [FUNCTOR_ACOSH] = acosh,
    [FUNCTOR_ATANH] = atanh, [FUNCTOR_EXP] = exp,     [FUNCTOR_LOG] = log,     [FUNCTOR_LOG10] = log10,
};

static bool apply_real(Context *context, uint32_t functor, double x, Value *out)
{
    if (!isfinite(x))
        return undefined(context);
    if (functor == FUNCTOR_FLOAT)
        return give_real(context, x, out);
    if (functor >= sizeof OF_FLOATS / sizeof *OF_FLOATS || OF_FLOATS[functor] == NULL)
        return stop(context, BEYOND, "an unknown function");
    return give_real(context, OF_FLOATS[functor](x), out);
}

static bool apply_to_int(Context *context, uint32_t functor, Large x, Value *out)
{
    switch (functor) {
    case FUNCTOR_NEGATED:
        return give(context, -x, out);
    case FUNCTOR_ABS:
        return give(context, x < 0 ? -x : x, out);
    case FUNCTOR_SIGN:
        return give(context, (x > 0) - (x < 0), out);
    case FUNCTOR_BIT_NOT:
        return give(context, ~x, out);
    case FUNCTOR_MSB:
        return x < 1 ? undefined(context) : give(context, highest_bit(x), out);
    case FUNCTOR_LSB:
        return x < 1 ? undefined(context) : give(context, lowest_bit(x), out);
    case FUNCTOR_POPCOUNT:
        if (x < 0)
            return undefined(context);
        return give(context, __builtin_popcountll((uint64_t)x) + __builtin_popcountll((uint64_t)(x >> 64)), out);
    case FUNCTOR_FLOAT_FRACTIONAL_PART:
        return give(context, 0, out);
    case FUNCTOR_DENOMINATOR:
        return give(context, 1, out);
    case FUNCTOR_UNCHANGED:
    case FUNCTOR_EVAL:
    case FUNCTOR_FLOAT_INTEGER_PART:
    case FUNCTOR_NUMERATOR:
    case FUNCTOR_RATIONAL:
        return give(context, x, out);
    default:
        return rounding_of(functor) ? give(context, x, out) : apply_real(context, functor, (double)x, out);
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
    case FUNCTOR_FLOAT_INTEGER_PART:
        return isfinite(x.real) ? give_real(context, trunc(x.real), out) : undefined(context);
    case FUNCTOR_FLOAT_FRACTIONAL_PART:
        return isfinite(x.real) ? give_real(context, modf(x.real, &whole), out) : undefined(context);
    default:
        if (rounding_of(functor) == round && x.real == 0x1p63)
            return undefined(context); /* SWI-Prolog has an answer of its own */
        return rounding_of(functor) ? give_whole(context, rounding_of(functor)(x.real), out)
                                    : apply_real(context, functor, x.real, out);
    }
}

static bool power_of(Context *context, Large x, Large y, Value *out)
{
    Value base = {.integer = x};
    *out = (Value){.integer = 1};
    for (; y > 0; y >>= 1) {
        if (y & 1 && !give_product(context, out->integer, base.integer, out))
            return false;
        if (y > 1 && !give_product(context, base.integer, base.integer, &base))
            return false;
    }
    return true;
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
        if (y.integer > 0)
            return power_of(context, x.integer, y.integer, out);
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
        return undefined(context); /* two roundings */
    return give_real(context, a / b, out);
}

/*  The smaller or larger one; of a float and an integer that are equal, the float; -0.0 is below 0. */
static bool choose(Context *context, bool largest, Value x, Value y, Value *out)
{
    double a = real_of(x), b = real_of(y);
    if (!x.is_float && !y.is_float)
        return give(context, (x.integer < y.integer) == largest ? y.integer : x.integer, out);
    if (isnan(a) || isnan(b))
        return undefined(context);
    if (a != b)
        *out = (a < b) == largest ? y : x;
    else if (x.is_float && y.is_float && isinf(a))
        return undefined(context);
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

static bool shift_left(Context *context, Large x, Large y, Value *out)
{
    if (x == 0)
        return give(context, 0, out);
    return y <= 120 ? give_product(context, x, (Large)1 << y, out) : too_large(context);
}

static bool shift_right(Context *context, Large x, Large y, Value *out)
{
    return give(context, x >> (y > 126 ? 126 : (int)y), out);
}

static Large common_divisor(Large x, Large y)
{
    Large a = x < 0 ? -x : x, b = y < 0 ? -y : y;
    while (b != 0) {
        Large rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/*  Division: `//` towards zero, `div` downwards; the rest of `rem` has the sign of x, that of `mod` the sign of y. */
static bool divide_integers(Context *context, uint32_t functor, Large x, Large y, Value *out)
{
    if (y == 0)
        return undefined(context);
    Large rest = x % y;
    bool is_odd = rest != 0 && (rest < 0) != (y < 0);
    switch (functor) {
    case FUNCTOR_QUOTIENT:
        return give(context, x / y, out);
    case FUNCTOR_DIV:
        return give(context, x / y - is_odd, out);
    case FUNCTOR_REM:
        return give(context, rest, out);
    default:
        return give(context, is_odd ? rest + y : rest, out);
    }
}

static bool apply_integers(Context *context, uint32_t functor, Large x, Large y, Value *out)
{
    switch (functor) {
    case FUNCTOR_PLUS:
        return give(context, x + y, out);
    case FUNCTOR_MINUS:
        return give(context, x - y, out);
    case FUNCTOR_TIMES:
        return give_product(context, x, y, out);
    case FUNCTOR_QUOTIENT:
    case FUNCTOR_DIV:
    case FUNCTOR_MOD:
    case FUNCTOR_REM:
        return divide_integers(context, functor, x, y, out);
    case FUNCTOR_SHIFT_RIGHT:
        if (y > INT64_MAX || y < -INT64_MAX)
            return undefined(context);
        return y < 0 ? shift_left(context, x, -y, out) : shift_right(context, x, y, out);
    case FUNCTOR_SHIFT_LEFT:
        if (y > INT64_MAX || y < -INT64_MAX)
            return undefined(context);
        return y < 0 ? shift_right(context, x, -y, out) : shift_left(context, x, y, out);
    case FUNCTOR_BIT_AND:
        return give(context, x & y, out);
    case FUNCTOR_BIT_OR:
        return give(context, x | y, out);
    case FUNCTOR_XOR:
        return give(context, x ^ y, out);
    case FUNCTOR_GCD:
        return give(context, common_divisor(x, y), out);
    case FUNCTOR_LCM:
        if (x == 0 || y == 0)
            return give(context, 0, out);
        return give_product(context, x / common_divisor(x, y), y, out) &&
               give(context, out->integer < 0 ? -out->integer : out->integer, out);
    case FUNCTOR_GETBIT:
        if (x < 0 || y < 0)
            return undefined(context);
        return give(context, y > 126 ? 0 : x >> (int)y & 1, out);
    default:
        return apply_reals(context, functor, (Value){.integer = x}, (Value){.integer = y}, out);
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
        return x.is_float || y.is_float ? apply_reals(context, functor, x, y, out)
                                        : apply_integers(context, functor, x.integer, y.integer, out);
    }
}
