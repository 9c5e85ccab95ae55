/*  The chance that games are played by at random: a stream of words that a seed and a number begin. */

#pragma once

#include <stdint.h>

typedef struct {
    uint64_t words[4];
} Chance;

static inline uint64_t rotate(uint64_t word, int by)
{
    return (word << by) | (word >> (64 - by));
}

/*  xoshiro256** of Blackman and Vigna. */
static inline uint64_t draw_word(Chance *chance)
{
    uint64_t *words = chance->words, result = rotate(words[1] * 5, 7) * 9, shifted = words[1] << 17;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= shifted;
    words[3] = rotate(words[3], 45);
    return result;
}

/*  A number below `bound`, each with the same chance. */
static inline uint32_t number_below(Chance *chance, uint32_t bound)
{
    uint64_t product = (draw_word(chance) >> 32) * bound;
    if (__builtin_expect((uint32_t)product < bound, 0)) {
        uint32_t unfair = -bound % bound;
        while ((uint32_t)product < unfair)
            product = (draw_word(chance) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}
