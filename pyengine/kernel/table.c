#include "table.h"

#include <stdlib.h>

#include "entries.h"

enum { AGING = 2 };

Table *kernel_make_table(uint64_t entries, uint64_t bytes, uint32_t replacement)
{
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->replacement = replacement;
    if (set_up_slots(&table->slots, entries ? entries : slots_in(bytes), RANK_AT))
        return table;
    kernel_free_table(table);
    return NULL;
}

void kernel_free_table(Table *table)
{
    if (!table)
        return;
    tear_down_slots(&table->slots);
    drop_numbers(&table->numbers);
    free(table);
}

void kernel_table_use(const Table *table, TableUse *out)
{
    const Slots *slots = &table->slots;
    *out = (TableUse){slots->count, slots->capacity, slots->most_homes * sizeof(Slot), table->sweeps};
}

/*  How recent something is that happens now: a 64th of the table's room later it ranks higher. */
static uint64_t recency(const Table *table)
{
    uint64_t rank = RANKS * table->added / table->slots.capacity;
    return rank < RANKS ? rank : RANKS - 1;
}

static bool pack_rest(Table *table, const Entry *entry, uint64_t *out)
{
    uint64_t rank = table->replacement == BY_WORK ? entry->work : table->replacement == BY_RECENCY ? recency(table) : 0;
    uint64_t place;
    bool is_listed = !is_small(entry, &place);
    if (is_listed && !list_number(&table->numbers, (Number){entry->value, entry->is_float}, &place))
        return false;
    *out = pack_entry(entry, rank, is_listed, place);
    return true;
}

bool find_entry(const Table *table, Key key, Entry *out)
{
    Slot *slot = slot_of(&table->slots, key);
    if (!same_key(slot->key, key))
        return false;
    *out = unpack_entry(key, slot->rest, &table->numbers);
    out->slot = slot;
    return true;
}

void touch_entry(Table *table, const Entry *entry)
{
    uint64_t rank = rank_of(&table->slots, entry->slot->rest);
    rank = table->replacement == BY_RECENCY ? recency(table) : rank + 1 < RANKS ? rank + 1 : rank;
    entry->slot->rest = with_rank(&table->slots, entry->slot->rest, rank);
}

/*  A table that is being swept, and the numbers that it had. */
typedef struct {
    Table *table;
    Numbers old;
    bool has_failed; /* there is no memory for the numbers */
} Sweeping;

/*  The rank of what stays. */
static uint64_t aged(const Table *table, uint64_t rank)
{
    if (table->replacement == BY_RECENCY)
        return 0;
    return table->replacement == BY_USE ? rank / 2 : rank > AGING ? rank - AGING : 0;
}

static inline __attribute__((always_inline)) uint64_t aged_rest(void *owner, uint64_t rest)
{
    Sweeping *sweeping = owner;
    Table *table = sweeping->table;
    uint64_t place = rest >> VALUE_AT;
    if (bits_of(rest, LISTED_AT, 1) && !list_number(&table->numbers, sweeping->old.items[place], &place))
        sweeping->has_failed = true;
    rest = (rest & (((uint64_t)1 << VALUE_AT) - 1)) | place << VALUE_AT;
    return with_rank(&table->slots, rest, aged(table, rank_of(&table->slots, rest)));
}

/*  Forget what ranks lowest; the rest ranks lower from now on. */
static bool sweep(Table *table)
{
    Sweeping sweeping = {.table = table, .old = table->numbers};
    table->numbers = (Numbers){0};
    table->added = 0;
    table->sweeps++;
    sweep_slots(&table->slots, aged_rest, &sweeping);
    drop_numbers(&sweeping.old);
    return !sweeping.has_failed;
}

bool store_entry(Table *table, const Entry *entry)
{
    if (!is_near(entry->depth) || table->numbers.count >= SMALL_VALUES)
        return true;
    Slot *slot = slot_of(&table->slots, entry->key);
    if (!same_key(slot->key, entry->key)) {
        if (table->slots.count == table->slots.capacity) {
            if (!sweep(table))
                return false;
            slot = slot_of(&table->slots, entry->key);
        }
        slot = add_key(&table->slots, entry->key, slot);
        if (!slot)
            return true;
        table->added++;
    }
    return pack_rest(table, entry, &slot->rest);
}
