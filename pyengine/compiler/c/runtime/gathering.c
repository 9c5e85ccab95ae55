/*  Words gathered, and lists made of words. */

#include "gathering.h"

#include <stdlib.h>

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
