/*  Tic-tac-toe on two sets of nine bits. */

#include "game.h"

typedef struct {
    uint32_t own, other; /* of who is to move, and of who has just moved */
    uint32_t empty;
    bool is_second;
} Position;

static Position start(void) { return (Position){.empty = 0x1ff}; }

static inline bool lined(uint32_t cells)
{
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++)
        if ((cells & lines[i]) == lines[i])
            return true;
    return false;
}

static inline unsigned moves(Position *position)
{
    if (lined(position->other))
        return 0;
    position->empty = 0x1ff & ~(position->own | position->other);
    return (unsigned)bits(position->empty);
}

static inline void make(Position *position, unsigned n)
{
    uint32_t moved = position->own | (uint32_t)nth_bit(position->empty, n);
    position->own = position->other;
    position->other = moved;
    position->is_second = !position->is_second;
}

static inline int worth(const Position *position)
{
    return lined(position->other) ? (position->is_second ? 1 : -1) : 0;
}

#include "main.h"
