/*  Walks through terms of any depth without recursion: what is still to be seen of the terms around the current one. */

#pragma once

#include "terms.h"

#include <stdlib.h>
#include <string.h>

enum { WALK_ROOM = 48 };

/*  Arguments still to be seen: of one term, or of two that are compared side by side. */
typedef struct {
    const Word *left, *right;
    size_t count;
} Rest;

/*  Last arguments are walked into without a rest, so that a list of any length needs none. */
typedef struct {
    Rest *rests;
    size_t count, room;
    Rest first[WALK_ROOM];
} Walk;

static inline void begin_walk(Walk *walk)
{
    walk->rests = walk->first;
    walk->count = 0;
    walk->room = WALK_ROOM;
}

static inline void end_walk(Walk *walk)
{
    if (walk->rests != walk->first)
        free(walk->rests);
}

void grow_walk(Walk *walk);

/*  Go into arguments: gives the first one (of both), and remembers the others. There is at least one. */
static inline void enter(Walk *walk, const Word *left, const Word *right, size_t count)
{
    if (count == 1)
        return;
    if (__builtin_expect(walk->count == walk->room, 0))
        grow_walk(walk);
    walk->rests[walk->count++] = (Rest){left + 1, right + 1, count - 1};
}

/*  Take the next arguments that are to be seen; false where there are none. */
static inline bool next_pair(Walk *walk, Word *left, Word *right)
{
    if (walk->count == 0)
        return false;
    Rest *rest = &walk->rests[walk->count - 1];
    *left = *rest->left++;
    *right = *rest->right++;
    if (--rest->count == 0)
        walk->count--;
    return true;
}

static inline bool next_word(Walk *walk, Word *word)
{
    if (walk->count == 0)
        return false;
    Rest *rest = &walk->rests[walk->count - 1];
    *word = *rest->left++;
    if (--rest->count == 0)
        walk->count--;
    return true;
}

static inline bool is_compound_word(Word word)
{
    return TAG(word) == LIST || TAG(word) == STRUCT;
}

/*  The arguments of a compound word, and how many. */
static inline const Word *arguments(Word word, size_t *count)
{
    if (TAG(word) == LIST) {
        *count = 2;
        return CELLS(word);
    }
    *count = ARITY(word);
    return CELLS(word) + 1;
}

/*  Go into a compound word: it becomes its first argument, and the others are remembered. False where it has none. */
static inline bool enter_term(Walk *walk, Word *word)
{
    size_t count;
    const Word *args = arguments(*word, &count);
    if (count == 0)
        return false;
    enter(walk, args, args, count);
    *word = *args;
    return true;
}

/*  Go on to the next word of a term: into a compound one, or to what is to be seen behind it. False is its end. */
static inline bool walk_on(Walk *walk, Word *word)
{
    return (is_compound_word(*word) && enter_term(walk, word)) || next_word(walk, word);
}

/*  How many words the content of a box has, after the header. */
static inline size_t box_words(Word header)
{
    return header == FLOAT_BOX ? 1 : header == INTEGER_BOX ? 2 : (size_t)(((header >> 8) + 7) / 8);
}
