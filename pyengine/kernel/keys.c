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
    uint64_t low, high;
    uint32_t count, atoms, functors, atom_bits, functor_bits;
} Code;

#define AT_ONCE inline __attribute__((always_inline)) /* a key is made for each position that is met */

static AT_ONCE uint32_t bits_for(uint64_t number)
{
    return number ? 64 - (uint32_t)__builtin_clzll(number) : 0;
}

/*  Write some bits, fewer than 64. */
static AT_ONCE bool put(Code *code, uint64_t number, uint32_t count)
{
    code->count += count;
    code->high = code->high << count | code->low >> 1 >> (63 - count);
    code->low = code->low << count | number;
    return code->count <= MOST_BITS;
}

/*  Write an integer: how many bits it has, then those after the first, which is always 1. */
static AT_ONCE bool put_integer(Code *code, int64_t integer)
{
    uint64_t number = (uint64_t)(integer < 0 ? -integer : integer);
    if (integer < 0 && !put(code, NEGATIVE, SIZE_BITS))
        return false;
    uint32_t size = bits_for(number), rest = size ? size - 1 : 0;
    uint64_t behind = number & (((uint64_t)1 << rest) - 1);
    if (SIZE_BITS + rest < 64)
        return put(code, (uint64_t)size << rest | behind, SIZE_BITS + rest);
    return put(code, size, SIZE_BITS) && put(code, behind, rest);
}

/*  Write an integer or an atom; false where it is neither, or does not fit. */
static AT_ONCE bool put_simple(Code *code, Word term)
{
    if (TAG(term) == INT)
        return put(code, INTEGER_CODE, INTEGER_BITS) && put_integer(code, INT_VALUE(term));
    return TAG(term) == ATOM && ATOM_NUMBER(term) < code->atoms
        && put(code, (uint64_t)ATOM_CODE << code->atom_bits | ATOM_NUMBER(term), ATOM_BITS + code->atom_bits);
}

static AT_ONCE bool put_functor(Code *code, Word term)
{
    return FUNCTOR(term) < code->functors
        && put(code, (uint64_t)STRUCT_CODE << code->functor_bits | FUNCTOR(term), STRUCT_BITS + code->functor_bits);
}

/*  Write a term; false where it does not fit. */
static bool put_term(Code *code, Word term)
{
    for (; TAG(term) == LIST; term = TAIL(term))
        if (!put(code, LIST_CODE, LIST_BITS) || !put_term(code, HEAD(term)))
            return false;
    if (TAG(term) != STRUCT)
        return put_simple(code, term);
    if (!put_functor(code, term))
        return false;
    for (uint32_t i = 1; i <= ARITY(term); i++)
        if (!put_term(code, ARG(term, i)))
            return false;
    return true;
}

/*  Write a compound term that has none and no lists in it, as most positions: the same bits, all in registers. */
static AT_ONCE bool put_flat(Code *code, Word term)
{
    if (!put_functor(code, term))
        return false;
    for (const Word *arg = CELLS(term) + 1, *end = arg + ARITY(term); arg < end; arg++)
        if (!put_simple(code, *arg))
            return false;
    return true;
}

static AT_ONCE uint64_t stirred(uint64_t word)
{
    word *= 0x9e3779b97f4a7c15u;
    return (word ^ word >> 32) * 0xbf58476d1ce4e5b9u;
}

/*  Spread the differences of keys: the top of the higher half and the bottom of the lower one depend on all bits. Different
    keys stay different. */
static AT_ONCE Key mix_key(Key key)
{
    key.high = key.high * 0xd6e8feb86659fd93u ^ stirred(key.low);
    key.low ^= key.high >> 40 | key.high << 24;
    return key;
}

Key key_of(const Context *context, Word position)
{
    const uint32_t atoms = named_atoms(context->symbols), functors = named_functors(context->symbols);
    const Code none = {1, 0, 1, atoms, functors, bits_for(atoms), bits_for(functors)};
    const uint64_t own = (uint64_t)1 << 63;
    Code flat = none, code = none;
    if (TAG(position) == STRUCT && put_flat(&flat, position))
        return mix_key((Key){flat.low, flat.high | own});
    if (put_term(&code, position))
        return mix_key((Key){code.low, code.high | own});
    uint64_t hash[2];
    hash_ground(context, position, hash);
    return mix_key((Key){hash[0] | 1, hash[1] & ~own});
}
