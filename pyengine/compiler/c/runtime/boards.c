/*  Boards changed in one place, and taken apart into rows and columns. */

#include "boards.h"

#include <string.h>

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
    Word *cells = take(context, count + header);
    if (cells == NULL)
        return false;
    memcpy(cells, CELLS(term), (count + header) * sizeof *cells);
    *old = args[index - 1];
    cells[(size_t)index - 1 + header] = new;
    *out = (Word)cells | TAG(term);
    return true;
}

/*  Replace the item that so many are before. */
static bool replace_item(Context *context, int64_t count, Word list, Word new, Word *old, Word *out)
{
    Word found = list;
    for (int64_t i = 0; i < count && TAG(found) == LIST; i++)
        found = TAIL(found);
    if (TAG(found) != LIST)
        return false;
    Word *cells = take(context, 2 * ((size_t)count + 1));
    if (cells == NULL)
        return false;
    *old = HEAD(found);
    *out = (Word)cells | LIST;
    for (; list != found; list = TAIL(list), cells += 2) {
        cells[0] = HEAD(list);
        cells[1] = (Word)(cells + 2) | LIST;
    }
    cells[0] = new;
    cells[1] = TAIL(found);
    return true;
}

bool replace_item_from_0(Context *context, int64_t index, Word list, Word new, Word *old, Word *out)
{
    return index < 0 ? no_index(context) : replace_item(context, index, list, new, old, out);
}

bool replace_item_from_1(Context *context, int64_t index, Word list, Word new, Word *old, Word *out)
{
    return index < 1 ? no_index(context) : replace_item(context, index - 1, list, new, old, out);
}

/*  How many items a proper list has; -1 where it is none. */
static int64_t length_of(Word list)
{
    int64_t count = 0;
    for (; TAG(list) == LIST; list = TAIL(list))
        count++;
    return list == NIL ? count : -1;
}

/*  Make a list of so many items with nothing in it yet. */
static bool blank_list(Context *context, int64_t count, Word *out)
{
    *out = NIL;
    if (count == 0)
        return true;
    Word *cells = take(context, 2 * (size_t)count);
    if (cells == NULL)
        return false;
    *out = (Word)cells | LIST;
    for (int64_t i = 1; i < count; i++, cells += 2)
        cells[1] = (Word)(cells + 2) | LIST;
    cells[1] = NIL;
    return true;
}

bool rows_of_cells(Context *context, Word cells, int64_t columns, Word *out)
{
    if (columns < 1)
        return no_index(context);
    int64_t length = length_of(cells);
    if (length < 0 || length % columns != 0)
        return false;
    if (!blank_list(context, length / columns, out))
        return false;
    for (Word rows = *out; rows != NIL; rows = TAIL(rows)) {
        if (!blank_list(context, columns, &HEAD(rows)))
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
    Word *cells = take(context, 2 * (size_t)width * ((size_t)height + 1));
    if (cells == NULL)
        return false;
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
