/*  Moves that are counted and not made: how many are skipped, and notes of what makes each of them. */

#pragma once

#include "terms.h"

/*  How many bits are set: in place, where the machine may have no instruction for it. */
static inline int count_bits(uint64_t word)
{
#if defined __x86_64__ && !defined __POPCNT__
    word -= (word >> 1) & 0x5555555555555555;
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)((word * 0x0101010101010101) >> 56);
#else
    return __builtin_popcountll(word);
#endif
}

/*  Whether a move is one of those that are skipped: then it is counted, and not made. */
static inline bool passed(Context *c)
{
    if (c->passing == 0)
        return false;
    c->passing--;
    return true;
}

/*  The same of so many moves: whether all of them are skipped. */
static inline bool passed_all(Context *c, uint32_t count)
{
    if (c->passing < count)
        return false;
    c->passing -= count;
    return true;
}

/*  Whether a move is there, and is not one of those that are skipped; without a branch, since nobody can guess it. */
static inline bool is_wanted(Context *c, bool is_there)
{
    bool wanted = is_there & (c->passing == 0);
    c->passing -= is_there & !wanted;
    return wanted;
}

/*  Skip moves that are the bits of a word, the lowest first; there are more than are skipped. */
static inline uint64_t pass_lowest(Context *c, uint64_t bits)
{
    for (uint32_t left = c->passing; left > 0; left--)
        bits &= bits - 1;
    c->passing = 0;
    return bits;
}

/*  The same with the highest first. */
static inline uint64_t pass_highest(Context *c, uint64_t bits)
{
    for (uint32_t left = c->passing; left > 0; left--)
        bits ^= UINT64_C(1) << (63 - __builtin_clzll(bits));
    c->passing = 0;
    return bits;
}

/*  What makes a move, or each of the bits of a word: which piece of code, and the variables that it needs. */
struct Note {
    uint32_t end; /* how many moves there are up to here */
    uint32_t maker;
    uint64_t bits;
    Word words[3];
};

#define MANY UINT32_MAX /* moves: more than are noted */

/*  The bit of a word that has so many before it, from the lowest on. */
static inline uint64_t lowest_bit_after(uint64_t bits, uint32_t before)
{
    while (before-- > 0)
        bits &= bits - 1;
    return bits & -bits;
}

/*  The same from the highest on. */
static inline uint64_t highest_bit_after(uint64_t bits, uint32_t before)
{
    return lowest_bit_after(bits, (uint32_t)count_bits(bits) - 1 - before);
}

static inline int64_t bit_number(uint64_t bit) { return 63 - __builtin_clzll(bit); }
