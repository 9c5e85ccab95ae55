#include "slots.h"

#include <stddef.h>

#include "memory.h"

enum { FIRST_HOMES = 256, SPARE = 256, SIXTEENTHS = 13 };

static uint64_t all_of(uint64_t homes)
{
    return homes + SPARE;
}

/*  Of sixteen slots so many are filled at most, so that keys are found near their homes. */
static uint64_t homes_for(uint64_t capacity)
{
    return capacity / SIXTEENTHS * 16 + 16;
}

uint64_t slots_in(uint64_t bytes)
{
    uint64_t all = bytes / sizeof(Slot);
    return all / 16 * SIXTEENTHS + all % 16 * SIXTEENTHS / 16;
}

bool set_up_slots(Slots *slots, uint64_t capacity, int rank_at)
{
    *slots = (Slots){.capacity = capacity ? capacity : 1, .rank_at = rank_at};
    for (; !slots->items; slots->capacity /= 2) {
        slots->most_homes = homes_for(slots->capacity);
        slots->items = reserve_bytes(all_of(slots->most_homes) * sizeof(Slot));
        if (slots->items)
            break;
        if (slots->capacity < FIRST_HOMES)
            return false;
    }
    slots->homes = slots->most_homes < FIRST_HOMES ? slots->most_homes : FIRST_HOMES;
    return true;
}

void tear_down_slots(Slots *slots)
{
    give_back_bytes(slots->items, all_of(slots->most_homes) * sizeof(Slot));
    slots->items = NULL;
}

/*  Put a slot where it goes now; the last one of all stays free, so that every search for a key ends. */
static bool put_slot(const Slots *slots, Slot moved)
{
    Slot *to = slot_of(slots, moved.key);
    bool has_room = to + 1 < slots->items + all_of(slots->homes);
    if (has_room)
        *to = moved;
    return has_room;
}

/*  Have twice as many homes. All keys move to the back, the last ones first, so that those behind the one that is moved
    are where they belong, and those before it are not yet. Few at the front have their new homes among the latter: they
    wait on the side. */
static void grow(Slots *slots)
{
    enum { ASIDE = 2 * SPARE };
    Slot aside[ASIDE];
    uint32_t waiting = 0;
    uint64_t old = all_of(slots->homes);
    slots->homes = 2 * slots->homes < slots->most_homes ? 2 * slots->homes : slots->most_homes;
    prefer_large_pages(slots->items, all_of(slots->homes) * sizeof(Slot));
    while (old--) {
        Slot moved = slots->items[old];
        if (is_no_key(moved.key))
            continue;
        slots->items[old].key = (Key){0};
        if (home_of(slots, moved.key) > slots->items + old)
            slots->count -= !put_slot(slots, moved);
        else if (waiting < ASIDE)
            aside[waiting++] = moved;
        else
            slots->count--;
    }
    while (waiting)
        slots->count -= !put_slot(slots, aside[--waiting]);
}

Slot *add_key(Slots *slots, Key key)
{
    while (16 * (slots->count + 1) > SIXTEENTHS * slots->homes && slots->homes < slots->most_homes)
        grow(slots);
    Slot *slot = slot_of(slots, key);
    if (slot + 1 >= slots->items + all_of(slots->homes))
        return NULL;
    slots->count++;
    slot->key = key;
    return slot;
}

static uint64_t choose_rank(const Slots *slots)
{
    uint64_t counts[RANKS] = {0}, gone = 0, rank = 0;
    for (const Slot *slot = slots->items; slot < slots->items + all_of(slots->homes); slot++)
        if (!is_no_key(slot->key))
            counts[rank_of(slots, slot->rest)]++;
    while (2 * (gone += counts[rank]) < slots->count)
        rank++;
    if (gone == slots->count && gone > counts[rank])
        rank--;
    return rank;
}

void sweep_slots(Slots *slots, Aged *aged, void *owner)
{
    uint64_t rank = choose_rank(slots);
    slots->count = 0;
    for (Slot *slot = slots->items; slot < slots->items + all_of(slots->homes); slot++) {
        Slot moved = *slot;
        if (is_no_key(moved.key))
            continue;
        slot->key = (Key){0};
        if (rank_of(slots, moved.rest) <= rank)
            continue;
        moved.rest = aged(owner, moved.rest);
        *slot_of(slots, moved.key) = moved; /* at its old place, or before it */
        slots->count++;
    }
}
