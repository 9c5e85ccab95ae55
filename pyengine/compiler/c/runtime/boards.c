/*  The predicates of library(boards): boards changed in one place, and taken apart into rows and columns. */

#include <string.h>

#include "gathering.h"
#include "walk.h"

static bool no_index(Context *context)
{
    return stop(context, BEYOND, "an index that is none");
}

bool replace_argument(Context *context, int64_t index, Word term, Word new, Word *old, Word *out)
{
    if (index < 1)
        return no_index(context);
    if (TAG(term) != LIST && TAG(term) != STRUCT)
        return false;
    size_t count;
    const Word *args = arguments(term, &count);
    if (count == 0)
        return stop(context, BEYOND, "a term without arguments");
    if ((uint64_t)index > count)
        return false;
    size_t header = TAG(term) == STRUCT;
    Word *cells = TAKEN(context, count + header);
    memcpy(cells, CELLS(term), (count + header) * sizeof *cells);
    *old = args[index - 1];
    cells[(size_t)index - 1 + header] = new;
    *out = (Word)cells | TAG(term);
    return true;
}

/*  Replace the item at an index from 0 or 1. */
bool replace_item(Context *context, int base, int64_t index, Word list, Word new, Word *old, Word *out)
{
    int64_t count = index - base;
    if (count < 0)
        return no_index(context);
    Word found = list;
    for (int64_t i = 0; i < count && TAG(found) == LIST; i++)
        found = TAIL(found);
    if (TAG(found) != LIST)
        return false;
    Word *cells = new_list(context, (size_t)count + 1, TAIL(found), out);
    if (cells == NULL)
        return false;
    *old = HEAD(found);
    for (; list != found; list = TAIL(list), cells += 2)
        cells[0] = HEAD(list);
    cells[0] = new;
    return true;
}

/*  How many items a proper list has; -1 where it is none. */
static int64_t length_of(Word list)
{
    int64_t count = 0;
    for (; TAG(list) == LIST; list = TAIL(list))
        count++;
    return list == NIL ? count : -1;
}

bool rows_of_cells(Context *context, Word cells, int64_t columns, Word *out)
{
    if (columns < 1)
        return no_index(context);
    int64_t length = length_of(cells);
    if (length < 0 || length % columns != 0)
        return false;
    if (new_list(context, (size_t)(length / columns), NIL, out) == NULL)
        return false;
    for (Word rows = *out; rows != NIL; rows = TAIL(rows)) {
        if (new_list(context, (size_t)columns, NIL, &HEAD(rows)) == NULL)
            return false;
        for (Word row = HEAD(rows); row != NIL; row = TAIL(row), cells = TAIL(cells))
            HEAD(row) = HEAD(cells);
    }
    return true;
}

bool columns_of_rows(Context *context, Word rows, Word *out)
{
    int64_t height = length_of(rows), width = height > 0 ? length_of(HEAD(rows)) : 0;
    if (height < 0 || width < 0)
        return false;
    for (Word rest = rows; rest != NIL; rest = TAIL(rest)) {
        if (length_of(HEAD(rest)) != width)
            return false;
    }
    if (width == 0) {
        *out = NIL;
        return true;
    }
    Word *cells = TAKEN(context, 2 * (size_t)width * ((size_t)height + 1));
    Word *columns = cells + 2 * width; /* one behind the other */
    for (int64_t x = 0; x < width; x++) {
        cells[2 * x] = (Word)(columns + 2 * x * height) | LIST;
        cells[2 * x + 1] = x + 1 < width ? (Word)(cells + 2 * x + 2) | LIST : NIL;
    }
    for (int64_t y = 0; y < height; y++, rows = TAIL(rows)) {
        Word row = HEAD(rows);
        for (int64_t x = 0; x < width; x++, row = TAIL(row)) {
            Word *cell = columns + 2 * (x * height + y);
            cell[0] = HEAD(row);
            cell[1] = y + 1 < height ? (Word)(cell + 2) | LIST : NIL;
        }
    }
    *out = (Word)cells | LIST;
    return true;
}
