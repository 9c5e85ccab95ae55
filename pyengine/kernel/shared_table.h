/*  A transposition table for several threads, without locks: an entry carries a sum of its words in its key, so that one that
    two threads wrote at once, or that was read half written, is taken for another's. */

#ifndef PYENGINE_SHARED_TABLE_H
#define PYENGINE_SHARED_TABLE_H

#include "table.h"

typedef struct SharedTable SharedTable;

EXPORT SharedTable *kernel_make_shared_table(uint64_t entries, uint64_t bytes);
EXPORT void kernel_free_shared_table(SharedTable *table);
EXPORT uint64_t kernel_shared_table_count(const SharedTable *table);

/*  Copy what is known of a key; false where nothing is. */
bool find_shared(const SharedTable *table, Key key, Entry *entry, Successor *successor);

/*  Keep an entry: in the first place of its pair where it is as deep as the one there, else in the second. */
void store_shared(SharedTable *table, const Entry *entry, const Successor *successor);

#endif
