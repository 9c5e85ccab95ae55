/*  What a move changes in a position, as `pyengine/search/changes.py` has it. */

#include "changes.h"

#include "boxes.h"

enum { BITS = 1, OTHER = 2, NAME = 3, MOST_BITS = 8 };

static uint64_t mix(uint64_t hash, uint64_t word)
{
    unsigned __int128 product = (unsigned __int128)(hash ^ word ^ 0xa0761d6478bd642fu) * 0xe7037ed1a0b428dbu;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static Key add(Key sum, uint64_t kind, uint64_t path, uint64_t low, uint64_t high)
{
    sum.low = mix(mix(mix(sum.low, path + kind), low), high);
    sum.high = mix(mix(mix(sum.high, low ^ kind), path), high + 1);
    return sum;
}

static bool is_integer_word(Word word)
{
    return TAG(word) == INT || is_large(word);
}

static bool is_compound(Word word)
{
    return TAG(word) == STRUCT || TAG(word) == LIST;
}

static uint32_t arity_of(Word word)
{
    return TAG(word) == LIST ? 2 : ARITY(word);
}

/*  The last argument of a compound term is looked at in the same round, so that long lists need no stack. */
static Key add_change(const Context *context, Key sum, Word old, Word new, uint64_t path, bool *is_small)
{
    while (old != new) {
        if (is_integer_word(old) && is_integer_word(new)) {
            unsigned __int128 bits = (unsigned __int128)(large_value(old) ^ large_value(new));
            bool are_sets = large_value(old) >= 0 && large_value(new) >= 0;
            if (are_sets && __builtin_popcountll((uint64_t)bits) + __builtin_popcountll((uint64_t)(bits >> 64)) > MOST_BITS)
                *is_small = false;
            return bits ? add(sum, BITS, path, (uint64_t)bits, (uint64_t)(bits >> 64)) : sum;
        }
        if (!is_compound(old) || !is_compound(new) || arity_of(old) != arity_of(new)) {
            uint64_t hash[2];
            if (same_ground(old, new))
                return sum;
            hash_ground(context, new, hash);
            return add(sum, OTHER, path, hash[0], hash[1]);
        }
        uint32_t arity = arity_of(old);
        const Word *olds = CELLS(old) + (TAG(old) == STRUCT), *news = CELLS(new) + (TAG(new) == STRUCT);
        if (TAG(old) != TAG(new) || (TAG(new) == STRUCT && FUNCTOR(old) != FUNCTOR(new)))
            sum = add(sum, NAME, path * 31, TAG(new), TAG(new) == STRUCT ? FUNCTOR(new) : 0);
        for (uint32_t i = 1; i < arity; i++)
            sum = add_change(context, sum, olds[i - 1], news[i - 1], path * 31 + i, is_small);
        old = olds[arity - 1];
        new = news[arity - 1];
        path = path * 31 + arity;
    }
    return sum;
}

bool change(const Context *context, Word before, Word after, Key *out)
{
    bool is_small = true;
    *out = add_change(context, (Key){1, 2}, before, after, 1, &is_small);
    return is_small;
}
