/*  What hashes are made of: one multiplication to 128 bits, folded. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MIX_0 UINT64_C(0x9e3779b97f4a7c15)
#define MIX_1 UINT64_C(0xc2b2ae3d27d4eb4f)
#define MIX_2 UINT64_C(0xd6e8feb86659fd93)
#define MIX_3 UINT64_C(0xa0761d6478bd642f)

static inline uint64_t mixed(uint64_t word, uint64_t factor)
{
    unsigned __int128 product = (unsigned __int128)word * factor;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/*  Two halves that never meet: each word goes into both. */
typedef struct {
    uint64_t first, second;
} Mix;

static inline Mix mix(Mix state, uint64_t word)
{
    return (Mix){mixed(state.first ^ word ^ MIX_2, MIX_0), mixed((state.second ^ MIX_3) + word, MIX_1)};
}

static inline void hash_text(const char *text, size_t bytes, uint64_t out[2])
{
    Mix state = mix((Mix){MIX_1, MIX_0}, bytes);
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word = 0;
        memcpy(&word, text + i, bytes - i < 8 ? bytes - i : 8);
        state = mix(state, word);
    }
    out[0] = state.first;
    out[1] = state.second;
}
