/*  The variables of terms, and solutions grouped by them. */

#include "context.h"
#include "gathering.h"
#include "lists.h"
#include "names.h"
#include "sorting.h"
#include "structure.h"
#include "walk.h"

/*  Gather the unbound variables of a term, first occurrence first, and bind each of them: the caller undoes that. */
static bool gather_and_bind(Context *context, Word term)
{
    Walk walk;
    begin_walk(&walk);
    bool going = true;
    do {
        for (;;) {
            term = deref(term);
            if (TAG(term) == REF)
                going = gather_word(context, term) && bind(context, term, NIL);
            if (TAG(term) != LIST && TAG(term) != STRUCT)
                break;
            if (!(going = step(context)) || !enter_term(&walk, &term))
                break;
        }
    } while (going && next_word(&walk, &term));
    end_walk(&walk);
    return going;
}

bool gather_variables(Context *context, Word term)
{
    size_t mark = context->trailed;
    bool going = gather_and_bind(context, term);
    undo(context, mark);
    return going;
}

bool no_variables(Context *context, Word x, Word *out)
{
    (void)context;
    (void)x;
    *out = NIL;
    return true;
}

bool term_variables_and(Context *context, Word x, Word found, Word tail)
{
    Gathering variables = start_gathering(context);
    Word made = NIL;
    bool going = gather_variables(context, x) && list_of(context, gathered_words(context, variables),
                                                         gathered_count(context, variables), tail, &made);
    end_gathering(context, variables);
    return going && unify(context, found, made);
}

bool term_variables(Context *context, Word x, Word found)
{
    return term_variables_and(context, x, found, NIL);
}

bool free_variables(Context *context, Word bound, Word goal, Word *out)
{
    size_t mark = context->trailed;
    Gathering variables = start_gathering(context);
    bool going = gather_and_bind(context, bound);
    size_t skipped = gathered_count(context, variables);
    going = going && gather_and_bind(context, goal);
    undo(context, mark);
    size_t count = gathered_count(context, variables) - skipped;
    *out = ATOM_WORD(ATOM_V);
    if (going && count > 0)
        going = make_compound(context, *out, gathered_words(context, variables) + skipped, count, out);
    end_gathering(context, variables);
    return going;
}

/*  The solutions of a group as bagof/3 or setof/3 give them. */
static bool give_group(Context *context, const Word *templates, size_t count, bool is_set, Word *out)
{
    Word *copy = take(context, 3 * count), *items = copy + 2 * count;
    if (copy == NULL)
        return false;
    memcpy(items, templates, count * sizeof *items);
    if (is_set && !sort_words(context, items, &count, true))
        return false;
    context->top = copy;
    return list_of(context, items, count, NIL, out);
}

/*  Split pairs Witness-Template into two arrays on the heap. */
static bool split_pairs(Context *context, Word pairs, Word **keys, Word **templates, size_t *count)
{
    int64_t length;
    Word pair;
    if (!list_length(context, pairs, &length))
        return false;
    *count = (size_t)length;
    *keys = take(context, 2 * *count);
    if (*keys == NULL)
        return false;
    *templates = *keys + *count;
    for (size_t i = 0; next_item(context, &pairs, &pair); i++) {
        if (TAG(pair) != STRUCT || FUNCTOR(pair) != FUNCTOR_MINUS)
            return stop(context, BEYOND, "a solution that is no pair");
        (*keys)[i] = deref(ARG(pair, 1));
        (*templates)[i] = deref(ARG(pair, 2));
    }
    return context->reason == GOING;
}

static bool give_groups(Context *context, Word witness, Word pairs, Word result, bool is_set,
                        bool (*next)(Context *, void *), void *frame)
{
    Word *keys, *templates, values;
    size_t count, end;
    if (!split_pairs(context, pairs, &keys, &templates, &count))
        return false;
    bool has_groups = TAG(deref(witness)) == STRUCT;
    for (size_t i = 0; has_groups && i < count; i++) {
        if (!is_ground(context, keys[i]))
            return stop(context, BEYOND, "a group that is not ground");
    }
    if (has_groups && !sort_by_keys(context, keys, templates, &count, false, false))
        return false;
    size_t trailed = context->trailed;
    Word *mark = context->top;
    for (size_t i = 0; i < count; i = end) {
        end = has_groups ? i + 1 : count;
        while (end < count && identical(context, keys[i], keys[end]))
            end++;
        if (!step(context) || !give_group(context, templates + i, end - i, is_set, &values))
            return false;
        if ((!has_groups || unify(context, witness, keys[i])) && unify(context, result, values)) {
            if (!next(context, frame))
                return false;
        } else if (context->reason != GOING) {
            return false;
        }
        undo(context, trailed);
        release(context, mark);
    }
    return true;
}

bool grouped(Context *context, Word witness, Word pairs, Word result, bool (*next)(Context *, void *), void *frame)
{
    return give_groups(context, witness, pairs, result, false, next, frame);
}

bool grouped_sets(Context *context, Word witness, Word pairs, Word result, bool (*next)(Context *, void *),
                  void *frame)
{
    return give_groups(context, witness, pairs, result, true, next, frame);
}
