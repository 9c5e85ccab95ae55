/*  Terms taken apart and put together. */

#include "context.h"
#include "gathering.h"
#include "lists.h"
#include "names.h"
#include "walk.h"

enum { LARGEST_ARITY = 10000000 };

static bool unfit(Context *context)
{
    return stop(context, BEYOND, "an argument that does not fit");
}

/*  The name of a compound term. */
static Word name_of(const Context *context, Word x)
{
    uint32_t number = TAG(x) == LIST ? (uint32_t)FUNCTOR_CELL : FUNCTOR(x);
    return ATOM_WORD(functor_of(context->symbols, number).name);
}

/*  Room for a compound term; `args` is where its arguments go. */
static bool open_compound(Context *context, Word name, size_t count, Word *out, Word **args)
{
    uint32_t number;
    name = deref(name);
    if (TAG(name) != ATOM || name == NIL || count > LARGEST_ARITY)
        return unfit(context);
    NEED(find_functor(context, ATOM_NUMBER(name), (uint32_t)count, &number));
    bool is_cell = number == FUNCTOR_CELL;
    Word *cells = TAKEN(context, is_cell ? 2 : count + 1);
    *out = (Word)cells | (is_cell ? LIST : STRUCT);
    if (!is_cell)
        *cells++ = HEADER(number, count);
    *args = cells;
    return true;
}

bool make_compound(Context *context, Word name, const Word *args, size_t count, Word *out)
{
    Word *cells;
    NEED(open_compound(context, name, count, out, &cells));
    for (size_t i = 0; i < count; i++)
        cells[i] = args[i];
    return true;
}

bool parts_of(Context *context, Word x, Word *out)
{
    if (!is_compound_word(x))
        return list_of(context, &x, 1, NIL, out);
    size_t count;
    const Word *args = arguments(x, &count);
    Word name = name_of(context, x), rest;
    if (count == 0)
        return unfit(context);
    return list_of(context, args, count, NIL, &rest) && list_of(context, &name, 1, rest, out);
}

bool name_of_term(Context *context, Word x, Word *out)
{
    if (TAG(x) == STRUCT && ARITY(x) == 0)
        return unfit(context);
    *out = is_compound_word(x) ? name_of(context, x) : x;
    return true;
}

bool list_of_arguments(Context *context, Word x, Word *out)
{
    size_t count = 0;
    const Word *args = is_compound_word(x) ? arguments(x, &count) : NULL;
    return list_of(context, args, count, NIL, out);
}

bool is_made_of(Context *context, Word x, Word parts)
{
    Word *mark = context->top, found, end = parts;
    while (TAG(end) == LIST)
        end = TAIL(end);
    if (end != NIL)
        return unfit(context);
    bool same = parts_of(context, x, &found) && same_ground(found, parts);
    context->top = mark;
    return same;
}

bool term_of(Context *context, Word parts, Word *out)
{
    int64_t count;
    parts = deref(parts);
    NEED(list_length(context, parts, &count));
    if (count == 0)
        return unfit(context);
    Word name = deref(HEAD(parts)), *args, item;
    if (count == 1) {
        *out = name;
        return (TAG(name) != REF && !is_compound_word(name)) || unfit(context);
    }
    NEED(open_compound(context, name, (size_t)count - 1, out, &args));
    for (Word rest = TAIL(parts); next_item(context, &rest, &item);)
        *args++ = item;
    return context->reason == GOING;
}

/*  Unify the name and the arguments of a term with a list, one by one: what ends the list is looked at last. */
bool any_parts(Context *context, Word x, Word parts)
{
    Word made, own;
    x = deref(x);
    if (TAG(x) == REF)
        return term_of(context, parts, &made) && unify(context, x, made);
    NEED(parts_of(context, x, &own));
    for (; own != NIL; own = TAIL(own)) {
        parts = deref(parts);
        if (TAG(parts) == REF)
            return unify(context, parts, own);
        if (TAG(parts) != LIST)
            return parts != NIL && unfit(context);
        NEED(unify(context, HEAD(parts), HEAD(own)));
        parts = TAIL(parts);
    }
    parts = deref(parts);
    if (TAG(parts) == REF)
        return unify(context, parts, NIL);
    return parts == NIL || (TAG(parts) != LIST && unfit(context));
}

bool argument_at(Context *context, int64_t index, Word x, Word *out)
{
    if (!is_compound_word(x) || index < 0)
        return unfit(context);
    size_t count;
    const Word *args = arguments(x, &count);
    if (index == 0 || (uint64_t)index > count)
        return false;
    *out = args[index - 1];
    return true;
}

bool arguments_of(Context *context, Word x, bool (*next)(Context *, void *, int64_t, Word), void *frame)
{
    if (!is_compound_word(x))
        return unfit(context);
    size_t count;
    const Word *args = arguments(x, &count);
    Word *mark = context->top;
    for (size_t i = 0; i < count; i++) {
        if (!step(context) || !next(context, frame, (int64_t)i + 1, args[i]))
            return false;
        release(context, mark);
    }
    return true;
}

bool unified_argument(Context *context, int64_t index, Word x, Word value)
{
    x = deref(x);
    if (!is_compound_word(x) || index < 0)
        return unfit(context);
    size_t count;
    const Word *args = arguments(x, &count);
    return index > 0 && (uint64_t)index <= count && unified(context, value, args[index - 1]);
}

bool any_argument(Context *context, Word index, Word x, Word value, bool (*next)(Context *, void *), void *frame)
{
    index = deref(index);
    x = deref(x);
    if (!is_compound_word(x) || (TAG(index) != REF && TAG(index) != INT))
        return unfit(context);
    size_t count, trailed = context->trailed;
    const Word *args = arguments(x, &count);
    Word *mark = context->top;
    size_t first = 1, last = count;
    if (TAG(index) == INT) {
        if (INT_VALUE(index) < 0)
            return unfit(context);
        first = last = (size_t)INT_VALUE(index);
        if (first == 0 || first > count)
            return true;
    }
    for (size_t i = first; i <= last; i++) {
        NEED(step(context));
        bool unified = unify(context, value, args[i - 1]);
        bool indexed = unified && unify(context, index, INT_WORD((int64_t)i));
        if (context->reason != GOING || (indexed && !next(context, frame)))
            return false;
        if (unified && !indexed) /* the index stands in the value, too: SWI-Prolog looks no further */
            last = 0;
        undo(context, trailed);
        release(context, mark);
    }
    return true;
}

bool functor_and_arity(Context *context, Word x, Word *name, int64_t *arity)
{
    bool is_compound = is_compound_word(x);
    *name = is_compound ? name_of(context, x) : x;
    *arity = !is_compound ? 0 : TAG(x) == LIST ? 2 : (int64_t)ARITY(x);
    return !is_compound || *arity > 0 || unfit(context);
}

/*  A compound term whose arguments are new variables. */
static bool general_term(Context *context, Word name, int64_t arity, Word *out)
{
    Word *args;
    if (arity < 0 || arity > LARGEST_ARITY)
        return unfit(context);
    NEED(open_compound(context, name, (size_t)arity, out, &args));
    for (int64_t i = 0; i < arity; i++)
        args[i] = (Word)(args + i);
    return true;
}

bool term_with(Context *context, Word name, Word arity, Word *out)
{
    name = deref(name);
    arity = deref(arity);
    if (TAG(arity) != INT || TAG(name) == REF || is_compound_word(name))
        return unfit(context);
    *out = name;
    return arity == INT_WORD(0) || general_term(context, name, INT_VALUE(arity), out);
}

bool any_functor(Context *context, Word x, Word name, Word arity)
{
    Word made;
    int64_t count;
    x = deref(x);
    if (TAG(x) == REF)
        return term_with(context, name, arity, &made) && unify(context, x, made);
    return functor_and_arity(context, x, &made, &count) && unify(context, name, made) &&
           unify(context, arity, INT_WORD(count));
}

bool compound_name_arity(Context *context, Word x, Word name, Word arity)
{
    Word made;
    x = deref(x);
    arity = deref(arity);
    if (TAG(x) == REF) {
        if (TAG(arity) != INT)
            return unfit(context);
        return general_term(context, name, INT_VALUE(arity), &made) && unify(context, x, made);
    }
    return is_compound_word(x) ? any_functor(context, x, name, arity) : unfit(context);
}

bool compound_name_arguments(Context *context, Word x, Word name, Word args)
{
    Word made, item, *cells;
    int64_t length;
    size_t count;
    x = deref(x);
    if (TAG(x) == REF) {
        if (!list_length(context, args, &length) || !open_compound(context, name, (size_t)length, &made, &cells))
            return false;
        while (next_item(context, &args, &item))
            *cells++ = item;
        return context->reason == GOING && unify(context, x, made);
    }
    if (!is_compound_word(x))
        return unfit(context);
    const Word *found = arguments(x, &count);
    return unify(context, name, name_of(context, x)) && list_of(context, found, count, NIL, &made) &&
           unify(context, args, made);
}
