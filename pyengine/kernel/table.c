#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/*  What is known besides the key, in 64 bits from the lowest on: the bound, what the value rests on, whether the value is
    listed among the numbers; the successor, the depth, the rank, the value or its place. */
enum { BOUND_AT = 0, SOLVED_AT = 2, LISTED_AT = 4, CHILD_AT = 5, DEPTH_AT = 17, RANK_AT = 31, VALUE_AT = 37 };
enum { FIRST_LINES = 64, SPARE_LINES = 64, MOST_CHILD = (1 << 12) - 1, MOST_DEPTH = (1 << 14) - 1, DEPTH_ZERO = 1 << 12 };
enum { VALUE_BITS = 27, RANKS = 64, AGING = 2 };
#define SMALL ((int64_t)1 << (VALUE_BITS - 1))

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

static void drop_numbers(Numbers *numbers)
{
    free(numbers->items);
    free(numbers->index);
    *numbers = (Numbers){0};
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

static uint64_t hash_number(Number number)
{
    uint64_t bits;
    memcpy(&bits, &number.value, sizeof bits);
    bits = (bits ^ number.is_float) * 0x9e3779b97f4a7c15u;
    return bits ^ bits >> 29;
}

static bool same_number(Number one, Number other)
{
    return !memcmp(&one.value, &other.value, sizeof one.value) && one.is_float == other.is_float;
}

static bool grow_numbers(Numbers *numbers)
{
    uint64_t room = numbers->index ? 2 * (numbers->mask + 1) : 256;
    Number *items = realloc(numbers->items, room / 2 * sizeof(Number));
    if (items)
        numbers->items = items;
    uint32_t *index = calloc(room, sizeof(uint32_t));
    if (!items || !index) {
        free(index);
        return false;
    }
    free(numbers->index);
    numbers->index = index;
    numbers->mask = room - 1;
    for (uint64_t place = 0; place < numbers->count; place++) {
        uint64_t at = hash_number(numbers->items[place]) & numbers->mask;
        while (index[at])
            at = (at + 1) & numbers->mask;
        index[at] = (uint32_t)place + 1;
    }
    return true;
}

/*  Give the place of a number, a new one where it has none. False: no memory. */
static bool list_number(Numbers *numbers, Number number, uint64_t *place)
{
    if ((!numbers->index || 2 * (numbers->count + 1) > numbers->mask) && !grow_numbers(numbers))
        return false;
    uint64_t at = hash_number(number) & numbers->mask;
    while (numbers->index[at] && !same_number(numbers->items[numbers->index[at] - 1], number))
        at = (at + 1) & numbers->mask;
    if (!numbers->index[at]) {
        numbers->items[numbers->count] = number;
        numbers->index[at] = (uint32_t)++numbers->count;
    }
    *place = numbers->index[at] - 1;
    return true;
}

static bool fits(const Table *table, const Entry *entry)
{
    bool in_reach = entry->depth == ENDLESS || entry->depth == BEFORE_ALL
        || (entry->depth > -DEPTH_ZERO && entry->depth < DEPTH_ZERO);
    return in_reach && table->numbers.count < SMALL;
}

/*  How recent something is that happens now: a 64th of the table's room later it ranks higher. */
static uint64_t recency(const Table *table)
{
    uint64_t rank = RANKS * table->added / table->capacity;
    return rank < RANKS ? rank : RANKS - 1;
}

static bool pack_rest(Table *table, const Entry *entry, uint64_t *out)
{
    uint64_t depth = entry->depth == ENDLESS ? MOST_DEPTH
        : entry->depth == BEFORE_ALL         ? 0
                                             : (uint64_t)(entry->depth + DEPTH_ZERO);
    uint64_t rank = table->replacement == BY_WORK ? entry->work : table->replacement == BY_RECENCY ? recency(table) : 0;
    Number value = {entry->value, entry->is_float};
    bool is_small = !value.is_float && value.value > -SMALL && value.value < SMALL;
    uint64_t place = is_small ? (uint64_t)((int64_t)value.value + SMALL) : 0;
    if (!is_small && !list_number(&table->numbers, value, &place))
        return false;
    *out = (uint64_t)entry->bound << BOUND_AT | (uint64_t)entry->solved << SOLVED_AT | (uint64_t)!is_small << LISTED_AT
        | (uint64_t)(entry->child > MOST_CHILD ? 0 : entry->child) << CHILD_AT | depth << DEPTH_AT
        | rank << RANK_AT | place << VALUE_AT;
    return true;
}

static uint64_t bits_of(uint64_t rest, int at, int count)
{
    return rest >> at & (((uint64_t)1 << count) - 1);
}

bool find_entry(const Table *table, Key key, Entry *out)
{
    uint64_t slot = slot_of(table, key);
    if (is_no_key(table->keys[slot]))
        return false;
    uint64_t rest = table->rests[slot], depth = bits_of(rest, DEPTH_AT, 14), place = rest >> VALUE_AT;
    Number value = bits_of(rest, LISTED_AT, 1) ? table->numbers.items[place] : (Number){(double)((int64_t)place - SMALL), false};
    *out = (Entry){
        .key = key,
        .depth = depth == MOST_DEPTH ? ENDLESS : depth == 0 ? BEFORE_ALL : (int64_t)depth - DEPTH_ZERO,
        .value = value.value,
        .is_float = value.is_float,
        .child = (uint32_t)bits_of(rest, CHILD_AT, 12),
        .bound = (uint8_t)bits_of(rest, BOUND_AT, 2),
        .solved = (uint8_t)bits_of(rest, SOLVED_AT, 2),
        .slot = slot,
    };
    return true;
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

/*  Have four times as many lines. Keys that are in order stay in order, so memory is gone through from front to back. */
static bool grow(Table *table)
{
    Table larger = *table;
    uint64_t lines = 4 * table->lines < table->most_lines ? 4 * table->lines : table->most_lines;
    if (!reserve_lines(&larger, lines)) {
        give_back_lines(&larger);
        return false;
    }
    for (uint64_t slot = 0; slot < slots_of(table->lines); slot++)
        if (!is_no_key(table->keys[slot])) {
            uint64_t to = slot_of(&larger, table->keys[slot]);
            larger.keys[to] = table->keys[slot];
            larger.rests[to] = table->rests[slot];
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
    if (!fits(table, entry))
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
