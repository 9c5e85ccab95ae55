/*  Indexes of lists: those that are looked through again and again while one question is answered. */

#pragma once

#include "terms.h"

/*  What the items of a list are looked up by: all of them, and what is looked for, are of one form. */
typedef struct {
    uint64_t (*key)(Word item);
    bool (*same)(Word item, Word other);
} ListKey;

static inline uint64_t mixed_key(uint64_t key, Word word)
{
    key = (key ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return key ^ key >> 29;
}

typedef struct {
    uint64_t key;
    Word cell; /* 0 where nothing is */
} ListEntry;

/*  An index holds while one question is answered (`asked`), for a list that was there before it: neither the list nor
    its items change or move meanwhile, and what is released does not reach down to them. */
typedef struct ListIndex {
    Word list;
    const ListKey *by; /* NULL: by place */
    uint64_t asked;
    uint32_t uses;     /* how often the list was gone through; it is in the index afterwards */
    bool is_filled;
    bool is_plain;     /* too short or too long: it is gone through */
    uint32_t mask;     /* of the entries; how many items there are, where it is by place */
    size_t room;       /* in words */
    Word *words;
} ListIndex;

enum { LIST_INDEXES = 32 };

ListIndex *make_list_indexes(void);
void free_list_indexes(ListIndex *indexes);

/*  Take note that a list is looked through once more: whether it is in the index now. */
bool fill_list_index(Context *context, ListIndex *index, const ListKey *by, Word list);

/*  The index of a list, where it has been looked through often enough; else NULL. */
static inline const ListIndex *list_index(Context *context, const ListKey *by, Word list)
{
    if (TAG(list) != LIST || !is_settled(context, list))
        return NULL;
    ListIndex *index = &context->list_indexes[(list >> 4 ^ (uintptr_t)by >> 4) % LIST_INDEXES];
    if (index->list == list && index->asked == context->asked && index->by == by && index->is_filled)
        return index->is_plain ? NULL : index;
    return fill_list_index(context, index, by, list) ? index : NULL;
}

/*  Look the first item like another up: true where an index has answered, and `list` is its cell, or []. Without an
    index the list stays as it is. */
static inline bool find_cell(Context *context, const ListKey *by, Word item, Word *list)
{
    const ListIndex *index = list_index(context, by, *list);
    if (index == NULL)
        return false;
    const ListEntry *entries = (const ListEntry *)index->words;
    uint64_t key = by->key(item);
    *list = NIL;
    for (uint32_t at = (uint32_t)key & index->mask; entries[at].cell != 0; at = (at + 1) & index->mask) {
        if (entries[at].key == key && by->same(HEAD(entries[at].cell), item)) {
            *list = entries[at].cell;
            break;
        }
    }
    return true;
}
