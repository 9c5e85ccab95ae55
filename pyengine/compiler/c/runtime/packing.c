/*  Ground terms as bytes. A term has one encoding. Numbers are little-endian; of several forms that could hold
    a number the shortest stands. `unpack` refuses everything else.

    00          []
    01-5F       the first atoms that the rules name themselves: number OWN_ATOM + byte - 1
    60-9F       integers from -16 to 47
    A0-A7       a compound term: functors 1 to 8, then the arguments
    A8-CF       the same for the first functors of the rules themselves: number OWN_FUNCTOR + byte - A8
    D0-E7       a list of 1 to 24 items that ends in []: the items
    E8 u8       a list of 25 to 280 items, less 25; the items
    E9 u32      a list of more items; the items
    EA u32      a list of at least one item that ends in something else, neither [] nor a list: the items, then the end
    EB u8, EC u16, ED u32   another atom that the rules name, by number
    EE u32      any other atom: so many bytes of UTF-8
    EF u8, F0 u16, F1 u32   another functor that the rules name, by number; the arguments
    F2          any other functor: an atom, its name; a u32, its arity; the arguments
    F3 i8, F4 i16, F5 i32, F6 i64   another integer
    F7          a float: its 8 bytes, as IEEE 754 has them; there is one NaN, 7FF8000000000000
    F8 u32      a string: so many bytes of UTF-8
    FA u32      an integer that F6 does not hold: so many bytes, with its sign, at least one bit more than its absolute
                value has; C takes those below 2^120
*/

#include "boxes.h"
#include "context.h"
#include "names.h"
#include "walk.h"

#include <math.h>

enum { OWN_ATOMS = 0x5f, OWN_FUNCTORS = 0xd0 - 0xa8, SHORT_LIST = 24, MIDDLE_LIST = 280 };

#define NOT_A_NUMBER UINT64_C(0x7ff8000000000000)

/*  Where bytes go; nowhere while `bytes` is NULL and they are only counted. */
typedef struct {
    uint8_t *bytes;
    size_t size;
} Sink;

static inline void put_byte(Sink *sink, unsigned byte)
{
    if (sink->bytes != NULL)
        sink->bytes[sink->size] = (uint8_t)byte;
    sink->size++;
}

static void put_bytes(Sink *sink, const void *from, size_t bytes)
{
    if (sink->bytes != NULL)
        memcpy(sink->bytes + sink->size, from, bytes);
    sink->size += bytes;
}

/*  A number in so many bytes: the low ones of a word, which are its first. */
static void put_number(Sink *sink, uint64_t number, size_t bytes)
{
    put_bytes(sink, &number, bytes);
}

/*  A number in 1, 2 or 4 bytes, with one of three codes that follow each other. */
static void put_sized(Sink *sink, unsigned code, uint32_t number)
{
    unsigned form = number > 0xff ? (number > 0xffff ? 2 : 1) : 0;
    put_byte(sink, code + form);
    put_number(sink, number, (size_t)1 << form);
}

static void put_atom(Sink *sink, const Context *context, uint32_t number)
{
    if (number == 0) {
        put_byte(sink, 0);
    } else if (number >= named_atoms(context->symbols)) {
        const Atom *atom = atom_of(context->symbols, number);
        put_byte(sink, 0xee);
        put_number(sink, atom->bytes, 4);
        put_bytes(sink, atom->text, atom->bytes);
    } else if (number >= OWN_ATOM && number - OWN_ATOM < OWN_ATOMS) {
        put_byte(sink, 1 + number - OWN_ATOM);
    } else {
        put_sized(sink, 0xeb, number);
    }
}

static void put_functor(Sink *sink, const Context *context, uint32_t number)
{
    if (number >= named_functors(context->symbols)) {
        Functor functor = functor_of(context->symbols, number);
        put_byte(sink, 0xf2);
        put_atom(sink, context, functor.name);
        put_number(sink, functor.arity, 4);
    } else if (number >= 1 && number <= 8) {
        put_byte(sink, 0xa0 + number - 1);
    } else if (number >= OWN_FUNCTOR && number - OWN_FUNCTOR < OWN_FUNCTORS) {
        put_byte(sink, 0xa8 + number - OWN_FUNCTOR);
    } else {
        put_sized(sink, 0xef, number);
    }
}

static void put_integer(Sink *sink, int64_t value)
{
    if (value >= -16 && value <= 47) {
        put_byte(sink, (unsigned)(0x70 + value));
        return;
    }
    unsigned form = value == (int8_t)value ? 0 : value == (int16_t)value ? 1 : value == (int32_t)value ? 2 : 3;
    put_byte(sink, 0xf3 + form);
    put_number(sink, (uint64_t)value, (size_t)1 << form);
}

static void put_box(Sink *sink, Word box)
{
    if (is_float(box)) {
        put_byte(sink, 0xf7);
        put_number(sink, isnan(float_value(box)) ? NOT_A_NUMBER : CELLS(box)[1], 8);
    } else if (is_large(box)) {
        Large value = large_value(box);
        size_t bytes = large_bytes(value);
        put_byte(sink, 0xfa);
        put_number(sink, bytes, 4);
        put_bytes(sink, &value, bytes);
    } else {
        put_byte(sink, 0xf8);
        put_number(sink, string_bytes(box), 4);
        put_bytes(sink, string_text(box), string_bytes(box));
    }
}

/*  The head of a list; gives how many terms follow: the items, and what ends it if that is not []. */
static size_t put_list(Sink *sink, Word list)
{
    size_t count = 0;
    for (; TAG(list) == LIST; list = TAIL(list))
        count++;
    if (list != NIL) {
        put_byte(sink, 0xea);
        put_number(sink, count, 4);
        return count + 1;
    }
    if (count <= SHORT_LIST) {
        put_byte(sink, (unsigned)(0xd0 + count - 1));
    } else if (count <= MIDDLE_LIST) {
        put_byte(sink, 0xe8);
        put_byte(sink, (unsigned)(count - SHORT_LIST - 1));
    } else {
        put_byte(sink, 0xe9);
        put_number(sink, count, 4);
    }
    return count;
}

/*  In the walk, `right` is NULL for the items of a list: the next is in the cell at `left`. */
static bool next_to_pack(Walk *walk, Word *word)
{
    if (walk->count == 0)
        return false;
    Rest *rest = &walk->rests[walk->count - 1];
    *word = *rest->left;
    if (--rest->count == 0)
        walk->count--;
    else if (rest->right != NULL)
        rest->left++;
    else
        rest->left = TAG(rest->left[1]) == LIST ? CELLS(rest->left[1]) : rest->left + 1;
    return true;
}

static size_t write_term(const Context *context, Word term, uint8_t *bytes)
{
    Sink sink = {bytes, 0};
    Walk walk;
    begin_walk(&walk);
    do {
        size_t count = 0;
        const Word *args = NULL;
        switch (TAG(term)) {
        case INT:
            put_integer(&sink, INT_VALUE(term));
            break;
        case ATOM:
            put_atom(&sink, context, ATOM_NUMBER(term));
            break;
        case LIST:
            count = put_list(&sink, term);
            args = CELLS(term);
            break;
        case STRUCT:
            put_functor(&sink, context, FUNCTOR(term));
            args = arguments(term, &count);
            break;
        default:
            put_box(&sink, term);
        }
        if (count > 0) {
            if (walk.count == walk.room)
                grow_walk(&walk);
            walk.rests[walk.count++] = (Rest){args, TAG(term) == LIST ? NULL : args, count};
        }
    } while (next_to_pack(&walk, &term));
    end_walk(&walk);
    return sink.size;
}

size_t packed_size(const Context *context, Word ground)
{
    return write_term(context, ground, NULL);
}

void pack(const Context *context, Word ground, uint8_t *bytes)
{
    write_term(context, ground, bytes);
}
