/*  Solutions gathered for findall/3 and its like: one word for each. The terms stay in the arena, above `kept`. */

#ifndef PYENGINE_GATHERING_H
#define PYENGINE_GATHERING_H

#include "terms.h"

typedef struct Collections {
    Word *words;
    size_t count, room;
} Collections;

/*  Where a collection begins, and what was kept before it. They end in the opposite order. */
typedef struct {
    size_t start;
    Word *kept;
} Gathering;

struct Collections *make_collections(void);
void free_collections(struct Collections *collections);
void forget_gatherings(struct Collections *collections);
bool grow_collections(Context *context);

static inline Gathering start_gathering(Context *context)
{
    return (Gathering){context->collections->count, context->kept};
}

/*  Add a word that is all there is: an integer, an atom, or a constant of the rules. */
static inline bool gather_word(Context *context, Word word)
{
    Collections *collections = context->collections;
    if (__builtin_expect(collections->count == collections->room, 0) && !grow_collections(context))
        return false;
    collections->words[collections->count++] = word;
    return true;
}

/*  Add a term free of references. */
static inline bool gather_clean(Context *context, Word term)
{
    keep(context);
    return gather_word(context, term);
}

/*  Add a copy of any term. */
bool gather(Context *context, Word term);

/*  Add the unbound variables of a term, first occurrence first. */
bool gather_variables(Context *context, Word term);

static inline size_t gathered_count(const Context *context, Gathering gathering)
{
    return context->collections->count - gathering.start;
}

/*  The words so far; adding moves them. */
static inline Word *gathered_words(const Context *context, Gathering gathering)
{
    return context->collections->words + gathering.start;
}

/*  End a collection: what it kept may be released again by whoever has a mark from before. */
static inline void end_gathering(Context *context, Gathering gathering)
{
    context->collections->count = gathering.start;
    context->kept = gathering.kept;
}

/*  End a collection and give its terms as a list, in order, before what is to end it. */
bool gathered_list(Context *context, Gathering gathering, Word *out);
/*  The same, sorted and without duplicates, as setof/3 and aggregate_all(set) want it. */
bool gathered_set(Context *context, Gathering gathering, Word *out);

/*  A list of words in the arena; false is a stop. */
bool list_of(Context *context, const Word *words, size_t count, Word end, Word *out);

#endif
