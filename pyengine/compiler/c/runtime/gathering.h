/*  Words gathered on the way: variables of terms, lists still to be seen. The terms themselves stay on the heap. And
    words put into the standard order of their terms. */

#pragma once

#include "terms.h"

typedef struct Collections {
    Word *words;
    size_t count, room;
} Collections;

/*  Where a collection begins. They end in the opposite order. */
typedef size_t Gathering;

struct Collections *make_collections(void);
void free_collections(struct Collections *collections);
void forget_gatherings(struct Collections *collections);
bool grow_collections(Context *context);

static inline Gathering start_gathering(Context *context)
{
    return context->collections->count;
}

/*  Add a word. */
static inline bool gather_word(Context *context, Word word)
{
    Collections *collections = context->collections;
    if (__builtin_expect(collections->count == collections->room, 0) && !grow_collections(context))
        return false;
    collections->words[collections->count++] = word;
    return true;
}

/*  Add the unbound variables of a term, first occurrence first. */
bool gather_variables(Context *context, Word term);

static inline size_t gathered_count(const Context *context, Gathering gathering)
{
    return context->collections->count - gathering;
}

/*  The words so far; adding moves them. */
static inline Word *gathered_words(const Context *context, Gathering gathering)
{
    return context->collections->words + gathering;
}

/*  End a collection. */
static inline void end_gathering(Context *context, Gathering gathering)
{
    context->collections->count = gathering;
}

/*  The cells of a list of so many items, which are still to be put into every second of them; NULL is a stop. */
Word *new_list(Context *context, size_t count, Word end, Word *out);

/*  A list of words on the heap; false is a stop. */
bool list_of(Context *context, const Word *words, size_t count, Word end, Word *out);

/*  Sort in place; equal ones stay in order, or with `unique` only the first of them stays. False is a stop. */
bool sort_words(Context *context, Word *words, size_t *count, bool unique);

/*  The same by keys: `keys[i]` is that of `words[i]`; both are moved. `down` is from the last to the first, where equal
    ones stay in order, too. */
bool sort_by_keys(Context *context, Word *keys, Word *words, size_t *count, bool down, bool unique);

/*  The same where the keys need not be moved; they may be the words. */
bool order_words(Context *context, Word *keys, Word *words, size_t *count, bool down, bool unique);

/*  Leave out words that are the same as earlier ones, where these are few and small enough to be told apart at sight;
    false where they are not, or where there is no room. */
bool leave_out_repeated(Context *context, Word *words, size_t *count);
