/*  What is known of keys, 24 bytes for each: 16 of the key, and 64 bits that belong to it. A key is in the slot that is its
    home, or in one of those behind it, so that both are read with one look at memory.

    Homes are in the order of keys, so that slots grow in place. When there are as many keys as there may be, they are swept:
    those of the lowest rank go, which is the top of what the owner keeps in some of the 64 bits. */

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

enum { RANKS = 64, RANK_BITS = 6 };

typedef struct {
    Slot *items;
    uint64_t homes, most_homes; /* then some slots for what finds no room in the last ones */
    uint64_t count, capacity;   /* of keys */
    int rank_at;                /* the lowest bit of the rank in the rest of a slot */
} Slots;

/*  Keep so many keys at most; where there is no room for all, fewer. False: no memory. */
bool set_up_slots(Slots *slots, uint64_t capacity, int rank_at);
void tear_down_slots(Slots *slots);

/*  How many keys fit into some bytes. */
uint64_t slots_in(uint64_t bytes);

static inline Slot *home_of(const Slots *slots, Key key)
{
    return slots->items + (uint64_t)(((unsigned __int128)key.high * slots->homes) >> 64);
}

/*  The slot of a key: its own, or the free one where it would go. */
static inline Slot *slot_of(const Slots *slots, Key key)
{
    Slot *slot = home_of(slots, key);
    while (!same_key(slot->key, key) && !is_no_key(slot->key))
        slot++;
    return slot;
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

/*  Forget the keys of the lowest ranks, half of them at least; but not all, where some rank higher than others. */
void sweep_slots(Slots *slots, Aged *aged, void *owner);

/*  Give the slot where a new key goes; NULL where there is none, which is rare: then it is not kept. There must be fewer
    keys than there may be. */
Slot *add_key(Slots *slots, Key key);

#endif
