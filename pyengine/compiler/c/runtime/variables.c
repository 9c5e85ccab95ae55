/*  Words gathered, the variables of terms, and solutions grouped by them. */

#include "context.h"
#include "gathering.h"
#include "lists.h"
#include "names.h"
#include "walk.h"

enum { FIRST_ROOM = 256 };

Collections *make_collections(void)
{
    Collections *collections = calloc(1, sizeof(Collections));
    if (collections == NULL)
        return NULL;
    collections->words = malloc(FIRST_ROOM * sizeof *collections->words);
    collections->room = collections->words == NULL ? 0 : FIRST_ROOM;
    return collections;
}

void free_collections(Collections *collections)
{
    if (collections != NULL)
        free(collections->words);
    free(collections);
}

void forget_gatherings(Collections *collections)
{
    collections->count = 0;
}

bool grow_collections(Context *context)
{
    Collections *collections = context->collections;
    size_t room = collections->room ? 2 * collections->room : FIRST_ROOM;
    if (room > context->heap_words + FIRST_ROOM)
        return stop(context, FULL, "solutions");
    Word *words = realloc(collections->words, room * sizeof *words);
    if (words == NULL)
        return stop(context, FULL, "solutions");
    collections->words = words;
    collections->room = room;
    return true;
}

Word *new_list(Context *context, size_t count, Word end, Word *out)
{
    Word *cells = take(context, 2 * count);
    *out = end;
    if (cells == NULL || count == 0)
        return cells;
    *out = (Word)cells | LIST;
    for (size_t i = 1; i < count; i++)
        cells[2 * i - 1] = (Word)(cells + 2 * i) | LIST;
    cells[2 * count - 1] = end;
    return cells;
}

bool list_of(Context *context, const Word *words, size_t count, Word end, Word *out)
{
    Word *cells = new_list(context, count, end, out);
    for (size_t i = 0; cells != NULL && i < count; i++)
        cells[2 * i] = words[i];
    return cells != NULL;
}

/*  Gather the unbound variables of a term, first occurrence first, and bind each of them: the caller undoes that. */
static bool gather_and_bind(Context *context, Word term)
{
    Walk walk;
    begin_walk(&walk);
    bool going;
    do {
        term = deref(term);
        going = TAG(term) == REF ? gather_word(context, term) && bind(context, term, NIL)
                                 : !is_compound_word(term) || step(context);
    } while (going && walk_on(&walk, &term));
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
    NEED(list_length(context, pairs, &length));
    *count = (size_t)length;
    *keys = TAKEN(context, 2 * *count);
    *templates = *keys + *count;
    for (size_t i = 0; next_item(context, &pairs, &pair); i++) {
        if (TAG(pair) != STRUCT || FUNCTOR(pair) != FUNCTOR_MINUS)
            return stop(context, BEYOND, "a solution that is no pair");
        (*keys)[i] = deref(ARG(pair, 1));
        (*templates)[i] = deref(ARG(pair, 2));
    }
    return context->reason == GOING;
}

bool give_groups(Context *context, int is_set, Word witness, Word pairs, Word result, bool (*next)(Context *, void *),
                 void *frame)
{
    Word *keys, *templates, values;
    size_t count, end;
    NEED(split_pairs(context, pairs, &keys, &templates, &count));
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
            NEED(next(context, frame));
        } else if (context->reason != GOING) {
            return false;
        }
        undo(context, trailed);
        release(context, mark);
    }
    return true;
}
