/*  Lists sorted, added up, and freed of duplicates. */

#include "arithmetic.h"
#include "gathering.h"
#include "lists.h"
#include "names.h"

enum { FEW = 64, CELLS_OF_A_STEP = 64 }; /* so many items are compared with each other, rather than sorted */

/*  Put the items of a list that is closed behind room for so many cells. The list may then be built in the cells, and
    `top` put behind them. */
static bool open_list(Context *context, Word list, Word **cells, Word **items, size_t *count)
{
    int64_t length;
    Word item;
    NEED(list_length(context, list, &length));
    *count = (size_t)length;
    *cells = TAKEN(context, 3 * *count);
    *items = *cells + 2 * *count;
    for (Word *next = *items; next_item(context, &list, &item);)
        *next++ = item;
    return context->reason == GOING;
}

/*  Build the list in its cells and give back the room behind. */
static bool close_list(Context *context, Word *cells, const Word *items, size_t count, Word *out)
{
    context->top = cells;
    return list_of(context, items, count, NIL, out);
}

bool sort_list(Context *context, int unique, Word list, Word *out)
{
    Word *cells, *items;
    size_t count;
    return open_list(context, list, &cells, &items, &count) && sort_words(context, items, &count, unique) &&
           close_list(context, cells, items, count, out);
}

/*  Sort by an argument of the items, from 1. */
static bool sort_by_argument(Context *context, int64_t place, Word list, bool down, bool unique, Word *out)
{
    Word *cells, *items;
    size_t count;
    NEED(open_list(context, list, &cells, &items, &count));
    Word *keys = TAKEN(context, count);
    for (size_t i = 0; i < count; i++) {
        int64_t arity = TAG(items[i]) == LIST ? 2 : TAG(items[i]) == STRUCT ? (int64_t)ARITY(items[i]) : 0;
        if (place > arity)
            return stop(context, BEYOND, "an item without the argument to sort by");
        keys[i] = deref(TAG(items[i]) == LIST ? CELLS(items[i])[place - 1] : ARG(items[i], place));
    }
    return order_words(context, keys, items, &count, down, unique) &&
           close_list(context, cells, items, count, out);
}

bool sorted_by(Context *context, Word key, Word order, Word list, Word *out)
{
    key = deref(key);
    order = deref(order);
    if (TAG(key) != INT || INT_VALUE(key) < 0 || TAG(order) != ATOM)
        return stop(context, BEYOND, "a key or an order");
    uint32_t direction = ATOM_NUMBER(order);
    bool down = direction == ATOM_AFTER || direction == ATOM_NOT_BEFORE;
    bool unique = direction == ATOM_BEFORE || direction == ATOM_AFTER;
    if (!down && !unique && direction != ATOM_NOT_AFTER)
        return stop(context, BEYOND, "an order");
    if (INT_VALUE(key) > 0)
        return sort_by_argument(context, INT_VALUE(key), list, down, unique, out);
    Word *cells, *items;
    size_t count;
    return open_list(context, list, &cells, &items, &count) &&
           order_words(context, items, items, &count, down, unique) &&
           close_list(context, cells, items, count, out);
}

bool keysorted(Context *context, Word list, Word *out)
{
    Word item;
    for (Word rest = list; next_item(context, &rest, &item);) {
        if (TAG(item) != STRUCT || FUNCTOR(item) != FUNCTOR_MINUS)
            return stop(context, BEYOND, "an item that is no pair");
    }
    return context->reason == GOING && sort_by_argument(context, 1, list, false, false, out);
}

/*  Tell whether a word is among others; a stop where that takes too long. */
static bool is_among(Context *context, Word word, const Word *others, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!step(context) || identical(context, word, others[i]))
            return true;
    }
    return false;
}

/*  Leave out what is the same as an earlier item, by way of a sorted copy, since there are many. */
static bool leave_out_later(Context *context, Word *items, size_t *count)
{
    Word *keys = TAKEN(context, 2 * *count);
    Word *places = keys + *count;
    for (size_t i = 0; i < *count; i++) {
        keys[i] = items[i];
        places[i] = INT_WORD((int64_t)i);
    }
    if (!order_words(context, keys, places, count, false, true) || !sort_words(context, places, count, false))
        return false;
    for (size_t i = 0; i < *count; i++)
        items[i] = items[INT_VALUE(places[i])];
    return true;
}

bool list_to_set(Context *context, Word list, Word *out)
{
    Word *cells, *items;
    size_t count, kept = 0;
    NEED(open_list(context, list, &cells, &items, &count));
    if (count > FEW)
        return leave_out_later(context, items, &count) && close_list(context, cells, items, count, out);
    if (leave_out_repeated(context, items, &count))
        return close_list(context, cells, items, count, out);
    NEED(context->reason == GOING);
    for (size_t i = 0; i < count; i++) {
        if (!is_among(context, items[i], items, kept))
            items[kept++] = items[i];
    }
    return context->reason == GOING && close_list(context, cells, items, kept, out);
}

bool is_set(Context *context, Word list)
{
    Word *mark = context->top, *cells, *items, end;
    size_t count;
    int64_t length;
    if (!list_end(context, list, &length, &end) || end != NIL || !open_list(context, list, &cells, &items, &count))
        return false;
    bool is_set = true;
    for (size_t i = 1; i < count && is_set; i++)
        is_set = !is_among(context, items[i], items, i);
    context->top = mark;
    return is_set;
}

bool subtracted(Context *context, Word list, Word others, Word *out)
{
    Word *last = out, end = others;
    int64_t length = 0;
    for (; TAG(end) == LIST; end = TAIL(end))
        length++;
    if (end != NIL)
        return stop(context, BEYOND, "something that is not a list");
    for (; TAG(list) == LIST; list = TAIL(list)) {
        context->steps -= length / CELLS_OF_A_STEP; /* so that the clock is looked at before long */
        NEED(step(context));
        if (!is_member(context, HEAD(list), others) && !add_item(context, HEAD(list), &last))
            return false;
    }
    *last = NIL;
    return list == NIL || stop(context, BEYOND, "something that is not a list");
}

bool sum_of_list(Context *context, Word list, Word *out)
{
    Value total = {.integer = 0}, value;
    Word item;
    while (next_item(context, &list, &item)) {
        if (!evaluate_value(context, item, &value) || !apply_two(context, FUNCTOR_PLUS, total, value, &total))
            return false;
    }
    if (context->reason != GOING)
        return false;
    if (list != NIL)
        return stop(context, BEYOND, "something that is not a list");
    return value_word(context, total, out);
}

bool any_sum_of_list(Context *context, Word list, Word sum)
{
    Word found;
    return sum_of_list(context, list, &found) && unify(context, sum, found);
}

/*  The largest or smallest of a list without references; a list of one item is that item, whatever it is. */
bool extreme(Context *context, int functor, Word list, Word *out)
{
    Value best, value;
    Word end = list;
    while (TAG(end) == LIST)
        end = TAIL(end);
    if (end != NIL)
        return stop(context, BEYOND, "something that is not a list");
    if (list == NIL)
        return false;
    *out = HEAD(list);
    if (TAIL(list) == NIL)
        return true;
    NEED(evaluate_value(context, *out, &best));
    for (list = TAIL(list); TAG(list) == LIST; list = TAIL(list)) {
        if (!evaluate_value(context, HEAD(list), &value) || !apply_two(context, (uint32_t)functor, value, best, &best))
            return false;
    }
    return value_word(context, best, out);
}
