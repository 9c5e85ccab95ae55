/*  Breakthrough on two sets of 64 bits. The board is turned round after each move, so that who is to move goes up. */

#include "game.h"

typedef struct {
    uint64_t own, other;
    uint64_t targets[3]; /* squares that can be reached: to the left, straight, to the right */
    unsigned counts[3];
    bool is_second;
} Position;

#define FIRST UINT64_C(0x0101010101010101)
#define LAST (FIRST << 7)

static Position start(void) { return (Position){.own = 0xffff, .other = UINT64_C(0xffff) << 48}; }

static inline bool is_lost(const Position *position) { return !position->own || (position->other & 0xff); }

static inline unsigned moves(Position *position)
{
    if (is_lost(position))
        return 0;
    uint64_t own = position->own, sideways = ~own, ahead = ~(own | position->other);
    position->targets[0] = ((own & ~FIRST) << 7) & sideways;
    position->targets[1] = (own << 8) & ahead;
    position->targets[2] = ((own & ~LAST) << 9) & sideways;
    unsigned count = 0;
    for (int i = 0; i < 3; i++)
        count += position->counts[i] = (unsigned)bits(position->targets[i]);
    return count;
}

static inline void make(Position *position, unsigned n)
{
    int way = 0;
    while (n >= position->counts[way])
        n -= position->counts[way++];
    uint64_t target = nth_bit(position->targets[way], n);
    uint64_t own = position->own ^ target ^ (target >> (7 + way)), other = position->other & ~target;
    position->own = __builtin_bswap64(other);
    position->other = __builtin_bswap64(own);
    position->is_second = !position->is_second;
}

static inline int worth(const Position *position) { return position->is_second ? 1 : -1; }

#include "main.h"
