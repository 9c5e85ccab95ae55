/*  Floats, strings and large integers: what is in a box. */

#pragma once

#include "terms.h"

#include <string.h>

static inline bool is_float(Word word)
{
    return TAG(word) == BOX && *CELLS(word) == FLOAT_BOX;
}

static inline bool is_string(Word word)
{
    return TAG(word) == BOX && (*CELLS(word) & 0xff) == STRING_BOX;
}

/*  An integer beyond 61 bits; those beyond 120 are left to others. */
typedef __int128 Large;

#define MOST_LARGE (((Large)1 << 120) - 1)
#define LEAST_LARGE (-MOST_LARGE - 1)

static inline bool is_large(Word word)
{
    return TAG(word) == BOX && *CELLS(word) == INTEGER_BOX;
}

/*  The value of an integer, large or not. */
static inline Large large_value(Word word)
{
    if (TAG(word) == INT)
        return INT_VALUE(word);
    return (Large)((unsigned __int128)CELLS(word)[2] << 64 | CELLS(word)[1]);
}

/*  The index of the highest bit of a positive integer, and that of the lowest one. */
static inline int64_t highest_bit(Large integer)
{
    uint64_t high = (uint64_t)(integer >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)integer);
}

static inline int64_t lowest_bit(Large integer)
{
    uint64_t low = (uint64_t)integer;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(integer >> 64));
}

/*  An integer as a term: boxed only where it must be. False is a stop. */
static inline bool large_word(Context *context, Large integer, Word *out)
{
    if (integer >= LEAST_INT && integer <= MOST_INT) {
        *out = INT_WORD((int64_t)integer);
        return true;
    }
    if (integer < LEAST_LARGE || integer > MOST_LARGE)
        return stop(context, BEYOND, "an integer beyond 120 bits");
    Word *cells = TAKEN(context, 3);
    cells[0] = INTEGER_BOX;
    cells[1] = (Word)integer;
    cells[2] = (Word)((unsigned __int128)integer >> 64);
    *out = (Word)cells | BOX;
    return true;
}

static inline double float_value(Word box)
{
    double value;
    memcpy(&value, CELLS(box) + 1, sizeof value);
    return value;
}

static inline const char *string_text(Word box)
{
    return (const char *)(CELLS(box) + 1);
}

static inline size_t string_bytes(Word box)
{
    return (size_t)(*CELLS(box) >> 8);
}

/*  How many bytes hold a large integer, with a bit for its sign besides those of its absolute value. */
static inline size_t large_bytes(Large value)
{
    unsigned __int128 rest = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
    size_t bits = 0;
    for (; rest != 0; rest >>= 1)
        bits++;
    return bits / 8 + 1;
}

/*  Make a string of bytes in UTF-8; 0 where there is no room. */
Word make_string(Context *context, const char *text, size_t bytes);
