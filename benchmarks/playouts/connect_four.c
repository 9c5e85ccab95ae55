/*  Connect Four on two sets of 49 bits: columns of six cells, and one above each that stays empty. */

#include "game.h"

typedef struct {
    uint64_t own, other; /* of who is to move, and of who has just moved */
    uint64_t free;       /* the cells where a disc may come to lie */
    bool is_second;
} Position;

#define BOTTOM UINT64_C(0x0000040810204081) /* the lowest cell of each column */
#define CELLS (BOTTOM * 0x3f)

static Position start(void) { return (Position){0}; }

static inline bool lined(uint64_t discs)
{
    uint64_t pairs = discs & (discs >> 1);
    uint64_t found = pairs & (pairs >> 2);
    pairs = discs & (discs >> 6);
    found |= pairs & (pairs >> 12);
    pairs = discs & (discs >> 7);
    found |= pairs & (pairs >> 14);
    pairs = discs & (discs >> 8);
    found |= pairs & (pairs >> 16);
    return found != 0;
}

static inline unsigned moves(Position *position)
{
    if (lined(position->other))
        return 0;
    position->free = ((position->own | position->other) + BOTTOM) & CELLS;
    return (unsigned)bits(position->free);
}

static inline void make(Position *position, unsigned n)
{
    uint64_t moved = position->own | nth_bit(position->free, n);
    position->own = position->other;
    position->other = moved;
    position->is_second = !position->is_second;
}

static inline int worth(const Position *position)
{
    return lined(position->other) ? (position->is_second ? 1 : -1) : 0;
}

#include "main.h"
