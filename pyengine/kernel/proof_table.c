#include <stdlib.h>

#include "memory.h"
#include "proof.h"

/*  What is known besides the key, in 64 bits from the lowest on: the numbers, and the rank. */
enum { NUMBER_BITS = 29, RANK_AT = 58, RANKS = 64, AGING = 2 };
enum { FIRST_SLOTS = 256, SPARE_SLOTS = 256 };

struct ProofTable {
    Key *keys;       /* then some more for what finds no room in the last slots */
    uint64_t *rests; /* what is known besides the keys, each in 64 bits */
    uint64_t slots, most_slots, count, capacity;
};

static uint64_t home_of(const ProofTable *table, Key key)
{
    return (uint64_t)(((unsigned __int128)key.high * table->slots) >> 64);
}

/*  The slot of a key: its own, or the free one where it would go. */
static uint64_t place_of(const ProofTable *table, Key key)
{
    uint64_t slot = home_of(table, key);
    while (!same_key(table->keys[slot], key) && !is_no_key(table->keys[slot]))
        slot++;
    return slot;
}

static bool reserve_slots(ProofTable *table, uint64_t slots)
{
    table->slots = slots;
    table->keys = reserve_bytes((slots + SPARE_SLOTS) * sizeof(Key));
    table->rests = reserve_bytes((slots + SPARE_SLOTS) * sizeof(uint64_t));
    if (table->keys)
        prefer_large_pages(table->keys, (slots + SPARE_SLOTS) * sizeof(Key));
    if (table->rests)
        prefer_large_pages(table->rests, (slots + SPARE_SLOTS) * sizeof(uint64_t));
    return table->keys && table->rests;
}

static void give_back_slots(ProofTable *table)
{
    give_back_bytes(table->keys, (table->slots + SPARE_SLOTS) * sizeof(Key));
    give_back_bytes(table->rests, (table->slots + SPARE_SLOTS) * sizeof(uint64_t));
}

/*  Of eight slots seven are filled at most, so that keys are found near their home. */
ProofTable *kernel_make_proof_table(uint64_t entries)
{
    ProofTable *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->capacity = entries ? entries : 1;
    table->most_slots = table->capacity / 7 * 8 + 8;
    if (!reserve_slots(table, table->most_slots < FIRST_SLOTS ? table->most_slots : FIRST_SLOTS)) {
        kernel_free_proof_table(table);
        return NULL;
    }
    return table;
}

void kernel_free_proof_table(ProofTable *table)
{
    if (!table)
        return;
    give_back_slots(table);
    free(table);
}

uint64_t kernel_proof_table_count(const ProofTable *table)
{
    return table->count;
}

void expect_numbers(const ProofTable *table, Key key)
{
    uint64_t home = home_of(table, key);
    __builtin_prefetch(table->keys + home);
    __builtin_prefetch(table->rests + home);
}

bool find_numbers(const ProofTable *table, Key key, ProofNumbers *out)
{
    uint64_t slot = place_of(table, key), rest = table->rests[slot];
    if (is_no_key(table->keys[slot]))
        return false;
    *out = (ProofNumbers){(uint32_t)rest & INFINITE, (uint32_t)(rest >> NUMBER_BITS) & INFINITE};
    return true;
}

/*  Have four times as many slots. */
static bool grow(ProofTable *table)
{
    ProofTable larger = *table;
    if (!reserve_slots(&larger, 4 * table->slots < table->most_slots ? 4 * table->slots : table->most_slots)) {
        give_back_slots(&larger);
        return false;
    }
    for (uint64_t slot = 0; slot < table->slots + SPARE_SLOTS; slot++) {
        if (!is_no_key(table->keys[slot])) {
            uint64_t to = place_of(&larger, table->keys[slot]);
            larger.keys[to] = table->keys[slot];
            larger.rests[to] = table->rests[slot];
        }
        forget_behind(table->keys, sizeof(Key), slot + 1);
        forget_behind(table->rests, sizeof(uint64_t), slot + 1);
    }
    give_back_slots(table);
    *table = larger;
    return true;
}

/*  Up to which rank entries go, so that half of them do at least; but not all, where some rank higher than others. */
static uint64_t choose_rank(const ProofTable *table)
{
    uint64_t counts[RANKS] = {0}, gone = 0, rank = 0;
    for (uint64_t slot = 0; slot < table->slots + SPARE_SLOTS; slot++)
        if (!is_no_key(table->keys[slot]))
            counts[table->rests[slot] >> RANK_AT]++;
    while (2 * (gone += counts[rank]) < table->count)
        rank++;
    if (gone == table->count && gone > counts[rank])
        rank--;
    return rank;
}

/*  Forget what took least work; the rest ranks lower from now on. An entry moves to the front only, so that all are
    moved in one go. */
static void sweep(ProofTable *table)
{
    uint64_t least = choose_rank(table), numbers = ((uint64_t)1 << RANK_AT) - 1;
    table->count = 0;
    for (uint64_t slot = 0; slot < table->slots + SPARE_SLOTS; slot++) {
        Key key = table->keys[slot];
        if (is_no_key(key))
            continue;
        uint64_t rest = table->rests[slot], rank = rest >> RANK_AT;
        table->keys[slot] = (Key){0};
        if (rank <= least)
            continue;
        uint64_t to = place_of(table, key);
        table->keys[to] = key;
        table->rests[to] = (rest & numbers) | (rank > AGING ? rank - AGING : 0) << RANK_AT;
        table->count++;
    }
}

bool store_numbers(ProofTable *table, Key key, ProofNumbers numbers, uint64_t nodes)
{
    uint64_t slot = place_of(table, key), rank = nodes ? 64 - (uint64_t)__builtin_clzll(nodes) : 0;
    if (is_no_key(table->keys[slot])) {
        if (table->count == table->capacity)
            sweep(table);
        if (8 * (table->count + 1) > 7 * table->slots && table->slots < table->most_slots && !grow(table))
            return false;
        slot = place_of(table, key);
        if (slot + 1 == table->slots + SPARE_SLOTS)
            return true; /* the last one stays free, so that every search for a key ends */
        table->count++;
    } else if (table->rests[slot] >> RANK_AT > rank) {
        rank = table->rests[slot] >> RANK_AT;
    }
    table->keys[slot] = key;
    table->rests[slot] = numbers.proof | (uint64_t)numbers.disproof << NUMBER_BITS | rank << RANK_AT;
    return true;
}
