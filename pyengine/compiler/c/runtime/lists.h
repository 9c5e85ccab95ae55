/*  Lists: the built-ins that are worth a function. Names say what is given: `g` words are free of references. */

#pragma once

#include "terms.h"

/*  How many items a list has, and what ends it: any term that is no list cell. False is a stop. */
bool list_end(Context *context, Word list, int64_t *count, Word *end);

/*  A walk through cells: `for (; next_item(context, &list, &item);)`, after which `list` is what ends it. Each item is a
    step: look at `context->reason` afterwards. */
static inline bool next_item(Context *context, Word *list, Word *item)
{
    *list = deref(*list);
    if (TAG(*list) != LIST || !step(context))
        return false;
    *item = deref(HEAD(*list));
    *list = TAIL(*list);
    return true;
}

bool list_length(Context *context, Word list, int64_t *out);
bool has_length(Context *context, Word list, int64_t length);
bool list_of_length(Context *context, int64_t length, Word *out);
bool any_length(Context *context, Word list, Word length, bool (*next)(Context *, void *), void *frame);
bool proper_length(Context *context, Word list, int64_t *out);

/*  What phrase/2,3 want: a list or the beginning of one. */
static inline bool begins_list(Context *context, Word list)
{
    list = deref(list);
    return list == NIL || TAG(list) == LIST || TAG(list) == REF || stop(context, BEYOND, "something that is not a list");
}

/*  memberchk/2 */
static inline bool is_member(Context *context, Word item, Word list)
{
    for (; TAG(list) == LIST; list = TAIL(list)) {
        if (same_ground(HEAD(list), item))
            return true;
    }
    return list != NIL && stop(context, BEYOND, "something that is not a list");
}

/*  Add an item to a list that is made from its start on; `last` is where its next cell goes. False is a stop. */
static inline bool add_item(Context *context, Word item, Word **last)
{
    Word *cells = take(context, 2);
    if (cells == NULL)
        return false;
    cells[0] = item;
    **last = (Word)cells | LIST;
    *last = cells + 1;
    return true;
}

bool without_first(Context *context, Word item, Word list, Word *out);
bool joined_lists(Context *context, Word lists, Word *out);
bool appended(Context *context, Word first, Word second, Word *out);
bool reversed_list(Context *context, Word list, Word *out);
bool item_from_0(Context *context, int64_t index, Word list, Word *out);
bool item_from_1(Context *context, int64_t index, Word list, Word *out);
bool items_from_0(Context *context, Word list, bool (*next)(Context *, void *, int64_t, Word), void *frame);
bool items_from_1(Context *context, Word list, bool (*next)(Context *, void *, int64_t, Word), void *frame);
bool last_item(Context *context, Word list, Word *out);
bool flattened(Context *context, Word list, Word *out);
bool list_to_set(Context *context, Word list, Word *out);
bool is_set(Context *context, Word list);
bool subtracted(Context *context, Word list, Word others, Word *out);

bool sum_of_list(Context *context, Word list, Word *out);
bool any_sum_of_list(Context *context, Word list, Word sum);
bool max_of_list(Context *context, Word list, Word *out);
bool min_of_list(Context *context, Word list, Word *out);
bool list_of_integers(Context *context, int64_t low, int64_t high, Word *out);

bool msorted(Context *context, Word list, Word *out);
bool sorted_set(Context *context, Word list, Word *out);
bool sorted_by(Context *context, Word key, Word order, Word list, Word *out);
bool keysorted(Context *context, Word list, Word *out);
