/*  Terms made and copied on the heap. */

#include "boxes.h"
#include "walk.h"

Word make_float(Context *context, double value)
{
    Word *cells = take(context, 2);
    if (cells == NULL)
        return 0;
    cells[0] = FLOAT_BOX;
    memcpy(cells + 1, &value, sizeof value);
    return (Word)cells | BOX;
}

Word make_string(Context *context, const char *text, size_t bytes)
{
    size_t words = (bytes + 7) / 8;
    Word *cells = take(context, words + 1);
    if (cells == NULL)
        return 0;
    cells[words] = 0;
    cells[0] = STRING_BOX | (Word)bytes << 8;
    memcpy(cells + 1, text, bytes);
    return (Word)cells | BOX;
}

/*  Tell whether no reference is in a term, not even to a value, and nothing in it can be unbound again: a cell of the
    term may itself have been a variable, which the trail alone knows. */
static bool is_clean(Context *context, Word term)
{
    if (!is_compound_word(term) || is_settled(context, term))
        return TAG(term) != REF;
    if (context->trailed > 0)
        return false;
    Walk walk;
    begin_walk(&walk);
    bool clean, is_new;
    do {
        is_new = is_compound_word(term) && !is_settled(context, term);
        clean = TAG(term) != REF && (!is_new || step(context));
    } while (clean && ((is_new && enter_term(&walk, &term)) || next_word(&walk, &term)));
    end_walk(&walk);
    return clean;
}

/*  Copy an unbound variable into a cell: one that was met before is bound to its copy, which is in the new part of
    the heap; unless variables are not allowed. */
static bool copy_variable(Context *context, Word variable, Word *into, const Word *start, bool renames)
{
    if (!renames)
        return stop(context, BEYOND, "a term that is not ground");
    if (CELLS(variable) >= start && CELLS(variable) < context->top) {
        *into = variable;
        return true;
    }
    *into = (Word)into;
    return bind(context, variable, (Word)into);
}

/*  Copy a box. */
static bool copy_box(Context *context, Word box, Word *into)
{
    size_t words = 1 + box_words(*CELLS(box));
    Word *cells = TAKEN(context, words);
    memcpy(cells, CELLS(box), words * sizeof(Word));
    *into = (Word)cells | BOX;
    return true;
}

/*  Copy the cells of a list as long as their items are atomic: gives what follows them, and where that goes; NULL
    where there is no room, or where it takes too long. */
static Word *copy_cells(Context *context, Word *term, Word *into, bool shares)
{
    for (*term = deref(*term); TAG(*term) == LIST; *term = deref(TAIL(*term))) {
        if (shares && is_settled(context, *term))
            break;
        Word head = deref(HEAD(*term));
        if (TAG(head) != ATOM && TAG(head) != INT)
            break;
        Word *cells = take(context, 2);
        if (cells == NULL || !step(context))
            return NULL;
        cells[0] = head;
        *into = (Word)cells | LIST;
        into = cells + 1;
    }
    return into;
}

/*  Copy a term without references to values, or with `shares` those parts of it that may have some. Variables stay bound
    to their copies: the caller undoes that. */
static bool copy_to_heap(Context *context, Word term, Word *out, bool renames, bool shares)
{
    const Word *start = context->top;
    Walk walk; /* here `right` is where the copies go */
    begin_walk(&walk);
    Word *into = take(context, 1), *first = into;
    bool going = into != NULL;
    while (going) {
        into = copy_cells(context, &term, into, shares);
        if (into == NULL) {
            going = false;
            break;
        }
        size_t count = 0;
        if (TAG(term) == REF) {
            going = copy_variable(context, term, into, start, renames);
        } else if (is_compound_word(term) && !(shares && is_settled(context, term))) {
            const Word *args = arguments(term, &count);
            Word *cells = take(context, TAG(term) == LIST ? 2 : count + 1);
            if (cells == NULL) {
                going = false;
                break;
            }
            *into = (Word)cells | TAG(term);
            if (TAG(term) == STRUCT)
                *cells++ = *CELLS(term);
            going = step(context);
            if (count > 0 && going) {
                enter(&walk, args, cells, count);
                term = *args;
                into = cells;
                continue;
            }
        } else if (TAG(term) == BOX && !shares) {
            going = copy_box(context, term, into);
        } else {
            *into = term;
        }
        if (!going || walk.count == 0)
            break;
        into = (Word *)walk.rests[walk.count - 1].right;
        Word skipped;
        next_pair(&walk, &term, &skipped);
    }
    end_walk(&walk);
    if (going)
        *out = *first;
    return going;
}

bool resolve_ground(Context *context, Word term, Word *out)
{
    term = deref(term);
    if (is_clean(context, term)) {
        *out = term;
        return true;
    }
    return context->reason == GOING && copy_to_heap(context, term, out, false, true);
}

bool copy_whole(Context *context, Word term, Word *out)
{
    return copy_to_heap(context, term, out, false, false);
}

bool copy_term(Context *context, Word term, Word *out)
{
    term = deref(term);
    if (TAG(term) != REF && is_clean(context, term)) {
        *out = term;
        return true;
    }
    size_t mark = context->trailed;
    bool going = context->reason == GOING && copy_to_heap(context, term, out, true, true);
    undo(context, mark);
    return going;
}
