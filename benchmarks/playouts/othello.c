/*  Othello on two sets of 64 bits: the squares where a disc may be placed, all at once in each direction. */

#include "game.h"

typedef struct {
    uint64_t own, other;
    uint64_t squares; /* where a disc may be placed; none where the move is a pass */
    bool is_second;
} Position;

#define INNER UINT64_C(0x7e7e7e7e7e7e7e7e) /* what a run that goes sideways may pass */

static Position start(void)
{
    return (Position){.own = UINT64_C(0x0000000810000000), .other = UINT64_C(0x0000001008000000)};
}

#define RUN(shift, step, through)                              \
    run = (own shift step) & (through);                        \
    run |= (run shift step) & (through);                       \
    pairs = (through) & ((through) shift step);                \
    run |= (run shift (2 * step)) & pairs;                     \
    run |= (run shift (2 * step)) & pairs;                     \
    found |= run shift step;

static inline uint64_t placeable(uint64_t own, uint64_t other)
{
    uint64_t inner = other & INNER, found = 0, run, pairs;
    RUN(<<, 1, inner)
    RUN(>>, 1, inner)
    RUN(<<, 8, other)
    RUN(>>, 8, other)
    RUN(<<, 7, inner)
    RUN(>>, 7, inner)
    RUN(<<, 9, inner)
    RUN(>>, 9, inner)
    return found & ~(own | other);
}

#define TURN(shift, step, through)                             \
    run = (disc shift step) & (through);                       \
    run |= (run shift step) & (through);                       \
    pairs = (through) & ((through) shift step);                \
    run |= (run shift (2 * step)) & pairs;                     \
    run |= (run shift (2 * step)) & pairs;                     \
    turned |= ((run shift step) & own) ? run : 0;

static inline uint64_t turned_by(uint64_t disc, uint64_t own, uint64_t other)
{
    uint64_t inner = other & INNER, turned = 0, run, pairs;
    TURN(<<, 1, inner)
    TURN(>>, 1, inner)
    TURN(<<, 8, other)
    TURN(>>, 8, other)
    TURN(<<, 7, inner)
    TURN(>>, 7, inner)
    TURN(<<, 9, inner)
    TURN(>>, 9, inner)
    return turned;
}

static inline unsigned moves(Position *position)
{
    position->squares = placeable(position->own, position->other);
    if (position->squares)
        return (unsigned)bits(position->squares);
    return placeable(position->other, position->own) != 0; /* a pass */
}

static inline void make(Position *position, unsigned n)
{
    uint64_t own = position->own, other = position->other;
    if (position->squares) {
        uint64_t disc = nth_bit(position->squares, n), turned = turned_by(disc, own, other);
        own |= disc | turned;
        other ^= turned;
    }
    position->own = other;
    position->other = own;
    position->is_second = !position->is_second;
}

static inline int worth(const Position *position)
{
    int lead = bits(position->own) - bits(position->other);
    return position->is_second ? -lead : lead;
}

#include "main.h"
