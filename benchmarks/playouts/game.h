/*  What the games here share. A source defines a Position and the functions below, and then includes `main.h`:

      start()                   the first position
      moves(&position)          how many moves there are, 0 where the game is over; leaves in the position what `make` needs
      make(&position, n)        make the n-th of them, and no other
      worth(&position)          what the end is worth to the first player, where there is no move
*/

#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*  How many bits are set, without an instruction for it: -O2 alone does not ask for one, for rules neither. */
static inline int bits(uint64_t word)
{
    word -= (word >> 1) & 0x5555555555555555;
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)((word * 0x0101010101010101) >> 56);
}

/*  The n-th set bit, the lowest being the 0th. */
static inline uint64_t nth_bit(uint64_t word, unsigned n)
{
    while (n--)
        word &= word - 1;
    return word & -word;
}
