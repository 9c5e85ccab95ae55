/*  The transposition table: 24 bytes an entry.

    It holds what `pyengine/search/table.py` would hold. When it is full it is swept: the half of the lowest rank goes, by
    the work that it took or by its use, and what stays ranks lower from then on. Which that is does not depend on where
    entries are.
*/

#ifndef PYENGINE_TABLE_H
#define PYENGINE_TABLE_H

#include "kernel.h"
#include "numbers.h"
#include "slots.h"

/*  What is known of a position. */
typedef struct {
    Key key;
    int64_t depth;
    double value;
    uint32_t child; /* the best successor, counted from 1 in the author's order; 0 for none */
    uint8_t bound, solved, is_float;
    uint8_t is_own; /* the successor is one of the position that the key is of, not of another that is alike */
    uint8_t work;  /* it took: the bits of the number of nodes; 0 for a leaf */
    Slot *slot;    /* where it was found */
} Entry;

struct Table {
    Slots slots;
    uint64_t added; /* since it was last swept */
    uint64_t sweeps;
    uint32_t replacement;
    Numbers numbers;
};

/*  Give what is known of a position; false where that is nothing. */
bool find_entry(const Table *table, Key key, Entry *out);

/*  Note that an entry was of use. */
void touch_entry(Table *table, const Entry *entry);

/*  Keep an entry, in place of the old one of that position. False: no memory. What does not fit into the bits that there
    are (a depth of thousands of plies) is not kept. */
bool store_entry(Table *table, const Entry *entry);

/*  A table for several threads, in the same room, without locks. Entries are all over it from the first ones on, so large
    pages mean that all of its memory is taken at once. */
typedef struct SharedTable SharedTable;

EXPORT SharedTable *kernel_make_shared_table(uint64_t entries, uint64_t bytes, bool has_large_pages);
EXPORT void kernel_free_shared_table(SharedTable *table);
EXPORT void kernel_shared_table_use(const SharedTable *table, TableUse *out);

/*  Have the line of a key fetched, for who will look for it soon. */
void expect_shared(const SharedTable *table, Key key);

/*  Copy what is known of a key; false where nothing is. */
bool find_shared(const SharedTable *table, Key key, Entry *entry);

/*  Tell the other threads that a position is searched, or no more; and ask whether one is, as far as that is known. */
void tell_under_way(SharedTable *table, Key key, bool is_searched);
bool is_under_way(const SharedTable *table, Key key);

/*  Keep an entry, in place of what took least work of those in its line. */
void store_shared(SharedTable *table, const Entry *entry);

#endif
