/*  Predicates on integers that are called in several ways. */

#include "arithmetic.h"
#include "names.h"

static bool unfit(Context *context)
{
    return stop(context, BEYOND, "something that is not an integer");
}

bool any_successor(Context *context, Word x, Word y)
{
    int64_t found;
    x = deref(x);
    y = deref(y);
    if ((TAG(x) != INT && TAG(x) != REF) || (TAG(y) != INT && TAG(y) != REF) || (TAG(x) == REF && TAG(y) == REF))
        return unfit(context);
    if (TAG(y) == INT && INT_VALUE(y) < 0)
        return unfit(context);
    if (TAG(x) == INT)
        return successor(context, INT_VALUE(x), &found) && unify(context, y, INT_WORD(found));
    return predecessor(context, INT_VALUE(y), &found) && unify(context, x, INT_WORD(found));
}

bool any_sum(Context *context, Word x, Word y, Word z)
{
    int64_t made;
    Word words[3] = {deref(x), deref(y), deref(z)};
    int unknown = 2;
    for (int i = 2; i >= 0; i--) {
        if (TAG(words[i]) != INT)
            unknown = i;
    }
    for (int i = 0; i < 3; i++) {
        if (TAG(words[i]) != INT && (i != unknown || TAG(words[i]) != REF))
            return unfit(context);
    }
    int64_t a = INT_VALUE(words[0]), b = INT_VALUE(words[1]), sum = INT_VALUE(words[2]);
    return give_int(context, unknown == 2 ? a + b : sum - (unknown == 1 ? a : b), &made) &&
           unify(context, words[unknown], INT_WORD(made));
}

/*  The upper end of between/3; infinite is beyond all integers. */
static bool upper_end(Context *context, Word high, int64_t *out)
{
    high = deref(high);
    *out = INT64_MAX;
    if (high == ATOM_WORD(ATOM_INF) || high == ATOM_WORD(ATOM_INFINITE))
        return true;
    *out = INT_VALUE(high);
    return TAG(high) == INT || unfit(context);
}

bool is_between(Context *context, int64_t low, Word high, int64_t x)
{
    int64_t last;
    return upper_end(context, high, &last) && low <= x && x <= last;
}

bool all_between(Context *context, int64_t low, Word high, bool (*next)(Context *, void *, int64_t), void *frame)
{
    int64_t last;
    NEED(upper_end(context, high, &last));
    Word *mark = context->top;
    for (int64_t i = low; i <= last; i++) {
        if (i > MOST_INT)
            return out_of_bounds(context);
        if (!step(context) || !next(context, frame, i))
            return false;
        release(context, mark);
    }
    return true;
}

/*  What any_between goes on with: the variable, and who wants its values. */
typedef struct {
    Word variable;
    size_t trailed;
    bool (*next)(Context *, void *);
    void *frame;
} Enumeration;

static bool bind_next(Context *context, void *frame, int64_t value)
{
    const Enumeration *enumeration = frame;
    undo(context, enumeration->trailed);
    return bind(context, enumeration->variable, INT_WORD(value)) && enumeration->next(context, enumeration->frame);
}

bool any_between(Context *context, Word low, Word high, Word x, bool (*next)(Context *, void *), void *frame)
{
    low = deref(low);
    x = deref(x);
    if (TAG(low) != INT || (TAG(x) != INT && TAG(x) != REF))
        return unfit(context);
    if (TAG(x) == INT) {
        if (is_between(context, INT_VALUE(low), high, INT_VALUE(x)))
            return next(context, frame);
        return context->reason == GOING;
    }
    Enumeration enumeration = {x, context->trailed, next, frame};
    return all_between(context, INT_VALUE(low), high, bind_next, &enumeration);
}
