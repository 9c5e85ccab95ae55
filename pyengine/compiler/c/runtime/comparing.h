/*  Terms compared, and their types. */

#pragma once

/*  == of two words one of which is known to be atomic. */
#define SAME_ATOMIC(left, right)                                                                     \
    ({                                                                                               \
        Word left_ = (left), right_ = (right);                                                       \
        left_ == right_ || (TAG(right_) == BOX && TAG(left_) == BOX && same_ground(left_, right_));  \
    })

/*  What a word that may be a box says about it: equal words say the same. */
#define UNBOXED(word) (TAG(word) == BOX ? (Word)BOX : (word))

#include "boxes.h"
#include "names.h"
#include "terms.h"

static inline bool is_different(Context *context, Word x, Word y)
{
    return !identical(context, x, y) && context->reason == GOING;
}

static inline bool is_before(Context *context, Word x, Word y)
{
    return compare_terms(context, x, y) < 0;
}

static inline bool is_not_after(Context *context, Word x, Word y)
{
    return compare_terms(context, x, y) <= 0 && context->reason == GOING;
}

static inline bool is_after(Context *context, Word x, Word y)
{
    return compare_terms(context, x, y) > 0;
}

static inline bool is_not_before(Context *context, Word x, Word y)
{
    return compare_terms(context, x, y) >= 0 && context->reason == GOING;
}

/*  compare/3 */
static inline bool compared(Context *context, Word x, Word y, Word *out)
{
    int found = compare_terms(context, x, y);
    *out = ATOM_WORD(found < 0 ? ATOM_LESS : found > 0 ? ATOM_GREATER : ATOM_EQUAL);
    return context->reason == GOING;
}

/*  Types: of any words. */

static inline bool is_var(Context *context, Word x)
{
    (void)context;
    return TAG(deref(x)) == REF;
}

static inline bool is_nonvar(Context *context, Word x)
{
    return !is_var(context, x);
}

static inline bool is_integer(Context *context, Word x)
{
    (void)context;
    x = deref(x);
    return TAG(x) == INT || is_large(x);
}

static inline bool is_real(Context *context, Word x)
{
    (void)context;
    return is_float(deref(x));
}

static inline bool is_number(Context *context, Word x)
{
    return is_integer(context, x) || is_real(context, x);
}

static inline bool is_atom(Context *context, Word x)
{
    (void)context;
    x = deref(x);
    return TAG(x) == ATOM && x != NIL;
}

static inline bool is_text_string(Context *context, Word x)
{
    (void)context;
    return is_string(deref(x));
}

static inline bool is_compound(Context *context, Word x)
{
    (void)context;
    x = deref(x);
    return TAG(x) == LIST || TAG(x) == STRUCT;
}

static inline bool is_atomic(Context *context, Word x)
{
    return !is_var(context, x) && !is_compound(context, x);
}

static inline bool is_callable(Context *context, Word x)
{
    return is_atom(context, x) || is_compound(context, x);
}
