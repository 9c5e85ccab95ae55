/*  Unification and equality. Terms with variables may contain themselves: each compound term costs a step. */

#include "boxes.h"
#include "walk.h"

#include <math.h>

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
        if (!same_box(*left, *right))
            return false;
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

bool same_structure(Word left, Word right)
{
    Walk walk;
    begin_walk(&walk);
    bool same = true;
    do {
        while (same && left != right)
            same = TAG(left) == TAG(right) && enter_both(&walk, &left, &right);
    } while (same && next_pair(&walk, &left, &right));
    end_walk(&walk);
    return same;
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
    bool ground = true;
    do {
        for (;;) {
            term = deref(term);
            if (TAG(term) == REF)
                ground = false;
            if (TAG(term) != LIST && TAG(term) != STRUCT)
                break;
            size_t count;
            const Word *args = arguments(term, &count);
            if (count == 0 || !(ground = step(context)))
                break;
            enter(&walk, args, args, count);
            term = *args;
        }
    } while (ground && next_word(&walk, &term));
    end_walk(&walk);
    return ground;
}
