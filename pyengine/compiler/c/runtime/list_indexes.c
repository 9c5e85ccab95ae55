/*  Indexes of lists. Which list is looked through often is only known when it is: the first times it is gone through. */

#include "list_indexes.h"

#include <stdlib.h>

enum { PATIENCE = 4, SHORTEST = 12, LONGEST = 4096 };

ListIndex *make_list_indexes(void)
{
    return calloc(LIST_INDEXES, sizeof(ListIndex));
}

void free_list_indexes(ListIndex *indexes)
{
    for (int i = 0; indexes != NULL && i < LIST_INDEXES; i++)
        free(indexes[i].words);
    free(indexes);
}

static bool has_room(ListIndex *index, size_t words)
{
    if (index->room < words) {
        free(index->words);
        index->words = malloc(words * sizeof(Word));
        index->room = index->words == NULL ? 0 : words;
    }
    return index->words != NULL;
}

static void fill_by_key(ListIndex *index, uint32_t count)
{
    uint32_t room = 16;
    while (room < 2 * count)
        room *= 2;
    if (!has_room(index, 2 * (size_t)room)) {
        index->is_plain = true;
        return;
    }
    ListEntry *entries = (ListEntry *)index->words;
    index->mask = room - 1;
    for (uint32_t i = 0; i < room; i++)
        entries[i].cell = 0;
    for (Word rest = index->list; TAG(rest) == LIST; rest = TAIL(rest)) {
        uint64_t key = index->by->key(HEAD(rest));
        uint32_t at = (uint32_t)key & index->mask;
        while (entries[at].cell != 0 && !(entries[at].key == key && index->by->same(HEAD(entries[at].cell), HEAD(rest))))
            at = (at + 1) & index->mask;
        if (entries[at].cell == 0)
            entries[at] = (ListEntry){key, rest};
    }
}

static void fill_by_place(ListIndex *index, uint32_t count)
{
    if (!has_room(index, count)) {
        index->is_plain = true;
        return;
    }
    index->mask = count;
    uint32_t i = 0;
    for (Word rest = index->list; TAG(rest) == LIST; rest = TAIL(rest))
        index->words[i++] = HEAD(rest);
}

bool fill_list_index(Context *context, ListIndex *index, const ListKey *by, Word list)
{
    if (index->list != list || index->asked != context->asked || index->by != by)
        *index = (ListIndex){list, by, context->asked, 0, false, false, 0, index->room, index->words};
    if (++index->uses < PATIENCE)
        return false;
    uint32_t count = 0;
    for (Word rest = list; TAG(rest) == LIST && count <= LONGEST; rest = TAIL(rest))
        count++;
    index->is_filled = true;
    index->is_plain = count < SHORTEST || count > LONGEST;
    if (!index->is_plain)
        (by == NULL ? fill_by_place : fill_by_key)(index, count);
    return !index->is_plain;
}
