/*  The standard order of terms: variables, numbers, strings, [], atoms, compound terms. */

#include "boxes.h"
#include "context.h"
#include "walk.h"

#include <math.h>

static int rank_of(Word word)
{
    switch (TAG(word)) {
    case REF:
        return 0;
    case INT:
        return 1;
    case BOX:
        return is_string(word) ? 2 : 1;
    case ATOM:
        return word == NIL ? 3 : 4;
    default:
        return 5;
    }
}

static inline int sign_of(int64_t left, int64_t right)
{
    return (left > right) - (left < right);
}

/*  By value, beside a float as floats; of equal ones a float is first, and -0.0 before 0.0. NaN is before all. */
static int compare_values(Word left, Word right)
{
    if (TAG(left) == INT && TAG(right) == INT)
        return sign_of(INT_VALUE(left), INT_VALUE(right));
    if (!is_float(left) && !is_float(right)) {
        Large a = large_value(left), b = large_value(right);
        return (a > b) - (a < b);
    }
    double a = is_float(left) ? float_value(left) : (double)large_value(left);
    double b = is_float(right) ? float_value(right) : (double)large_value(right);
    if (isnan(a) || isnan(b))
        return (isnan(b) != 0) - (isnan(a) != 0);
    if (a != b)
        return a < b ? -1 : 1;
    if (is_float(left) != is_float(right))
        return is_float(left) ? -1 : 1;
    return (signbit(b) != 0) - (signbit(a) != 0);
}

static int compare_bytes(const char *left, size_t left_bytes, const char *right, size_t right_bytes)
{
    int found = memcmp(left, right, left_bytes < right_bytes ? left_bytes : right_bytes);
    return found != 0 ? found : sign_of((int64_t)left_bytes, (int64_t)right_bytes);
}

static int compare_atoms(const Context *context, uint32_t left, uint32_t right)
{
    const Atom *a = atom_of(context->symbols, left), *b = atom_of(context->symbols, right);
    if (a->rank != UINT32_MAX && b->rank != UINT32_MAX)
        return sign_of(a->rank, b->rank);
    return compare_bytes(a->text, a->bytes, b->text, b->bytes);
}

/*  Compare what differs in functor, or is the same: then 0. */
static int compare_functors(const Context *context, Word left, Word right)
{
    uint32_t a = TAG(left) == LIST ? 2 : ARITY(left), b = TAG(right) == LIST ? 2 : ARITY(right);
    if (a != b)
        return sign_of(a, b);
    uint32_t first = TAG(left) == LIST ? 0 : FUNCTOR(left), second = TAG(right) == LIST ? 0 : FUNCTOR(right);
    if (first == second)
        return 0;
    return compare_atoms(context, functor_of(context->symbols, first).name, functor_of(context->symbols, second).name);
}

/*  Compare two different words that are not both compound. */
static int compare_simple(Context *context, Word left, Word right)
{
    int a = rank_of(left), b = rank_of(right);
    if (a != b)
        return a - b;
    switch (a) {
    case 0:
        stop(context, BEYOND, "the order of variables");
        return 0;
    case 1:
        return compare_values(left, right);
    case 2:
        return compare_bytes(string_text(left), string_bytes(left), string_text(right), string_bytes(right));
    default:
        return compare_atoms(context, ATOM_NUMBER(left), ATOM_NUMBER(right));
    }
}

int compare_terms(Context *context, Word left, Word right)
{
    Walk walk;
    begin_walk(&walk);
    int found = 0;
    do {
        for (;;) {
            left = deref(left);
            right = deref(right);
            if (left == right)
                break;
            if (TAG(left) == INT && TAG(right) == INT) {
                found = sign_of((int64_t)left, (int64_t)right);
                break;
            }
            if (!is_compound_word(left) || !is_compound_word(right)) {
                found = compare_simple(context, left, right);
                break;
            }
            if (TAG(left) != TAG(right) || (TAG(left) == STRUCT && *CELLS(left) != *CELLS(right))) {
                found = compare_functors(context, left, right);
                if (found != 0)
                    break;
            }
            size_t count;
            const Word *a = arguments(left, &count), *b = arguments(right, &count);
            if (count == 0 || !step(context)) /* terms with variables may contain themselves */
                break;
            enter(&walk, a, b, count);
            left = *a;
            right = *b;
        }
    } while (found == 0 && context->reason == GOING && next_pair(&walk, &left, &right));
    end_walk(&walk);
    return found;
}
