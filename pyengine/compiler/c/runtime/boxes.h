/*  Floats and strings: what is in a box. */

#ifndef PYENGINE_BOXES_H
#define PYENGINE_BOXES_H

#include "terms.h"

#include <string.h>

static inline bool is_float(Word word)
{
    return TAG(word) == BOX && *CELLS(word) == FLOAT_BOX;
}

static inline bool is_string(Word word)
{
    return TAG(word) == BOX && *CELLS(word) != FLOAT_BOX;
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

/*  Make a string of bytes in UTF-8; 0 where there is no room. */
Word make_string(Context *context, const char *text, size_t bytes);

#endif
