/*  In which order the successors of a position are tried, as `pyengine/search/ordering.py` has it: killers, the previous
    iteration's values, static values, the game's own order, history. */

#ifndef PYENGINE_ORDERING_H
#define PYENGINE_ORDERING_H

#include "rule_calls.h"
#include "notes.h"

typedef struct {
    const Rules *rules;
    uint32_t killers; /* how many are kept for a ply */
    bool by_static, by_order, by_history, by_previous;
    bool by_change;   /* killers and history know moves by what they change */
    bool is_early;    /* whether any of these is on in a search that is not long */
    Key *slots;       /* of ply p from p * killers on */
    uint32_t *filled; /* how many a ply has */
    int64_t plies;    /* for which there is room */
    Notes history, last, now;
    bool out_of_memory;
} Ordering;

void set_up_ordering(Ordering *ordering, const Rules *rules, const Settings *settings);
/*  Whether there is something to do; history is for long searches. */
static inline bool has_order(const Ordering *ordering, bool is_long)
{
    return ordering->is_early || (is_long && ordering->by_history);
}

void tear_down_ordering(Ordering *ordering);
void order_next_iteration(Ordering *ordering);

/*  Remember what a position was worth in this iteration. */
void note_value(Ordering *ordering, Key position, double value);

/*  Of several moves to one successor the first counts. */
uint32_t first_to(const Expansion *opened, uint32_t child);

/*  Remember the move that has just cut off the rest, and those that were tried before it in vain. */
void learn_move(
    Ordering *ordering, const Context *context, Word state, const Expansion *opened, uint32_t child,
    const uint32_t *tried, uint32_t tried_count, int64_t ply, int64_t left, bool is_long);

/*  Give the order in which to try the successors, NULL for the author's. False: the rules stopped. */
bool arrange(
    Ordering *ordering, Context *context, Word state, const Expansion *opened, int64_t ply, bool is_long,
    const uint32_t **out);

#endif
