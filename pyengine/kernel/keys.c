/*  Keys of positions. What can be written in 126 bits is its own key, so that no two such positions are ever taken for
    one another; for longer ones it is a hash of 127 bits. */

#include "rule_calls.h"

#include "context.h"

enum { MOST_BITS = 127, SIZE_BITS = 6, NEGATIVE = 63 };

/*  How a term begins: 1, and it is an integer; 01, and it is an atom; 001 and a compound term; 000 and a list cell. */
enum { INTEGER_CODE = 1, ATOM_CODE = 1, STRUCT_CODE = 1, LIST_CODE = 0 };
enum { INTEGER_BITS = 1, ATOM_BITS = 2, STRUCT_BITS = 3, LIST_BITS = 3 };

/*  A text of bits that begins with a 1, so that none is the end of another. */
typedef struct {
    unsigned __int128 bits;
    uint32_t count, atom_bits, functor_bits;
} Code;

static uint32_t bits_for(uint64_t number)
{
    return number ? 64 - (uint32_t)__builtin_clzll(number) : 0;
}

static bool put(Code *code, uint64_t number, uint32_t count)
{
    code->count += count;
    code->bits = code->bits << count | number;
    return code->count <= MOST_BITS;
}

/*  Write an integer: how many bits it has, then those after the first, which is always 1. */
static bool put_integer(Code *code, int64_t integer)
{
    if (integer < 0 && !put(code, NEGATIVE, SIZE_BITS))
        return false;
    uint64_t number = (uint64_t)(integer < 0 ? -integer : integer);
    uint32_t size = bits_for(number), rest = size ? size - 1 : 0;
    return put(code, size, SIZE_BITS) && put(code, number & (((uint64_t)1 << rest) - 1), rest);
}

/*  Write a term; false where it does not fit. */
static bool put_term(const Context *context, Code *code, Word term)
{
    for (; TAG(term) == LIST; term = TAIL(term))
        if (!put(code, LIST_CODE, LIST_BITS) || !put_term(context, code, HEAD(term)))
            return false;
    if (TAG(term) == INT)
        return put(code, INTEGER_CODE, INTEGER_BITS) && put_integer(code, INT_VALUE(term));
    if (TAG(term) == ATOM)
        return ATOM_NUMBER(term) < named_atoms(context->symbols)
            && put(code, (uint64_t)ATOM_CODE << code->atom_bits | ATOM_NUMBER(term), ATOM_BITS + code->atom_bits);
    if (TAG(term) != STRUCT || FUNCTOR(term) >= named_functors(context->symbols)
        || !put(code, (uint64_t)STRUCT_CODE << code->functor_bits | FUNCTOR(term), STRUCT_BITS + code->functor_bits))
        return false;
    for (uint32_t i = 1; i <= ARITY(term); i++)
        if (!put_term(context, code, ARG(term, i)))
            return false;
    return true;
}

static uint64_t stirred(uint64_t word)
{
    word *= 0x9e3779b97f4a7c15u;
    return (word ^ word >> 32) * 0xbf58476d1ce4e5b9u;
}

/*  Spread the differences of keys over all bits; different ones stay different. */
static Key mix_key(Key key)
{
    key.high ^= stirred(key.low);
    key.low ^= stirred(key.high);
    key.high ^= stirred(key.low);
    return key;
}

Key key_of(const Context *context, Word position)
{
    Code code = {
        .bits = 1,
        .count = 1,
        .atom_bits = bits_for(named_atoms(context->symbols)),
        .functor_bits = bits_for(named_functors(context->symbols)),
    };
    const uint64_t own = (uint64_t)1 << 63;
    if (put_term(context, &code, position))
        return mix_key((Key){(uint64_t)code.bits, (uint64_t)(code.bits >> 64) | own});
    uint64_t hash[2];
    hash_ground(context, position, hash);
    return mix_key((Key){hash[0] | 1, hash[1] & ~own});
}
