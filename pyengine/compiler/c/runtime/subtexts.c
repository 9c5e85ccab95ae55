/*  Parts of atoms and strings: sub_atom/5 and sub_string/5 of a text that is known, string_code/3. */

#include "boxes.h"
#include "context.h"
#include "texts.h"

#define UNKNOWN INT64_MIN

/*  The parts of a text, one after the other, in the order of SWI-Prolog: `start` and `size` are of the one at hand. */
typedef struct {
    Text text, wanted;
    bool is_wanted;
    int64_t codes, before, length, after; /* UNKNOWN where the call does not say */
    int64_t start, last_start, size, last_size;
} Parts;

/*  The bytes before a code, of a text in which some codes may have several. */
static size_t offset_of(const Text *text, int64_t codes, int64_t index)
{
    if ((size_t)codes == text->size)
        return (size_t)index;
    size_t at = 0;
    for (int64_t i = 0; i < index; i++)
        for (at++; at < text->size && ((unsigned char)text->bytes[at] & 0xc0) == 0x80; at++)
            ;
    return at;
}

/*  The sizes that a part may have at a start. */
static void begin_sizes(Parts *parts)
{
    int64_t rest = parts->codes - parts->start;
    if (parts->length != UNKNOWN)
        parts->size = parts->last_size = parts->length;
    else if (parts->after != UNKNOWN)
        parts->size = parts->last_size = rest - parts->after;
    else {
        parts->size = 0;
        parts->last_size = rest;
    }
}

static bool begin_parts(
    Context *context, Word x, int64_t before, int64_t length, int64_t after, Word wanted, Parts *parts)
{
    NEED(text_of(context, x, &parts->text));
    parts->is_wanted = wanted != 0;
    if (parts->is_wanted)
        NEED(text_of(context, wanted, &parts->wanted));
    int64_t given[] = {before, length, after};
    for (int i = 0; i < 3; i++)
        if (given[i] < 0 && given[i] != UNKNOWN)
            return unfit(context);
    parts->codes = count_codes(&parts->text);
    if (parts->is_wanted) {
        int64_t size = count_codes(&parts->wanted);
        if (length != UNKNOWN && length != size)
            return false;
        length = size;
    }
    parts->before = before;
    parts->length = length;
    parts->after = after;
    parts->start = 0;
    parts->last_start = parts->codes;
    if (before != UNKNOWN)
        parts->start = parts->last_start = before;
    else if (length != UNKNOWN && after != UNKNOWN)
        parts->start = parts->last_start = parts->codes - length - after;
    if (parts->start < 0 || parts->start > parts->codes)
        return false;
    begin_sizes(parts);
    return true;
}

static bool fits_part(const Parts *parts)
{
    int64_t rest = parts->codes - parts->start - parts->size;
    if (parts->size < 0 || rest < 0 || (parts->after != UNKNOWN && parts->after != rest))
        return false;
    if (!parts->is_wanted)
        return true;
    size_t at = offset_of(&parts->text, parts->codes, parts->start);
    return at + parts->wanted.size <= parts->text.size &&
           memcmp(parts->text.bytes + at, parts->wanted.bytes, parts->wanted.size) == 0;
}

/*  Go on to the next candidate; false where there is none. */
static bool advance_part(Parts *parts)
{
    if (parts->size < parts->last_size) {
        parts->size++;
        return true;
    }
    if (parts->start >= parts->last_start)
        return false;
    parts->start++;
    begin_sizes(parts);
    return true;
}

/*  Come to a part, from the candidate at hand on; false where there is none, or it takes too many steps. */
static bool come_to_part(Context *context, Parts *parts)
{
    while (!fits_part(parts))
        if (!step(context) || !advance_part(parts))
            return false;
    return true;
}

static bool part_word(Context *context, int kind, const Parts *parts, Word *out)
{
    size_t at = offset_of(&parts->text, parts->codes, parts->start);
    size_t end = offset_of(&parts->text, parts->codes, parts->start + parts->size);
    const char *bytes = parts->text.bytes + at;
    if (kind == ATOM_KIND)
        return atom_word(context, bytes, end - at, out);
    *out = make_string(context, bytes, end - at);
    return *out != 0;
}

/*  One function a call pattern: letters for what is before, how long, what is after, and the part itself; `g` is given,
    `f` comes out. */
#define NUMBER_IN_g(name) , int64_t name
#define NUMBER_IN_f(name)
#define WORD_IN_g(name) , Word name
#define WORD_IN_f(name)
#define NUMBER_OUT_g(name)
#define NUMBER_OUT_f(name) , int64_t *name
#define WORD_OUT_g(name)
#define WORD_OUT_f(name) , Word *name
#define NUMBER_TYPE_g
#define NUMBER_TYPE_f , int64_t
#define WORD_TYPE_g
#define WORD_TYPE_f , Word
#define NUMBER_GIVEN_g(name) name
#define NUMBER_GIVEN_f(name) UNKNOWN
#define WORD_GIVEN_g(name) name
#define WORD_GIVEN_f(name) 0
#define ASSIGN_g(name, value)
#define ASSIGN_f(name, value) *name = value
#define PASS_g(value)
#define PASS_f(value) , value
#define PART_g(context, kind, parts, out) ((void)(kind), true)
#define PART_f(context, kind, parts, out) part_word(context, kind, parts, out)
#define MADE_g
#define MADE_f Word made;
#define MADE_PLACE_g NULL
#define MADE_PLACE_f &made

#define BEGIN(b, n, a, s)                                                                                              \
    begin_parts(context, x, NUMBER_GIVEN_##b(before), NUMBER_GIVEN_##n(length), NUMBER_GIVEN_##a(after),               \
                WORD_GIVEN_##s(part), &parts)

#define ONE_PART(b, n, a, s) bool ONE_PART_AS(sub_text_##b##n##a##s, b, n, a, s)
#define MANY_PARTS(b, n, a, s) bool MANY_PARTS_AS(sub_text_##b##n##a##s, b, n, a, s)

#define ONE_PART_AS(name, b, n, a, s)                                                                                  \
    name(                                                                                                              \
        Context *context, int kind, Word x NUMBER_IN_##b(before) NUMBER_IN_##n(length) NUMBER_IN_##a(after)            \
        WORD_IN_##s(part) NUMBER_OUT_##b(before_out) NUMBER_OUT_##n(length_out) NUMBER_OUT_##a(after_out)              \
        WORD_OUT_##s(part_out))                                                                                        \
    {                                                                                                                  \
        Parts parts;                                                                                                   \
        NEED(BEGIN(b, n, a, s) && come_to_part(context, &parts));                                                      \
        ASSIGN_##b(before_out, parts.start);                                                                           \
        ASSIGN_##n(length_out, parts.size);                                                                            \
        ASSIGN_##a(after_out, parts.codes - parts.start - parts.size);                                                 \
        return PART_##s(context, kind, &parts, part_out);                                                              \
    }

#define MANY_PARTS_AS(name, b, n, a, s)                                                                                \
    name(                                                                                                              \
        Context *context, int kind, Word x NUMBER_IN_##b(before) NUMBER_IN_##n(length) NUMBER_IN_##a(after)            \
        WORD_IN_##s(part),                                                                                             \
        bool (*next)(Context *, void * NUMBER_TYPE_##b NUMBER_TYPE_##n NUMBER_TYPE_##a WORD_TYPE_##s), void *frame)    \
    {                                                                                                                  \
        Parts parts;                                                                                                   \
        if (!BEGIN(b, n, a, s))                                                                                        \
            return context->reason == GOING;                                                                           \
        do {                                                                                                           \
            MADE_##s                                                                                                   \
            if (!come_to_part(context, &parts))                                                                        \
                break;                                                                                                 \
            if (!PART_##s(context, kind, &parts, MADE_PLACE_##s) ||                                                    \
                !next(context, frame PASS_##b(parts.start) PASS_##n(parts.size)                                        \
                      PASS_##a(parts.codes - parts.start - parts.size) PASS_##s(made)))                                \
                return false;                                                                                          \
        } while (step(context) && advance_part(&parts));                                                                    \
        return context->reason == GOING;                                                                               \
    }

ONE_PART(g, g, g, g)
ONE_PART(g, g, g, f)
static bool ONE_PART_AS(any_part_tested, g, g, f, g)
static bool ONE_PART_AS(any_part_taken, g, g, f, f)
ONE_PART(g, f, g, g)
ONE_PART(g, f, g, f)
ONE_PART(g, f, f, g)
MANY_PARTS(g, f, f, f)
ONE_PART(f, g, g, g)
ONE_PART(f, g, g, f)
static bool MANY_PARTS_AS(any_part_found, f, g, f, g)
MANY_PARTS(f, g, f, f)
ONE_PART(f, f, g, g)
MANY_PARTS(f, f, g, f)
MANY_PARTS(f, f, f, g)
MANY_PARTS(f, f, f, f)

/*  The same where each code of an atom or a string has one byte, as in most texts that are boards. */

static inline bool plain_text(const Context *context, Word x, const char **bytes, int64_t *size)
{
    if (TAG(x) == ATOM && x != NIL) {
        const Atom *atom = atom_of(context->symbols, ATOM_NUMBER(x));
        *bytes = atom->text;
        *size = (int64_t)atom->bytes;
    } else if (is_string(x)) {
        *bytes = string_text(x);
        *size = (int64_t)string_bytes(x);
    } else {
        return false;
    }
    unsigned char all = 0;
    for (int64_t i = 0; i < *size; i++)
        all |= (unsigned char)(*bytes)[i];
    return all < 0x80;
}

static inline bool same_bytes(const char *left, const char *right, int64_t size)
{
    return size == 1 ? *left == *right : memcmp(left, right, (size_t)size) == 0;
}

bool sub_text_ggfg(Context *context, int kind, Word x, int64_t before, int64_t length, Word part, int64_t *after)
{
    const char *bytes, *wanted;
    int64_t size, wanted_size;
    if (before < 0 || length < 0 || !plain_text(context, x, &bytes, &size) ||
        !plain_text(context, part, &wanted, &wanted_size))
        return any_part_tested(context, kind, x, before, length, part, after);
    if (length != wanted_size || before > size || length > size - before || !same_bytes(bytes + before, wanted, length))
        return false;
    *after = size - before - length;
    return true;
}

bool sub_text_ggff(Context *context, int kind, Word x, int64_t before, int64_t length, int64_t *after, Word *part)
{
    const char *bytes;
    int64_t size;
    if (before < 0 || length < 0 || !plain_text(context, x, &bytes, &size))
        return any_part_taken(context, kind, x, before, length, after, part);
    if (before > size || length > size - before)
        return false;
    *after = size - before - length;
    if (kind == ATOM_KIND)
        return atom_word(context, bytes + before, (size_t)length, part);
    *part = make_string(context, bytes + before, (size_t)length);
    return *part != 0;
}

bool sub_text_fgfg(
    Context *context, int kind, Word x, int64_t length, Word part, bool (*next)(Context *, void *, int64_t, int64_t),
    void *frame)
{
    const char *bytes, *wanted;
    int64_t size, wanted_size;
    if (length < 0 || !plain_text(context, x, &bytes, &size) || !plain_text(context, part, &wanted, &wanted_size))
        return any_part_found(context, kind, x, length, part, next, frame);
    if (length != wanted_size)
        return true;
    for (int64_t start = 0; start <= size - length; start++)
        if (!step(context) || (same_bytes(bytes + start, wanted, length) &&
                               !next(context, frame, start, size - start - length)))
            return false;
    return true;
}

/*  string_code/3: numbers count from 1; where there is none, it fails. Numbers have no codes, and lists are left out. */
bool code_at(Context *context, int64_t index, Word x, int64_t *out)
{
    Text text;
    if (index < 0 || (TAG(x) != ATOM && !is_string(x)))
        return unfit(context);
    NEED(text_of(context, x, &text));
    int64_t codes = count_codes(&text);
    if (index == 0 || index > codes)
        return false;
    decode(text.bytes + offset_of(&text, codes, index - 1), out);
    return true;
}

bool is_code_at(Context *context, int64_t index, Word x, Word code)
{
    int64_t found;
    return code_at(context, index, x, &found) && code == INT_WORD(found);
}
