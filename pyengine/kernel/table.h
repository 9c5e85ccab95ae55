/*  The transposition table: 24 bytes an entry, in lines of four keys, which are one line of the processor's cache.

    It holds what `pyengine/search/table.py` would hold. When it is full it is swept: the half of the lowest rank goes, by
    the work that it took or by its use, and what stays ranks lower from then on. Which that is does not depend on where
    entries are.
*/

#ifndef PYENGINE_TABLE_H
#define PYENGINE_TABLE_H

#include "kernel.h"
#include "numbers.h"

typedef struct {
    uint64_t low, high;
} Key;

static inline bool same_key(Key one, Key other)
{
    return one.low == other.low && one.high == other.high;
}

static inline bool is_no_key(Key key)
{
    return !(key.low | key.high);
}

/*  What is known of a position. */
typedef struct {
    Key key;
    int64_t depth;
    double value;
    uint32_t child; /* the best successor, counted from 1 in the author's order; 0 for none */
    uint8_t bound, solved, is_float;
    uint8_t is_own; /* the successor is one of the position that the key is of, not of another that is alike */
    uint8_t work;  /* it took: the bits of the number of nodes; 0 for a leaf */
    uint64_t slot; /* where it was found */
} Entry;

struct Table {
    Key *keys;       /* four to a line; then some lines for what finds no room in the last ones */
    uint64_t *rests; /* what is known besides the keys, each in 64 bits */
    uint64_t lines, most_lines, count, capacity;
    uint64_t added; /* since it was last swept */
    uint32_t replacement;
    Numbers numbers;
};

/*  The slot of a key: its own, or the free one where it would go. A key is found at its home line or behind it. */
static inline uint64_t slot_of(const Table *table, Key key)
{
    uint64_t slot = 4 * (uint64_t)(((unsigned __int128)key.high * table->lines) >> 64);
    while (!same_key(table->keys[slot], key) && !is_no_key(table->keys[slot]))
        slot++;
    return slot;
}

/*  Have the line of a key fetched, for who will look for it soon. */
static inline void expect_entry(const Table *table, Key key)
{
    __builtin_prefetch(table->keys + 4 * (uint64_t)(((unsigned __int128)key.high * table->lines) >> 64));
}

/*  Give what is known of a position; false where that is nothing. */
bool find_entry(const Table *table, Key key, Entry *out);

/*  How an entry that was found ranks: by the work that it took, or by its use. */
uint32_t rank_of_entry(const Table *table, const Entry *entry);

/*  Note that an entry was of use. */
void touch_entry(Table *table, const Entry *entry);

/*  Keep an entry, in place of the old one of that position. False: no memory. What does not fit into the bits that there
    are (a depth of thousands of plies) is not kept. */
bool store_entry(Table *table, const Entry *entry);

/*  A table for several threads, in the same room, without locks. */
typedef struct SharedTable SharedTable;

EXPORT SharedTable *kernel_make_shared_table(uint64_t entries, uint64_t bytes);
EXPORT void kernel_free_shared_table(SharedTable *table);
EXPORT uint64_t kernel_shared_table_count(const SharedTable *table);
EXPORT double kernel_shared_table_fill(const SharedTable *table); /* from 0 to 1, by the first lines of it */

/*  Have the line of a key fetched, for who will look for it soon. */
void expect_shared(const SharedTable *table, Key key);

/*  Copy what is known of a key; false where nothing is. */
bool find_shared(const SharedTable *table, Key key, Entry *entry);

/*  How much work an entry took that was found. */
uint32_t rank_of_shared(const SharedTable *table, const Entry *entry);

/*  Keep an entry, in place of what took least work of the four in its line. */
void store_shared(SharedTable *table, const Entry *entry);

#endif
