/*  Unification and equality. Terms with variables may contain themselves: each compound term costs a step. */

#include "boxes.h"
#include "walk.h"

#include <math.h>

enum {
    MANY_PAIRS = 65536,      /* after so many pairs, those met are remembered */
    FIRST_MET = 1024,
    MOST_REPEATED = 1000000, /* as in language/sizes.py */
};

static bool same_box(Word left, Word right)
{
    const Word *a = CELLS(left), *b = CELLS(right);
    if (a[0] != b[0])
        return false;
    if (memcmp(a + 1, b + 1, box_words(a[0]) * sizeof(Word)) == 0)
        return true;
    return a[0] == FLOAT_BOX && isnan(float_value(left)) && isnan(float_value(right));
}

/*  Go into two different words that have the same tag: true if they may be equal, with the walk to go on. */
static inline bool enter_both(Walk *walk, Word *left, Word *right)
{
    size_t count;
    switch (TAG(*left)) {
    case LIST:
        count = 2;
        break;
    case STRUCT:
        if (*CELLS(*left) != *CELLS(*right))
            return false;
        count = ARITY(*left);
        break;
    case BOX:
        NEED(same_box(*left, *right));
        count = 0;
        break;
    default:
        return false;
    }
    if (count == 0) { /* equal */
        *left = *right;
        return true;
    }
    const Word *a = arguments(*left, &count), *b = arguments(*right, &count);
    enter(walk, a, b, count);
    *left = *a;
    *right = *b;
    return true;
}

/*  Pairs of compound terms that were met in a comparison, by hash. What was met before is equal, since a difference
    ends the comparison: so parts that stand in a term again and again are compared once. */
typedef struct {
    Word (*pairs)[2];
    size_t count, room; /* a power of two, or none yet */
} Met;

static size_t place_of(const Met *met, Word left, Word right)
{
    uint64_t mixed = (left ^ right * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
    size_t at = (size_t)(mixed >> 20) & (met->room - 1);
    while (met->pairs[at][0] != 0 && (met->pairs[at][0] != left || met->pairs[at][1] != right))
        at = (at + 1) & (met->room - 1);
    return at;
}

/*  Make room for more; without memory for that, there is none. */
static bool grow_met(Met *met)
{
    Met larger = {.count = met->count, .room = met->room ? 4 * met->room : FIRST_MET};
    larger.pairs = calloc(larger.room, sizeof *larger.pairs);
    if (larger.pairs == NULL)
        return false;
    for (size_t i = 0; i < met->room; i++) {
        if (met->pairs[i][0] != 0)
            memcpy(larger.pairs[place_of(&larger, met->pairs[i][0], met->pairs[i][1])], met->pairs[i], sizeof *met->pairs);
    }
    free(met->pairs);
    *met = larger;
    return true;
}

/*  Tell whether two compound terms were met before, and remember them. Those with one compound part at most lie on a
    path, and are not remembered, as most cells of lists. */
static bool met_before(Met *met, Word left, Word right)
{
    if (TAG(left) != STRUCT && (TAG(left) != LIST || TAG(HEAD(left)) < LIST || TAG(HEAD(left)) == BOX))
        return false;
    if (2 * (met->count + 1) > met->room && !grow_met(met))
        return false;
    Word *pair = met->pairs[place_of(met, left, right)];
    if (pair[0] != 0)
        return true;
    pair[0] = left;
    pair[1] = right;
    met->count++;
    return false;
}

/*  The same, of terms of any depth. */
static bool same_deeply(Word left, Word right)
{
    Walk walk;
    begin_walk(&walk);
    Met met = {NULL, 0, 0};
    uint32_t seen = 0; /* pairs, until there are many */
    bool same = true;
    do {
        while (same && left != right) {
            if (__builtin_expect(seen < MANY_PAIRS, 1))
                seen++;
            else if (met_before(&met, left, right))
                break;
            same = TAG(left) == TAG(right) && enter_both(&walk, &left, &right);
        }
    } while (same && next_pair(&walk, &left, &right));
    end_walk(&walk);
    free(met.pairs);
    return same;
}

/*  Tell at sight whether two different words differ as terms, too. */
static inline bool differ_at_sight(Word left, Word right)
{
    if (TAG(left) != TAG(right) || TAG(left) < LIST)
        return true;
    return TAG(left) == STRUCT && *CELLS(left) != *CELLS(right);
}

/*  Most terms that are compared differ in an argument, or in one of an argument: nothing else is looked at then. */
bool same_structure(Word left, Word right)
{
    if (left == right)
        return true;
    if (differ_at_sight(left, right))
        return false;
    if (TAG(left) == BOX)
        return same_box(left, right);
    size_t count, inner;
    const Word *a = arguments(left, &count), *b = arguments(right, &count);
    bool same = true;
    for (size_t i = 0; i < count; i++) {
        if (a[i] == b[i])
            continue;
        if (differ_at_sight(a[i], b[i]))
            return false;
        same = false;
    }
    if (same)
        return true;
    for (size_t i = 0; i < count; i++) {
        if (a[i] == b[i] || TAG(a[i]) == BOX)
            continue;
        const Word *p = arguments(a[i], &inner), *q = arguments(b[i], &inner);
        for (size_t j = 0; j < inner; j++)
            if (p[j] != q[j] && differ_at_sight(p[j], q[j]))
                return false;
    }
    return same_deeply(left, right);
}

/*  Tell whether some argument is compound. */
static inline bool has_compound(const Word *args, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_compound_word(args[i]))
            return true;
    return false;
}

/*  Go along a list of atomic items, as the rows of most boards are, and count its cells; gives what is behind them. */
static inline Word behind_atomic(Word list, size_t *left)
{
    while (TAG(list) == LIST && *left > 0 && !is_compound_word(HEAD(list))) {
        --*left;
        list = TAIL(list);
    }
    return list;
}

bool has_few_parts(Context *context, Word ground)
{
    Walk walk;
    begin_walk(&walk);
    size_t left = MOST_REPEATED;
    do {
        while (left > 0 && is_compound_word(ground)) {
            size_t count;
            const Word *args = arguments(ground, &count);
            left--;
            if (TAG(ground) == LIST && !is_compound_word(behind_atomic(args[0], &left))) {
                ground = behind_atomic(args[1], &left);
                continue;
            }
            if (!has_compound(args, count))
                break;
            enter(&walk, args, args, count);
            ground = *args;
        }
    } while (left > 0 && next_word(&walk, &ground));
    end_walk(&walk);
    return left > 0 || stop(context, BEYOND, "a term that may share parts");
}

bool identical(Context *context, Word left, Word right)
{
    Walk walk;
    begin_walk(&walk);
    bool same = true;
    do {
        while (same && (left = deref(left)) != (right = deref(right)))
            same = TAG(left) == TAG(right) && enter_both(&walk, &left, &right) && step(context);
    } while (same && next_pair(&walk, &left, &right));
    end_walk(&walk);
    return same;
}

bool unify(Context *context, Word left, Word right)
{
    Walk walk;
    begin_walk(&walk);
    bool going = true;
    do {
        while (going && (left = deref(left)) != (right = deref(right))) {
            if (TAG(left) == REF && (TAG(right) != REF || left > right)) {
                going = bind(context, left, right);
                break;
            }
            if (TAG(right) == REF) {
                going = bind(context, right, left);
                break;
            }
            going = TAG(left) == TAG(right) && enter_both(&walk, &left, &right) && step(context);
        }
    } while (going && next_pair(&walk, &left, &right));
    end_walk(&walk);
    return going;
}

bool is_ground(Context *context, Word term)
{
    Walk walk;
    begin_walk(&walk);
    bool ground, is_new;
    do {
        term = deref(term);
        is_new = is_compound_word(term) && !is_settled(context, term);
        ground = TAG(term) != REF && (!is_new || step(context));
    } while (ground && ((is_new && enter_term(&walk, &term)) || next_word(&walk, &term)));
    end_walk(&walk);
    return ground;
}
