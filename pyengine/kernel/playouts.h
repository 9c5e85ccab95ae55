/*  Games at random, one at a time, and the chance that they are played by. */

#ifndef PYENGINE_PLAYOUTS_H
#define PYENGINE_PLAYOUTS_H

#include "kernel.h"

/*  The chance of one game of those that a seed gives. */
void begin_chance(Chance *chance, uint64_t seed, uint64_t number);

/*  How a game went: `worths` where it came to an end, NULL where it was broken off in `last`. */
typedef struct {
    uint64_t plies;
    const Number *worths;
    Word last;
} Playout;

/*  Play from a position, each move with the same chance; what is on the heap from `mark` on may be moved. */
enum Ending play_at_random(
    const Rules *rules, Context *context, Word *mark, Word position, Chance *chance, uint64_t most_plies,
    uint32_t *patience, Playout *out);

#endif
