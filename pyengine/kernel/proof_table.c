#include <stdlib.h>

#include "proof.h"

/*  What is known besides the key, in 64 bits from the lowest on: the numbers, and the rank. */
enum { NUMBER_BITS = 29, RANK_AT = 58, AGING = 2 };

struct ProofTable {
    Slots slots;
};

ProofTable *kernel_make_proof_table(uint64_t entries)
{
    ProofTable *table = calloc(1, sizeof *table);
    if (table && set_up_slots(&table->slots, entries, RANK_AT))
        return table;
    kernel_free_proof_table(table);
    return NULL;
}

void kernel_free_proof_table(ProofTable *table)
{
    if (!table)
        return;
    tear_down_slots(&table->slots);
    free(table);
}

uint64_t kernel_proof_table_count(const ProofTable *table)
{
    return table->slots.count;
}

void expect_numbers(const ProofTable *table, Key key)
{
    expect_slot(&table->slots, key);
}

bool find_numbers(const ProofTable *table, Key key, ProofNumbers *out)
{
    const Slot *slot = slot_of(&table->slots, key);
    if (!same_key(slot->key, key))
        return false;
    *out = (ProofNumbers){(uint32_t)slot->rest & INFINITE, (uint32_t)(slot->rest >> NUMBER_BITS) & INFINITE};
    return true;
}

/*  What took least work is forgotten; the rest ranks lower from now on. */
static inline __attribute__((always_inline)) uint64_t aged_rest(void *owner, uint64_t rest)
{
    const Slots *slots = owner;
    uint64_t rank = rank_of(slots, rest);
    return with_rank(slots, rest, rank > AGING ? rank - AGING : 0);
}

bool store_numbers(ProofTable *table, Key key, ProofNumbers numbers, uint64_t nodes)
{
    Slots *slots = &table->slots;
    Slot *slot = slot_of(slots, key);
    uint64_t rank = nodes ? 64 - (uint64_t)__builtin_clzll(nodes) : 0;
    if (!same_key(slot->key, key)) {
        if (slots->count == slots->capacity) {
            sweep_slots(slots, aged_rest, slots);
            slot = slot_of(slots, key);
        }
        slot = add_key(slots, key, slot);
        if (!slot)
            return true;
    } else if (rank_of(slots, slot->rest) > rank) {
        rank = rank_of(slots, slot->rest);
    }
    slot->rest = with_rank(slots, numbers.proof | (uint64_t)numbers.disproof << NUMBER_BITS, rank);
    return true;
}
