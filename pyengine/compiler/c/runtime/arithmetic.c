/*  Expressions evaluated. Operands go from the last to the first, as in SWI-Prolog; but an error stops anyway. */

#include "arithmetic.h"
#include "boxes.h"
#include "context.h"
#include "names.h"

#include <float.h>
#include <math.h>

static bool not_evaluable(Context *context)
{
    return stop(context, BEYOND, "an expression that is no number");
}

static bool evaluate_atom(Context *context, uint32_t number, Value *out)
{
    static const struct { uint32_t atom; double value; } CONSTANTS[] = {
        {ATOM_PI, 3.14159265358979323846}, {ATOM_E, 2.71828182845904523536}, {ATOM_INF, INFINITY},
        {ATOM_NAN, NAN},                   {ATOM_EPSILON, DBL_EPSILON},
    };
    for (size_t i = 0; i < sizeof CONSTANTS / sizeof *CONSTANTS; i++) {
        if (CONSTANTS[i].atom == number) {
            *out = (Value){.is_float = true, .real = CONSTANTS[i].value};
            return true;
        }
    }
    return not_evaluable(context);
}

/*  A list of one item is its code. */
static bool evaluate_list(Context *context, Word list, Value *out)
{
    Word item = deref(HEAD(list));
    if (TAG(item) != INT || INT_VALUE(item) < 0 || INT_VALUE(item) > 0x10ffff || deref(TAIL(list)) != NIL)
        return not_evaluable(context);
    *out = (Value){.integer = INT_VALUE(item)};
    return true;
}

static bool evaluate_struct(Context *context, Word term, Value *out)
{
    NEED(descend(context));
    Value x, y;
    switch (ARITY(term)) {
    case 1:
        return evaluate_value(context, ARG(term, 1), &x) && apply_one(context, FUNCTOR(term), x, out);
    case 2:
        if (FUNCTOR(term) == FUNCTOR_COLON)
            return evaluate_value(context, ARG(term, 2), out);
        return evaluate_value(context, ARG(term, 2), &y) && evaluate_value(context, ARG(term, 1), &x) &&
               apply_two(context, FUNCTOR(term), x, y, out);
    default:
        return not_evaluable(context);
    }
}

bool evaluate_value(Context *context, Word term, Value *out)
{
    term = deref(term);
    switch (TAG(term)) {
    case INT:
        *out = (Value){.integer = INT_VALUE(term)};
        return true;
    case ATOM:
        return evaluate_atom(context, ATOM_NUMBER(term), out);
    case LIST:
        return evaluate_list(context, term, out);
    case STRUCT:
        return evaluate_struct(context, term, out);
    case BOX:
        if (is_string(term))
            return not_evaluable(context);
        *out = is_float(term) ? (Value){.is_float = true, .real = float_value(term)}
                              : (Value){.integer = large_value(term)};
        return true;
    default:
        return not_evaluable(context);
    }
}

bool value_word(Context *context, Value value, Word *out)
{
    if (!value.is_float)
        return large_word(context, value.integer, out);
    *out = make_float(context, value.real);
    return *out != 0;
}

bool evaluate_slowly(Context *context, Word term, Word *out)
{
    Value value;
    term = deref(term);
    if (is_float(term) || is_large(term)) {
        *out = term;
        return true;
    }
    return evaluate_value(context, term, &value) && value_word(context, value, out);
}

bool compare_slowly(Context *context, Word left, Word right, int *out)
{
    Value x, y;
    if (!evaluate_value(context, left, &x) || !evaluate_value(context, right, &y))
        return false;
    if (!x.is_float && !y.is_float) {
        *out = (x.integer > y.integer) - (x.integer < y.integer);
        return true;
    }
    double a = x.is_float ? x.real : (double)x.integer, b = y.is_float ? y.real : (double)y.integer;
    *out = (a > b) - (a < b);
    return (!isnan(a) && !isnan(b)) || stop(context, BEYOND, "nan");
}
