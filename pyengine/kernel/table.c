#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { CANDIDATES = 4, FIRST_SLOTS = 64 };

/*  What a table takes when it is full and knows successors: the index has at least two slots for an entry. */
static uint64_t bytes_of_table(uint64_t entries)
{
    uint64_t slots = FIRST_SLOTS;
    while (slots < 2 * entries)
        slots *= 2;
    return entries * (sizeof(Entry) + sizeof(Successor)) + slots * sizeof(Slot);
}

static uint64_t entries_within(uint64_t bytes)
{
    uint64_t entries = bytes / (sizeof(Entry) + sizeof(Successor));
    while (entries > 1 && bytes_of_table(entries) > bytes)
        entries -= entries / 64 + 1;
    return entries;
}

Table *kernel_make_table(uint64_t entries, uint64_t bytes, uint32_t replacement)
{
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->capacity = entries ? entries : entries_within(bytes);
    if (table->capacity < 1)
        table->capacity = 1;
    if (table->capacity > UINT32_MAX - 1)
        table->capacity = UINT32_MAX - 1;
    table->replacement = replacement;
    table->mask = FIRST_SLOTS - 1;
    table->slots = reserve_bytes(FIRST_SLOTS * sizeof(Slot));
    table->entries = reserve_bytes(table->capacity * sizeof(Entry));
    if (!table->slots || !table->entries) {
        kernel_free_table(table);
        return NULL;
    }
    return table;
}

void kernel_free_table(Table *table)
{
    if (!table)
        return;
    give_back_bytes(table->slots, (table->mask + 1) * sizeof(Slot));
    give_back_bytes(table->entries, table->capacity * sizeof(Entry));
    give_back_bytes(table->successors, table->capacity * sizeof(Successor));
    free(table);
}

uint64_t kernel_table_count(const Table *table)
{
    return table->count;
}

static void index_entry(Table *table, Key key, uint64_t place)
{
    uint64_t at = key.low & table->mask;
    while (table->slots[at].place)
        at = (at + 1) & table->mask;
    table->slots[at] = (Slot){(uint32_t)place + 1, tag_of(key)};
}

static bool grow_index(Table *table)
{
    uint64_t size = 2 * (table->mask + 1);
    Slot *slots = reserve_bytes(size * sizeof(Slot));
    if (!slots)
        return false;
    prefer_large_pages(slots, size * sizeof(Slot));
    give_back_bytes(table->slots, (table->mask + 1) * sizeof(Slot));
    table->slots = slots;
    table->mask = size - 1;
    for (uint64_t place = 0; place < table->count; place++)
        index_entry(table, table->entries[place].key, place);
    return true;
}

/*  Free the slot of an entry; those behind it move up, so that no search for a key ends too soon. */
static void forget_entry(Table *table, uint64_t place)
{
    Slot *slots = table->slots;
    uint64_t mask = table->mask, at = table->entries[place].key.low & mask;
    while (slots[at].place != place + 1)
        at = (at + 1) & mask;
    for (uint64_t next = (at + 1) & mask; slots[next].place; next = (next + 1) & mask) {
        uint64_t home = table->entries[slots[next].place - 1].key.low & mask;
        if (((next - home) & mask) >= ((next - at) & mask)) {
            slots[at] = slots[next];
            at = next;
        }
    }
    slots[at].place = 0;
}

/*  Choose the entry that makes room, and go on in the ring. */
static uint64_t choose_victim(Table *table)
{
    uint64_t size = table->count, seen = size < CANDIDATES ? size : CANDIDATES, victim = table->hand % size;
    for (uint64_t i = 1; i < seen; i++) {
        uint64_t place = (table->hand + i) % size;
        const Entry *entry = table->entries + place, *worst = table->entries + victim;
        if (table->replacement == BY_DEPTH ? entry->depth < worst->depth : entry->used < worst->used)
            victim = place;
    }
    if (table->replacement == BY_USE)
        for (uint64_t i = 0; i < seen; i++)
            table->entries[(table->hand + i) % size].used /= 2; /* useful long ago is no reason to stay for ever */
    table->hand = (table->hand + seen) % size;
    return victim;
}

bool store_entry(Table *table, const Entry *entry, const Successor *successor)
{
    Entry *old = find_entry(table, entry->key);
    uint64_t place;
    if (old) {
        place = (uint64_t)(old - table->entries);
    } else if (table->count < table->capacity) {
        if (2 * (table->count + 1) > table->mask + 1 && !grow_index(table))
            return false;
        place = table->count++;
        index_entry(table, entry->key, place);
    } else {
        place = choose_victim(table);
        forget_entry(table, place);
        index_entry(table, entry->key, place);
    }
    table->entries[place] = *entry;
    if (successor) {
        if (!table->successors && !(table->successors = reserve_bytes(table->capacity * sizeof(Successor))))
            return false;
        table->successors[place] = *successor;
    }
    return true;
}
