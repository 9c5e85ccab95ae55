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
bool sort_list(Context *context, int unique, Word list, Word *out); /* msort/2, sort/2 */

/*  What phrase/2,3 want: a list or the beginning of one. */
static inline bool begins_list(Context *context, Word list)
{
    list = deref(list);
    return list == NIL || TAG(list) == LIST || TAG(list) == REF || stop(context, BEYOND, "something that is not a list");
}

/*  What nth0/3 and nth1/3 want where they are told a number: one that items can be counted by. */
static inline bool counts_items(Context *context, Word index)
{
    return TAG(deref(index)) == INT || stop(context, BEYOND, "a number that no list is as long as");
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
    Word *cells = TAKEN(context, 2);
    cells[0] = item;
    **last = (Word)cells | LIST;
    *last = cells + 1;
    return true;
}
