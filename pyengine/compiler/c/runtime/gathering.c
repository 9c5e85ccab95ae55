/*  Solutions gathered. */

#include "gathering.h"
#include "sorting.h"

#include <stdlib.h>

Collections *make_collections(void)
{
    return calloc(1, sizeof(Collections));
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
    size_t room = collections->room ? 2 * collections->room : 256;
    if (room > context->arena_words)
        return stop(context, FULL, "solutions");
    Word *words = realloc(collections->words, room * sizeof *words);
    if (words == NULL)
        return stop(context, FULL, "solutions");
    collections->words = words;
    collections->room = room;
    return true;
}

bool gather(Context *context, Word term)
{
    Word copy;
    return copy_term(context, term, &copy) && gather_clean(context, copy);
}

bool list_of(Context *context, const Word *words, size_t count, Word end, Word *out)
{
    if (count == 0) {
        *out = end;
        return true;
    }
    Word *cells = take(context, 2 * count);
    if (cells == NULL)
        return false;
    *out = (Word)cells | LIST;
    for (size_t i = 0; i < count; i++) {
        cells[2 * i] = words[i];
        cells[2 * i + 1] = (Word)(cells + 2 * i + 2) | LIST;
    }
    cells[2 * count - 1] = end;
    return true;
}

bool gathered_list(Context *context, Gathering gathering, Word *out)
{
    bool made = list_of(context, gathered_words(context, gathering), gathered_count(context, gathering), NIL, out);
    end_gathering(context, gathering);
    return made;
}

bool gathered_set(Context *context, Gathering gathering, Word *out)
{
    size_t count = gathered_count(context, gathering);
    bool made = sort_words(context, gathered_words(context, gathering), &count, true) &&
                list_of(context, gathered_words(context, gathering), count, NIL, out);
    end_gathering(context, gathering);
    return made;
}
