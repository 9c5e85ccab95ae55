/*  Atoms, strings and integers as text. */

#pragma once

#include "terms.h"

#include <string.h>

enum TextKind { ATOM_KIND, STRING_KIND };

/*  A text while it is put together, or looked at. */
typedef struct {
    const char *bytes;
    size_t size;
    char digits[24]; /* of an integer */
} Text;

static inline bool unfit(Context *context)
{
    return stop(context, BEYOND, "something that is no plain text");
}

/*  The text of an atom, a string or an integer; the rest stops. */
bool text_of(Context *context, Word x, Text *text);

bool atom_word(Context *context, const char *text, size_t bytes, Word *out);

/*  The code at the start of valid UTF-8; gives how many bytes it has. */
static inline size_t decode(const char *bytes, int64_t *code)
{
    unsigned lead = (unsigned char)bytes[0];
    size_t more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    *code = more == 0 ? lead : lead & (0x3fu >> more);
    for (size_t i = 1; i <= more; i++)
        *code = *code << 6 | ((unsigned char)bytes[i] & 0x3f);
    return more + 1;
}

static inline int64_t count_codes(const Text *text)
{
    size_t i = 0;
    for (uint64_t bytes; i + 8 <= text->size; i += 8) { /* most texts have a byte for each code */
        memcpy(&bytes, text->bytes + i, sizeof bytes);
        if (bytes & UINT64_C(0x8080808080808080))
            break;
    }
    int64_t count = (int64_t)i;
    for (; i < text->size; i++)
        count += ((unsigned char)text->bytes[i] & 0xc0) != 0x80;
    return count;
}
