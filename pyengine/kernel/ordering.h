/*  In which order the successors of a position are tried, as `pyengine/search/ordering.py` has it: killers, the previous
    iteration's values, static values, the game's own order, history. */

#ifndef PYENGINE_ORDERING_H
#define PYENGINE_ORDERING_H

#include "rule_calls.h"
#include "notes.h"

/*  How often the first move tried has cut off, of all positions that were cut off: with history and without. Only those
    count that are at least as far from the root as positions are on average: a bad order does little harm there. */
typedef struct {
    uint64_t positions, plies; /* asked about so far, and how far they were from the root together */
    uint64_t asked;
    uint64_t cuts[2], first_cuts[2];
} HistoryTrial;

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
    HistoryTrial trial;
    bool out_of_memory;
} Ordering;

void set_up_ordering(Ordering *ordering, const Rules *rules, const Settings *settings);

/*  Whether there is something to do for a position. */
static inline bool has_order(const Ordering *ordering, bool by_history)
{
    return ordering->is_early || by_history;
}

/*  Whether history decides the order of a position of a long search: where it finds the move that cuts off more often than
    the order without it. At first one position of sixteen goes the other way, to see. */
bool try_history(Ordering *ordering, int64_t ply, bool *is_trial);

/*  Note that a position of the trial was cut off, and whether by the first move tried. */
void note_cut(Ordering *ordering, bool by_history, bool is_first);

void tear_down_ordering(Ordering *ordering);
void order_next_iteration(Ordering *ordering);

/*  Remember what a position was worth in this iteration. */
void note_value(Ordering *ordering, Key position, double value);

/*  Of several moves to one successor the first counts. */
uint32_t first_to(const Expansion *opened, uint32_t child);

/*  Remember the move that has just cut off the rest, and those that were tried before it in vain. */
void learn_move(
    Ordering *ordering, const Context *context, Word state, const Expansion *opened, uint32_t child,
    const uint32_t *tried, uint32_t tried_count, int64_t ply, int64_t left, bool by_history);

/*  Give the order in which to try the successors, NULL for the author's. False: the rules stopped. */
bool arrange(
    Ordering *ordering, Context *context, Word state, const Expansion *opened, int64_t ply, bool by_history,
    const uint32_t **out);

#endif
