/*  Terms made from bytes, which may be anybody's: nothing is believed. packing.c has the encoding. */

#include "boxes.h"
#include "context.h"
#include "gathering.h"
#include "names.h"
#include "walk.h"

#include <math.h>

enum { OWN_ATOMS = 0x5f, OWN_FUNCTORS = 0xd0 - 0xa8 };

#define NOT_A_NUMBER UINT64_C(0x7ff8000000000000)

/*  Bytes still to be read. */
typedef struct {
    Context *context;
    const uint8_t *bytes;
    size_t left;
} Source;

static bool refuse(Source *source)
{
    return stop(source->context, BEYOND, "bytes that are no position");
}

static bool get_bytes(Source *source, void *into, size_t bytes)
{
    if (source->left < bytes)
        return refuse(source);
    memcpy(into, source->bytes, bytes);
    source->bytes += bytes;
    source->left -= bytes;
    return true;
}

/*  A number of 1, 2 or 4 bytes that fits in no shorter form. */
static bool get_sized(Source *source, unsigned form, uint32_t *number)
{
    *number = 0;
    NEED(get_bytes(source, number, (size_t)1 << form));
    return form == 0 || *number > (form == 1 ? 0xffu : 0xffffu) || refuse(source);
}

/*  Tell whether bytes are UTF-8: shortest forms, no surrogates, at most 10FFFF. */
static bool is_utf8(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size;) {
        uint32_t lead = bytes[i++], code, least;
        size_t more = lead < 0x80 ? 0 : lead < 0xc2 ? 4 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 4;
        if (more == 0)
            continue;
        if (more == 4 || size - i < more)
            return false;
        code = lead & (0x3fu >> more);
        least = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
        for (size_t j = 0; j < more; j++, i++) {
            if ((bytes[i] & 0xc0) != 0x80)
                return false;
            code = code << 6 | (bytes[i] & 0x3fu);
        }
        if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return false;
    }
    return true;
}

/*  So many bytes of text; it is left where it is. */
static bool get_text(Source *source, const uint8_t **text, uint32_t *bytes)
{
    NEED(get_bytes(source, bytes, 4));
    if (source->left < *bytes || !is_utf8(source->bytes, *bytes))
        return refuse(source);
    *text = source->bytes;
    source->bytes += *bytes;
    source->left -= *bytes;
    return true;
}

static bool get_atom(Source *source, uint8_t code, uint32_t *number)
{
    uint32_t named = named_atoms(source->context->symbols);
    if (code <= OWN_ATOMS) {
        *number = code == 0 ? 0 : OWN_ATOM + code - 1u;
        return *number < named || refuse(source);
    }
    if (code >= 0xeb && code <= 0xed) {
        NEED(get_sized(source, code - 0xebu, number));
        bool has_byte = *number == 0 || (*number >= OWN_ATOM && *number - OWN_ATOM < OWN_ATOMS);
        return (*number < named && !has_byte) || refuse(source);
    }
    const uint8_t *text;
    uint32_t bytes;
    if (code != 0xee)
        return refuse(source);
    if (!get_text(source, &text, &bytes) || !find_atom(source->context, (const char *)text, bytes, number))
        return false;
    return *number >= named || refuse(source);
}

static bool get_functor(Source *source, uint8_t code, Word *header)
{
    Context *context = source->context;
    uint32_t named = named_functors(context->symbols), number, name, arity;
    if (code == 0xf2) {
        uint8_t atom;
        if (!get_bytes(source, &atom, 1) || !get_atom(source, atom, &name) || !get_bytes(source, &arity, 4))
            return false;
        if (arity > source->left || name == 0)
            return refuse(source);
        NEED(find_functor(context, name, arity, &number));
        *header = HEADER(number, arity);
        return number >= named || refuse(source);
    }
    if (code <= 0xa7) {
        number = 1 + code - 0xa0u;
    } else if (code <= 0xcf) {
        number = OWN_FUNCTOR + code - 0xa8u;
    } else {
        NEED(get_sized(source, code - 0xefu, &number));
        if (number <= 8 || (number >= OWN_FUNCTOR && number - OWN_FUNCTOR < OWN_FUNCTORS))
            return refuse(source);
    }
    if (number >= named)
        return refuse(source);
    arity = functor_of(context->symbols, number).arity;
    *header = HEADER(number, arity);
    return arity <= source->left || refuse(source);
}

static bool get_integer(Source *source, uint8_t code, Word *out)
{
    unsigned form = code - 0xf3u;
    uint64_t raw = 0;
    NEED(get_bytes(source, &raw, (size_t)1 << form));
    int64_t value = form == 0 ? (int8_t)raw : form == 1 ? (int16_t)raw : form == 2 ? (int32_t)raw : (int64_t)raw;
    bool fits_shorter = form == 0   ? value >= -16 && value <= 47
                        : form == 1 ? value == (int8_t)value
                        : form == 2 ? value == (int16_t)value
                                    : value == (int32_t)value;
    if (fits_shorter || value > MOST_INT || value < LEAST_INT)
        return refuse(source);
    *out = INT_WORD(value);
    return true;
}

static bool get_large(Source *source, Word *out)
{
    uint32_t bytes;
    unsigned __int128 raw = 0;
    NEED(get_bytes(source, &bytes, 4));
    if (bytes == 0 || bytes > sizeof raw)
        return refuse(source);
    NEED(get_bytes(source, &raw, bytes));
    if (raw >> (8 * bytes - 1) & 1 && bytes < sizeof raw) /* negative */
        raw |= ~(unsigned __int128)0 << 8 * bytes;
    Large value = (Large)raw;
    if ((value >= LEAST_INT && value <= MOST_INT) || large_bytes(value) != bytes)
        return refuse(source);
    return large_word(source->context, value, out);
}

static bool get_box(Source *source, uint8_t code, Word *out)
{
    if (code == 0xfa)
        return get_large(source, out);
    if (code == 0xf7) {
        uint64_t bits;
        double value;
        NEED(get_bytes(source, &bits, 8));
        memcpy(&value, &bits, sizeof value);
        if (isnan(value) && bits != NOT_A_NUMBER)
            return refuse(source);
        return (*out = make_float(source->context, value)) != 0;
    }
    const uint8_t *text;
    uint32_t bytes;
    return get_text(source, &text, &bytes) &&
           (*out = make_string(source->context, (const char *)text, bytes)) != 0;
}

/*  How many items a list has, by its code. */
static bool get_count(Source *source, uint8_t code, uint32_t *count)
{
    uint8_t byte;
    if (code <= 0xe7) {
        *count = code - 0xd0u + 1;
    } else if (code == 0xe8) {
        NEED(get_bytes(source, &byte, 1));
        *count = byte + 25u;
    } else {
        NEED(get_bytes(source, count, 4));
        if (code == 0xe9 ? *count <= 280 : *count == 0)
            return refuse(source);
    }
    return *count <= source->left || refuse(source);
}

/*  Cells still to be filled; every second one where they are a list's, and the last one before the next for its end. */
enum Filling { ARGUMENTS, ITEMS, ITEMS_AND_END };

typedef struct {
    Word *next;
    size_t count;
    enum Filling filling;
} Hole;

typedef struct {
    Hole *holes;
    size_t count, room;
} Holes;

static bool dig(Context *context, Holes *holes, Word *next, size_t count, enum Filling filling)
{
    if (holes->count == holes->room) {
        size_t room = holes->room ? 2 * holes->room : 64;
        Hole *grown = realloc(holes->holes, room * sizeof *grown);
        if (grown == NULL)
            return stop(context, FULL, "a position");
        holes->holes = grown;
        holes->room = room;
    }
    holes->holes[holes->count++] = (Hole){next, count, filling};
    return true;
}

/*  The next cell to be filled; NULL where there is none. `is_end` says that it is the end of a list. */
static Word *next_cell(Holes *holes, bool *is_end)
{
    *is_end = false;
    if (holes->count == 0)
        return NULL;
    Hole *hole = &holes->holes[holes->count - 1];
    Word *found = hole->next;
    if (--hole->count == 0) {
        holes->count--;
        if (hole->filling == ITEMS_AND_END) {
            *is_end = true;
            return found - 1;
        }
    }
    hole->next += hole->filling == ARGUMENTS ? 1 : 2;
    return found;
}

static bool open_list(Source *source, Holes *holes, uint8_t code, Word *out)
{
    uint32_t count;
    NEED(get_count(source, code, &count));
    Word *cells = new_list(source->context, count, NIL, out);
    if (cells == NULL)
        return false;
    return dig(source->context, holes, cells, code == 0xea ? count + (size_t)1 : count,
               code == 0xea ? ITEMS_AND_END : ITEMS);
}

static bool open_struct(Source *source, Holes *holes, uint8_t code, Word *out)
{
    Word header;
    NEED(get_functor(source, code, &header));
    size_t arity = header >> 32;
    Word *cells = TAKEN(source->context, arity + 1);
    cells[0] = header;
    *out = (Word)cells | STRUCT;
    return arity == 0 || dig(source->context, holes, cells + 1, arity, ARGUMENTS);
}

static bool get_term(Source *source, Holes *holes, Word *out)
{
    uint8_t code;
    NEED(get_bytes(source, &code, 1));
    if (code >= 0x60 && code <= 0x9f) {
        *out = INT_WORD((int64_t)code - 0x70);
        return true;
    }
    if (code <= OWN_ATOMS || (code >= 0xeb && code <= 0xee)) {
        uint32_t number;
        NEED(get_atom(source, code, &number));
        *out = ATOM_WORD(number);
        return true;
    }
    if (code >= 0xd0 && code <= 0xea)
        return open_list(source, holes, code, out);
    if (code <= 0xcf || (code >= 0xef && code <= 0xf2))
        return open_struct(source, holes, code, out);
    if (code <= 0xf6)
        return get_integer(source, code, out);
    return code <= 0xf8 || code == 0xfa ? get_box(source, code, out) : refuse(source);
}

bool unpack(Context *context, const uint8_t *bytes, size_t size, Word *out)
{
    Source source = {context, bytes, size};
    Holes holes = {NULL, 0, 0};
    Word *into = out;
    bool going = true, is_end = false;
    while (going && into != NULL) {
        going = get_term(&source, &holes, into);
        if (going && is_end && (*into == NIL || TAG(*into) == LIST))
            going = refuse(&source);
        if (going)
            into = next_cell(&holes, &is_end);
    }
    free(holes.holes);
    return going && (source.left == 0 || refuse(&source));
}
