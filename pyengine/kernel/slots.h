/*  What is known of keys, 24 bytes for each: 16 of the key, and 64 bits that belong to it. A key is in the slot that is its
    home, or in one of those behind it, so that both are read with one look at memory.

    Homes are in the order of keys, so that slots grow in place; and so are keys, so that a search for one that is not there
    ends where it would be. When there are as many keys as there may be, they are swept: those of the lowest rank go, which is
    the top of what the owner keeps in some of the 64 bits. */

#ifndef PYENGINE_SLOTS_H
#define PYENGINE_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

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

typedef struct {
    Key key;
    uint64_t rest;
} Slot;

enum { RANKS = 64, RANK_BITS = 6, SPARE = 256 };

typedef struct {
    Slot *items;
    uint64_t homes, most_homes; /* then some slots for what finds no room in the last ones */
    uint64_t count, capacity;   /* of keys */
    int rank_at;                /* the lowest bit of the rank in the rest of a slot */
} Slots;

/*  How many slots there are for some homes. */
static inline uint64_t all_of(uint64_t homes)
{
    return homes + SPARE;
}

/*  Keep so many keys at most; where there is no room for all, fewer. False: no memory. */
bool set_up_slots(Slots *slots, uint64_t capacity, int rank_at);
void tear_down_slots(Slots *slots);

/*  How many keys fit into some bytes. */
uint64_t slots_in(uint64_t bytes);

static inline Slot *home_of(const Slots *slots, Key key)
{
    return slots->items + (uint64_t)(((unsigned __int128)key.high * slots->homes) >> 64);
}

/*  The slot of a key: its own, or the one where it would go, which may be that of another. Keys are in the order of their
    higher halves. */
static inline Slot *slot_of(const Slots *slots, Key key)
{
    for (Slot *slot = home_of(slots, key);; slot++) {
        if (slot->key.high > key.high)
            return slot;
        if (slot->key.high == key.high && slot->key.low == key.low)
            return slot;
        if (is_no_key(slot->key))
            return slot;
    }
}

/*  Have the slot of a key fetched, for who will look for it soon. */
static inline void expect_slot(const Slots *slots, Key key)
{
    __builtin_prefetch(home_of(slots, key));
}

static inline uint64_t rank_of(const Slots *slots, uint64_t rest)
{
    return rest >> slots->rank_at & (RANKS - 1);
}

static inline uint64_t with_rank(const Slots *slots, uint64_t rest, uint64_t rank)
{
    return (rest & ~((uint64_t)(RANKS - 1) << slots->rank_at)) | rank << slots->rank_at;
}

/*  Say what is left of the rest of a slot that stays when the others are swept. */
typedef uint64_t Aged(void *owner, uint64_t rest);

/*  The highest rank of those to forget: half of the keys at least; but not all, where some rank higher than others. */
uint64_t choose_rank(const Slots *slots);

/*  Forget them. Each caller has a copy of this, so that `aged` is a part of it. */
static inline __attribute__((always_inline)) void sweep_slots(Slots *slots, Aged *aged, void *owner)
{
    const uint64_t rank = choose_rank(slots);
    Slot *next = slots->items, *end = next + all_of(slots->homes); /* those before `next` are where they belong */
    slots->count = 0;
    for (Slot *slot = next; slot < end; slot++) {
        Slot moved = *slot;
        if (is_no_key(moved.key))
            continue;
        slot->key = (Key){0};
        if (rank_of(slots, moved.rest) <= rank)
            continue;
        moved.rest = aged(owner, moved.rest);
        Slot *home = home_of(slots, moved.key);
        next = home > next ? home : next;
        *next++ = moved; /* at its old place, or before it */
        slots->count++;
    }
}

/*  Give the slot where a new key goes, which is not before one that `slot_of` gave; NULL where there is none, which is rare:
    then it is not kept. There must be fewer keys than there may be. */
Slot *add_key(Slots *slots, Key key, Slot *slot);

#endif
