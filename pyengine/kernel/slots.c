#include "slots.h"

#include <stddef.h>

#include "memory.h"

enum { FIRST_HOMES = 256, SIXTEENTHS = 13 };

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

/*  Make room at a place by moving what is there, up to the first free slot; the last one of all stays free, so that every
    search for a key ends. */
static bool make_room(const Slots *slots, Slot *place)
{
    const Slot *last = slots->items + all_of(slots->homes) - 1;
    Slot *end = place;
    while (!is_no_key(end->key))
        end++;
    if (end >= last)
        return false;
    for (; end > place; end--)
        *end = end[-1];
    return true;
}

/*  Put a slot where it goes now. */
static bool put_slot(const Slots *slots, Slot moved)
{
    Slot *to = slot_of(slots, moved.key);
    bool has_room = make_room(slots, to);
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
    if (all_of(slots->homes) * sizeof(Slot) >= LARGE_PAGE)
        prefer_large_pages(slots->items, all_of(slots->most_homes) * sizeof(Slot));
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

Slot *add_key(Slots *slots, Key key, Slot *slot)
{
    if (16 * (slots->count + 1) > SIXTEENTHS * slots->homes && slots->homes < slots->most_homes) {
        while (16 * (slots->count + 1) > SIXTEENTHS * slots->homes && slots->homes < slots->most_homes)
            grow(slots);
        slot = slot_of(slots, key);
    }
    if (!make_room(slots, slot))
        return NULL;
    slots->count++;
    slot->key = key;
    return slot;
}

uint64_t choose_rank(const Slots *slots)
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
