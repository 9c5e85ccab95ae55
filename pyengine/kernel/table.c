#include "table.h"

#include <stdlib.h>

#include "entries.h"
#include "memory.h"

enum { FIRST_LINES = 64, SPARE_LINES = 64, AGING = 2 };

static uint64_t slots_of(uint64_t lines)
{
    return 4 * (lines + SPARE_LINES);
}

static bool reserve_lines(Table *table, uint64_t lines)
{
    table->keys = reserve_bytes(slots_of(lines) * sizeof(Key));
    table->rests = reserve_bytes(slots_of(lines) * sizeof(uint64_t));
    table->lines = lines;
    if (table->keys)
        prefer_large_pages(table->keys, slots_of(lines) * sizeof(Key));
    if (table->rests)
        prefer_large_pages(table->rests, slots_of(lines) * sizeof(uint64_t));
    return table->keys && table->rests;
}

static void give_back_lines(Table *table)
{
    give_back_bytes(table->keys, slots_of(table->lines) * sizeof(Key));
    give_back_bytes(table->rests, slots_of(table->lines) * sizeof(uint64_t));
}

/*  Of eight slots seven are filled at most, so that keys are found near their home. */
Table *kernel_make_table(uint64_t entries, uint64_t bytes, uint32_t replacement)
{
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    uint64_t slots = bytes / (sizeof(Key) + sizeof(uint64_t));
    table->capacity = entries ? entries : slots - slots / 8;
    if (table->capacity < 1)
        table->capacity = 1;
    table->replacement = replacement;
    table->most_lines = table->capacity / 7 * 2 + 2;
    if (!reserve_lines(table, table->most_lines < FIRST_LINES ? table->most_lines : FIRST_LINES)) {
        kernel_free_table(table);
        return NULL;
    }
    return table;
}

void kernel_free_table(Table *table)
{
    if (!table)
        return;
    give_back_lines(table);
    drop_numbers(&table->numbers);
    free(table);
}

uint64_t kernel_table_count(const Table *table)
{
    return table->count;
}

double kernel_table_fill(const Table *table)
{
    return (double)table->count / (double)table->capacity;
}

/*  How recent something is that happens now: a 64th of the table's room later it ranks higher. */
static uint64_t recency(const Table *table)
{
    uint64_t rank = RANKS * table->added / table->capacity;
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
    uint64_t slot = slot_of(table, key);
    if (is_no_key(table->keys[slot]))
        return false;
    *out = unpack_entry(key, table->rests[slot], &table->numbers);
    out->slot = slot;
    return true;
}

uint32_t rank_of_entry(const Table *table, const Entry *entry)
{
    return (uint32_t)bits_of(table->rests[entry->slot], RANK_AT, 6);
}

static uint64_t with_rank(uint64_t rest, uint64_t rank)
{
    return (rest & ~((uint64_t)(RANKS - 1) << RANK_AT)) | rank << RANK_AT;
}

void touch_entry(Table *table, const Entry *entry)
{
    uint64_t rank = bits_of(table->rests[entry->slot], RANK_AT, 6);
    rank = table->replacement == BY_RECENCY ? recency(table) : rank + 1 < RANKS ? rank + 1 : rank;
    table->rests[entry->slot] = with_rank(table->rests[entry->slot], rank);
}

/*  Have four times as many lines. Keys that are in order stay in order, so memory is gone through from front to back, and
    what lies behind is let go of. */
static bool grow(Table *table)
{
    Table larger = *table;
    uint64_t lines = 4 * table->lines < table->most_lines ? 4 * table->lines : table->most_lines;
    if (!reserve_lines(&larger, lines)) {
        give_back_lines(&larger);
        return false;
    }
    for (uint64_t slot = 0; slot < slots_of(table->lines); slot++) {
        if (!is_no_key(table->keys[slot])) {
            uint64_t to = slot_of(&larger, table->keys[slot]);
            larger.keys[to] = table->keys[slot];
            larger.rests[to] = table->rests[slot];
        }
        forget_behind(table->keys, sizeof(Key), slot + 1);
        forget_behind(table->rests, sizeof(uint64_t), slot + 1);
    }
    give_back_lines(table);
    *table = larger;
    return true;
}

/*  Up to which rank entries go, so that half of them do at least; but not all, where some rank higher than others. */
static uint64_t choose_rank(const Table *table)
{
    uint64_t counts[RANKS] = {0}, gone = 0, rank = 0;
    for (uint64_t slot = 0; slot < slots_of(table->lines); slot++)
        if (!is_no_key(table->keys[slot]))
            counts[bits_of(table->rests[slot], RANK_AT, 6)]++;
    while (2 * (gone += counts[rank]) < table->count)
        rank++;
    if (gone == table->count && gone > counts[rank])
        rank--;
    return rank;
}

/*  The rank of what stays. */
static uint64_t aged(const Table *table, uint64_t rank)
{
    if (table->replacement == BY_RECENCY)
        return 0;
    return table->replacement == BY_USE ? rank / 2 : rank > AGING ? rank - AGING : 0;
}

/*  Forget what ranks lowest; the rest ranks lower from now on. An entry moves to the front only, so that all
    are moved in one go. */
static bool sweep(Table *table)
{
    uint64_t rank = choose_rank(table);
    Numbers old = table->numbers;
    table->numbers = (Numbers){0};
    table->count = table->added = 0;
    bool done = true;
    for (uint64_t slot = 0; slot < slots_of(table->lines); slot++) {
        Key key = table->keys[slot];
        if (is_no_key(key))
            continue;
        uint64_t rest = table->rests[slot], ranked = bits_of(rest, RANK_AT, 6), place = rest >> VALUE_AT;
        table->keys[slot] = (Key){0};
        if (ranked <= rank || !done)
            continue;
        if (bits_of(rest, LISTED_AT, 1))
            done = list_number(&table->numbers, old.items[place], &place);
        uint64_t to = slot_of(table, key);
        table->keys[to] = key;
        table->rests[to] = with_rank(rest & (((uint64_t)1 << VALUE_AT) - 1), aged(table, ranked)) | place << VALUE_AT;
        table->count++;
    }
    drop_numbers(&old);
    return done;
}

bool store_entry(Table *table, const Entry *entry)
{
    if (!is_near(entry->depth) || table->numbers.count >= SMALL_VALUES)
        return true;
    uint64_t slot = slot_of(table, entry->key);
    if (is_no_key(table->keys[slot])) {
        if (table->count == table->capacity && !sweep(table))
            return false;
        if (8 * (table->count + 1) > 28 * table->lines && table->lines < table->most_lines && !grow(table))
            return false;
        slot = slot_of(table, entry->key);
        if (slot + 1 == slots_of(table->lines))
            return true; /* the last one stays free, so that every search for a key ends */
    }
    uint64_t rest;
    bool is_new = is_no_key(table->keys[slot]);
    table->added += is_new;
    table->count += is_new;
    if (!pack_rest(table, entry, &rest))
        return false;
    table->keys[slot] = entry->key;
    table->rests[slot] = rest;
    return true;
}
