/*  What a table knows of a position besides its key, in 64 bits, from the lowest on: the bound, what the value rests on,
    whether the value is listed among the numbers; the successor, the depth, the rank, whether the key is that of the position itself, the value or
    its place. */

#ifndef PYENGINE_ENTRIES_H
#define PYENGINE_ENTRIES_H

#include "table.h"

enum { BOUND_AT = 0, SOLVED_AT = 2, LISTED_AT = 4, CHILD_AT = 5, DEPTH_AT = 17, RANK_AT = 31, OWN_AT = 37, VALUE_AT = 38 };
enum { MOST_CHILD = (1 << 12) - 1, MOST_DEPTH = (1 << 14) - 1, DEPTH_ZERO = 1 << 12 };
#define SMALL_VALUES ((int64_t)1 << (63 - VALUE_AT))

static inline uint64_t bits_of(uint64_t rest, int at, int count)
{
    return rest >> at & (((uint64_t)1 << count) - 1);
}

/*  Whether there are bits for a depth. */
static inline bool is_near(int64_t depth)
{
    return depth == ENDLESS || depth == BEFORE_ALL || (depth > -DEPTH_ZERO && depth < DEPTH_ZERO);
}

/*  Whether a value is not listed: its place is then made of it. */
static inline bool is_small(const Entry *entry, uint64_t *place)
{
    bool fits = !entry->is_float && entry->value > -SMALL_VALUES && entry->value < SMALL_VALUES;
    *place = fits ? (uint64_t)((int64_t)entry->value + SMALL_VALUES) : 0;
    return fits;
}

static inline uint64_t pack_entry(const Entry *entry, uint64_t rank, bool is_listed, uint64_t place)
{
    uint64_t depth = entry->depth == ENDLESS ? MOST_DEPTH
        : entry->depth == BEFORE_ALL         ? 0
                                             : (uint64_t)(entry->depth + DEPTH_ZERO);
    return (uint64_t)entry->bound << BOUND_AT | (uint64_t)entry->solved << SOLVED_AT | (uint64_t)is_listed << LISTED_AT
        | (uint64_t)(entry->child > MOST_CHILD ? 0 : entry->child) << CHILD_AT | depth << DEPTH_AT | rank << RANK_AT
        | (uint64_t)entry->is_own << OWN_AT | place << VALUE_AT;
}

static inline Entry unpack_entry(Key key, uint64_t rest, const Numbers *numbers)
{
    uint64_t depth = bits_of(rest, DEPTH_AT, 14), place = rest >> VALUE_AT;
    Number value = bits_of(rest, LISTED_AT, 1) ? numbers->items[place] : (Number){(double)((int64_t)place - SMALL_VALUES), false};
    return (Entry){
        .key = key,
        .depth = depth == MOST_DEPTH ? ENDLESS : depth == 0 ? BEFORE_ALL : (int64_t)depth - DEPTH_ZERO,
        .value = value.value,
        .is_float = value.is_float,
        .child = (uint32_t)bits_of(rest, CHILD_AT, 12),
        .bound = (uint8_t)bits_of(rest, BOUND_AT, 2),
        .solved = (uint8_t)bits_of(rest, SOLVED_AT, 2),
        .is_own = (uint8_t)bits_of(rest, OWN_AT, 1),
        .work = (uint8_t)bits_of(rest, RANK_AT, 6),
    };
}

#endif
