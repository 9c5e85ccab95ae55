/*  Lists taken apart and put together. */

#include "lists.h"
#include "gathering.h"

enum { LONGEST = 50000000 };

static bool not_a_list(Context *context)
{
    return stop(context, BEYOND, "something that is not a list");
}

bool list_end(Context *context, Word list, int64_t *count, Word *end)
{
    Word item;
    *count = 0;
    while (next_item(context, &list, &item))
        ++*count;
    *end = list;
    return context->reason == GOING;
}

bool list_length(Context *context, Word list, int64_t *out)
{
    Word end;
    return list_end(context, list, out, &end) && (end == NIL || not_a_list(context));
}

bool has_length(Context *context, Word list, int64_t length)
{
    int64_t found;
    if (length < 0)
        return stop(context, BEYOND, "a negative length");
    return list_length(context, list, &found) && found == length;
}

bool proper_length(Context *context, Word list, int64_t *out)
{
    Word end;
    return list_end(context, list, out, &end) && end == NIL;
}

bool list_of_length(Context *context, int64_t length, Word *out)
{
    if (length < 0 || length > LONGEST)
        return stop(context, BEYOND, "a length");
    Word *cells = new_list(context, (size_t)length, NIL, out);
    for (int64_t i = 0; cells != NULL && i < length; i++)
        cells[2 * i] = (Word)(cells + 2 * i);
    return cells != NULL;
}

/*  Lists of all lengths for one that ends in a variable. */
static bool longer_and_longer(Context *context, Word end, int64_t count, Word length,
                              bool (*next)(Context *, void *), void *frame)
{
    size_t trailed = context->trailed;
    Word *mark = context->top, more;
    for (int64_t i = 0;; i++) {
        if (!step(context) || !list_of_length(context, i, &more) || !unify(context, end, more) ||
            !unify(context, length, INT_WORD(count + i)) || !next(context, frame))
            return false;
        undo(context, trailed);
        release(context, mark);
    }
}

bool any_length(Context *context, Word list, Word length, bool (*next)(Context *, void *), void *frame)
{
    int64_t count;
    Word end, more;
    NEED(list_end(context, list, &count, &end));
    length = deref(length);
    if ((TAG(length) != REF && TAG(length) != INT) || (end != NIL && TAG(end) != REF) ||
        (TAG(length) == INT && INT_VALUE(length) < 0))
        return not_a_list(context);
    if (end == NIL) {
        if (unify(context, length, INT_WORD(count)))
            return next(context, frame);
        return context->reason == GOING;
    }
    if (TAG(length) == REF)
        return length == end ? not_a_list(context) : longer_and_longer(context, end, count, length, next, frame);
    if (INT_VALUE(length) < count)
        return true;
    if (!list_of_length(context, INT_VALUE(length) - count, &more) || !unify(context, end, more))
        return false;
    return next(context, frame);
}

bool without_first(Context *context, Word item, Word list, Word *out)
{
    size_t before = 0;
    Word rest = list;
    for (; TAG(rest) == LIST && !same_ground(HEAD(rest), item); rest = TAIL(rest))
        before++;
    if (TAG(rest) != LIST)
        return false;
    Word *cells = new_list(context, before, TAIL(rest), out);
    for (; cells != NULL && list != rest; list = TAIL(list), cells += 2)
        cells[0] = HEAD(list);
    return cells != NULL;
}

/*  Copy the cells of a list to the top of the heap, so that more can follow; `last` is where the next goes. */
static bool copy_cells(Context *context, Word list, Word **last)
{
    for (; TAG(list) == LIST; list = TAIL(list)) {
        NEED(add_item(context, HEAD(list), last));
    }
    return true;
}

bool appended(Context *context, Word first, Word second, Word *out)
{
    Word end = first, *last = out;
    while (TAG(end) == LIST)
        end = TAIL(end);
    if (end != NIL || !copy_cells(context, first, &last))
        return false;
    *last = second;
    return true;
}

bool joined_lists(Context *context, Word lists, Word *out)
{
    Word *last = out;
    bool are_lists = true;
    Word rest = lists;
    for (; TAG(rest) == LIST; rest = TAIL(rest)) {
        Word end = HEAD(rest);
        while (TAG(end) == LIST)
            end = TAIL(end);
        are_lists = are_lists && end == NIL;
    }
    if (rest != NIL)
        return not_a_list(context);
    if (!are_lists)
        return false;
    for (; TAG(lists) == LIST; lists = TAIL(lists)) {
        NEED(copy_cells(context, HEAD(lists), &last));
    }
    *last = NIL;
    return true;
}

bool reversed_list(Context *context, Word list, Word *out)
{
    Word made = NIL, *mark = context->top;
    for (; TAG(list) == LIST; list = TAIL(list)) {
        Word *cells = TAKEN(context, 2);
        cells[0] = HEAD(list);
        cells[1] = made;
        made = (Word)cells | LIST;
    }
    *out = made;
    if (list != NIL)
        context->top = mark;
    return list == NIL;
}

bool item_from(Context *context, int base, int64_t index, Word list, Word *out)
{
    (void)context;
    for (index -= base; TAG(list) == LIST && index >= 0; list = TAIL(list), index--) {
        if (index == 0) {
            *out = HEAD(list);
            return true;
        }
    }
    return false;
}

bool numbered_items(Context *context, int base, Word list, bool (*next)(Context *, void *, int64_t, Word), void *frame)
{
    int64_t index = base;
    Word *mark = context->top;
    for (; TAG(list) == LIST; list = TAIL(list)) {
        if (!step(context) || !next(context, frame, index++, HEAD(list)))
            return false;
        release(context, mark);
    }
    return true;
}

bool last_item(Context *context, Word list, Word *out)
{
    (void)context;
    bool found = false;
    for (; TAG(list) == LIST; list = TAIL(list)) {
        *out = HEAD(list);
        found = true;
    }
    return found && list == NIL;
}

/*  Lists within lists are left to the solutions gathered: first what is still to be flattened, then what is found. */
bool flattened(Context *context, Word list, Word *out)
{
    Gathering waiting = start_gathering(context);
    Word *last = out;
    bool going = gather_word(context, list);
    while (going && gathered_count(context, waiting) > 0) {
        Word item = deref(context->collections->words[--context->collections->count]);
        going = step(context);
        if (TAG(item) == LIST)
            going = going && gather_word(context, TAIL(item)) && gather_word(context, HEAD(item));
        else if (item != NIL)
            going = going && add_item(context, item, &last);
    }
    *last = NIL;
    end_gathering(context, waiting);
    return going;
}

bool list_of_integers(Context *context, int64_t low, int64_t high, Word *out)
{
    if (low > high)
        return false;
    if (high - low >= LONGEST)
        return stop(context, BEYOND, "a long list");
    size_t count = (size_t)(high - low) + 1;
    Word *cells = new_list(context, count, NIL, out);
    for (size_t i = 0; cells != NULL && i < count; i++)
        cells[2 * i] = INT_WORD(low + (int64_t)i);
    return cells != NULL;
}
