/*  The frame of a position in alpha-beta, and what is tried first in it. */

#ifndef PYENGINE_FRAMES_H
#define PYENGINE_FRAMES_H

#include "search.h"

/*  A position that has been opened, and how far its search has come. */
typedef struct {
    Word state;
    Key own, key;
    Expansion opened;
    const uint32_t *order; /* in which to try the successors; NULL for the author's */
    const Key *child_keys; /* their own keys, where they were needed all at once; else NULL */
    uint32_t hint;         /* the place in that order of the one to try first */
    int64_t draft, left, ply;
    Number alpha, beta, best;
    uint32_t best_child;
    Key best_own, best_alike; /* its keys, where the table wants them */
    enum Bound bound;
    bool is_max, is_root;
    Line line;
} Frame;

static inline uint32_t child_at(const Frame *frame, uint32_t place)
{
    return frame->order ? frame->order[place] : place;
}

/*  Try a successor of this position first. */
void hint_at(Frame *frame, uint32_t child);

/*  Try first what the table has for the best. False: no room. */
bool hint_by_entry(Search *search, Frame *frame, uint32_t child, const Successor *successor);

/*  Choose what to try first at the root: the successor that the run names, else what the table has. */
bool hint_root(Search *search, Frame *frame);

#endif
