/*  The transposition table: entries in the order in which they came, found by an index of their keys.

    It holds what `pyengine/search/table.py` would hold. When it is full, the array of entries is the ring in which a new
    one takes the place of one among the next few.
*/

#ifndef PYENGINE_TABLE_H
#define PYENGINE_TABLE_H

#include "kernel.h"

typedef struct {
    uint64_t low, high;
} Key;

static inline bool same_key(Key one, Key other)
{
    return one.low == other.low && one.high == other.high;
}

typedef struct {
    Key key;
    int64_t depth;
    uint64_t used;
    double value;
    uint32_t child; /* the best successor, counted from 1 in the author's order; 0 for none */
    uint8_t bound, solved, is_float;
} Entry;

/*  Where a key stands for several positions, the best successor is known by its own key, and by the one that stands
    for it and all that are like it. */
typedef struct {
    Key own, alike;
} Successor;

typedef struct {
    uint32_t place; /* of an entry, from 1; 0 where the slot is free */
    uint32_t tag;
} Slot;

struct Table {
    Entry *entries;
    Successor *successors; /* made when the first one is kept */
    Slot *slots;
    uint64_t count, capacity, hand, mask;
    uint32_t replacement;
};

static inline uint32_t tag_of(Key key)
{
    return (uint32_t)key.high;
}

static inline Entry *find_entry(const Table *table, Key key)
{
    for (uint64_t at = key.low & table->mask;; at = (at + 1) & table->mask) {
        Slot slot = table->slots[at];
        if (!slot.place)
            return NULL;
        if (slot.tag == tag_of(key)) {
            Entry *entry = table->entries + slot.place - 1;
            if (same_key(entry->key, key))
                return entry;
        }
    }
}

/*  Keep an entry (its key set), in place of the old one of that position or, where the table is full, of another's.
    `successor` is NULL where keys stand for one position each. False: no memory. */
bool store_entry(Table *table, const Entry *entry, const Successor *successor);

static inline void touch_entry(const Table *table, Entry *entry, uint64_t now)
{
    if (table->replacement == BY_RECENCY)
        entry->used = now;
    else if (table->replacement == BY_USE)
        entry->used++;
}

/*  A transposition table for several threads, without locks: an entry carries a sum of its words in its key, so that one that
    two threads wrote at once, or that was read half written, is taken for another's. */
typedef struct SharedTable SharedTable;

EXPORT SharedTable *kernel_make_shared_table(uint64_t entries, uint64_t bytes);
EXPORT void kernel_free_shared_table(SharedTable *table);
EXPORT uint64_t kernel_shared_table_count(const SharedTable *table);

/*  Copy what is known of a key; false where nothing is. */
bool find_shared(const SharedTable *table, Key key, Entry *entry, Successor *successor);

/*  Keep an entry: in the first place of its pair where it is as deep as the one there, else in the second. */
void store_shared(SharedTable *table, const Entry *entry, const Successor *successor);

#endif
