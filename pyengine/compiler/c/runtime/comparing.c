/*  Comparisons that need more than the order, and types by name. */

#include "comparing.h"
#include "context.h"
#include "gathering.h"
#include "lists.h"
#include "walk.h"

bool is_order(Context *context, Word wanted, Word x, Word y)
{
    Word found;
    wanted = deref(wanted);
    if (wanted != ATOM_WORD(ATOM_LESS) && wanted != ATOM_WORD(ATOM_EQUAL) && wanted != ATOM_WORD(ATOM_GREATER))
        return stop(context, BEYOND, "an order");
    return compared(context, x, y, &found) && found == wanted;
}

bool any_compared(Context *context, Word wanted, Word x, Word y)
{
    Word found;
    if (!is_var(context, wanted))
        return is_order(context, wanted, x, y);
    return compared(context, x, y, &found) && unify(context, wanted, found);
}

bool does_not_unify(Context *context, Word x, Word y)
{
    size_t mark = context->trailed;
    bool unified = unify(context, x, y);
    undo(context, mark);
    return !unified && context->reason == GOING;
}

/*  Variables that stand for each other, gathered as pairs: tell whether two may do so. */
static bool are_paired(Context *context, Gathering pairs, Word x, Word y)
{
    const Word *words = gathered_words(context, pairs);
    size_t count = gathered_count(context, pairs);
    for (size_t i = 0; i < count; i += 2) {
        if (words[i] == x || words[i + 1] == y)
            return words[i] == x && words[i + 1] == y;
    }
    return gather_word(context, x) && gather_word(context, y);
}

bool is_variant(Context *context, Word x, Word y)
{
    Gathering pairs = start_gathering(context);
    Walk walk;
    begin_walk(&walk);
    bool same = true;
    do {
        for (;;) {
            x = deref(x);
            y = deref(y);
            if (TAG(x) == REF && TAG(y) == REF)
                same = are_paired(context, pairs, x, y);
            else if (TAG(x) != TAG(y) || (TAG(x) == STRUCT && *CELLS(x) != *CELLS(y)))
                same = false;
            else if (TAG(x) != LIST && TAG(x) != STRUCT)
                same = same_ground(x, y);
            size_t count = 0;
            if (!same || !step(context) || (TAG(x) != LIST && TAG(x) != STRUCT))
                break;
            const Word *a = arguments(x, &count), *b = arguments(y, &count);
            if (count == 0)
                break;
            enter(&walk, a, b, count);
            x = *a;
            y = *b;
        }
    } while (same && context->reason == GOING && next_pair(&walk, &x, &y));
    end_walk(&walk);
    end_gathering(context, pairs);
    return same && context->reason == GOING;
}

bool is_no_variant(Context *context, Word x, Word y)
{
    return !is_variant(context, x, y) && context->reason == GOING;
}

/*  Tell whether words are different unbound variables. */
static bool are_variables(Context *context, const Word *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Word word = deref(words[i]);
        if (TAG(word) != REF)
            return false;
        for (size_t j = 0; j < i; j++) {
            if (!step(context) || deref(words[j]) == word)
                return false;
        }
    }
    return true;
}

bool subsumes(Context *context, Word general, Word special)
{
    size_t mark = context->trailed;
    Gathering before = start_gathering(context);
    bool holds = gather_variables(context, special) && unify(context, general, special) &&
                 are_variables(context, gathered_words(context, before), gathered_count(context, before));
    undo(context, mark);
    end_gathering(context, before);
    return holds;
}

bool is_list(Context *context, Word x)
{
    int64_t count;
    Word end;
    return list_end(context, x, &count, &end) && end == NIL;
}

typedef struct {
    const char *name;
    bool (*holds)(Context *, Word);
} Type;

static bool is_anything(Context *context, Word x)
{
    (void)context;
    (void)x;
    return true;
}

static bool is_natural(Context *context, Word x)
{
    return is_integer(context, x) && large_value(deref(x)) >= 0;
}

static bool is_positive(Context *context, Word x)
{
    return is_integer(context, x) && large_value(deref(x)) > 0;
}

static bool is_boolean(Context *context, Word x)
{
    NEED(is_atom(context, x));
    const char *text = atom_of(context->symbols, ATOM_NUMBER(deref(x)))->text;
    return strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
}

static const Type TYPES[] = {
    {"any", is_anything},       {"atom", is_atom},         {"atomic", is_atomic},
    {"boolean", is_boolean},    {"callable", is_callable}, {"compound", is_compound},
    {"float", is_real},         {"ground", is_ground},     {"integer", is_integer},
    {"list", is_list},          {"nonneg", is_natural},    {"nonvar", is_nonvar},
    {"number", is_number},      {"positive_integer", is_positive}, {"proper_list", is_list},
    {"rational", is_integer},   {"string", is_text_string}, {"symbol", is_atom},
    {"var", is_var},
};

/*  Tell whether a value has a type; another type than the common ones is a stop. */
bool is_of_type(Context *context, Word type, Word x)
{
    type = deref(type);
    if (TAG(type) == STRUCT && ARITY(type) == 2) { /* between(Low, High) */
        const char *name = atom_of(context->symbols, functor_of(context->symbols, FUNCTOR(type)).name)->text;
        Word low = deref(ARG(type, 1)), high = deref(ARG(type, 2));
        if (strcmp(name, "between") == 0 && TAG(low) == INT && TAG(high) == INT) {
            x = deref(x);
            return is_integer(context, x) && large_value(x) >= INT_VALUE(low) && large_value(x) <= INT_VALUE(high);
        }
    }
    if (is_atom(context, type)) {
        const char *name = atom_of(context->symbols, ATOM_NUMBER(type))->text;
        for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
            if (name[0] == TYPES[i].name[0] && strcmp(name, TYPES[i].name) == 0)
                return TYPES[i].holds(context, x);
        }
    }
    return stop(context, BEYOND, "a type");
}

bool must_be(Context *context, Word type, Word x)
{
    if (is_of_type(context, type, x))
        return true;
    return context->reason == GOING ? stop(context, BEYOND, "must_be/2") : false;
}
