/*  The frame of a position in alpha-beta, and what its sources ask of each other. */

#ifndef PYENGINE_FRAMES_H
#define PYENGINE_FRAMES_H

#include "search.h"

/*  The key of a position itself, and that under which the table has it; `is_own` says that they stand for the same. */
typedef struct {
    Key own, key;
    bool is_own;
    uint32_t child; /* whose they are, counted from 1 */
} TableKey;

/*  A position that has been opened, and how far its search has come. */
typedef struct {
    Word state;
    Key own, key;
    const TableKey *child_keys; /* of all successors, where they were needed at once; else NULL */
    TableKey expected[2];       /* else those of the next two to be tried, where they are soon made */
    const bool *final_children; /* which of them are final, and not asked of the table; NULL where nobody looked */
    Expansion opened;
    const uint32_t *order; /* in which to try the successors; NULL for the author's */
    uint32_t hint;         /* the place in that order of the one to try first */
    int64_t draft, left, ply;
    Number alpha, beta, best;
    double origin; /* the side of the window that the position moves, as it was at first */
    uint64_t mark, cut_mark; /* how many estimates there were before */
    uint32_t best_child;
    uint32_t place; /* how many successors were tried before the one that is tried now */
    uint64_t entered; /* how many nodes there were before */
    enum Bound bound;
    bool is_max, is_root, is_scouted, is_reduced;
    bool is_long; /* the search was long when it came here */
    bool by_history, is_trial; /* history decides the order; it counts how well that does */
    bool asks_alike; /* its successors are asked about positions that are alike */
    bool is_own; /* `key` stands for this position itself */
    bool is_taught; /* a move that cuts off teaches the ordering nothing: it does so at sight */
    bool is_whole;  /* `opened` has all successors; else they are made while they are searched */
    bool is_sample; /* it tells what could be spared by making them so */
    Line line;
} Frame;

/*  A successor on its way: where it stands with the table, and what it turns out to be worth. */
typedef struct {
    Word state;
    Key own, key;
    Number value;
    int64_t draft;       /* with which it is searched at first */
    uint32_t hint_child; /* what the table has for its best successor, from 1 */
    bool is_own;
    Line line;
} Visit;

static inline uint32_t child_at(const Frame *frame, uint32_t place)
{
    return frame->order ? frame->order[place] : place;
}

/*  The number of the successor that is tried as the n-th. */
static inline uint32_t number_at(const Frame *frame, uint32_t place)
{
    return child_at(frame, place == 0 ? frame->hint : place <= frame->hint ? place - 1 : place);
}

static inline bool is_known_end(const Frame *frame, uint32_t child)
{
    return frame->final_children && frame->final_children[child];
}

/*  Ask only whether a move is better than the best so far; then, perhaps, by how much. */
bool scout(const Frame *parent, Frame *frame);

/*  How the best value stands to the true one: a MAX node moves alpha only, a MIN node beta only. */
enum Bound bound_of(const Search *search, const Frame *frame);

/*  Make all successors of a position of which some were made one by one. False: that ended the run. */
bool open_whole(Search *search, Frame *frame);

/*  Whether the rules call a position noisy; what is left of the draft for the successors of a position. */
bool is_noisy(Search *search, Word position, bool *out);
bool count_draft(Search *search, Frame *frame);

/*  Whether a position at the horizon goes no further: it is final or cut off. */
bool ends_at_horizon(Search *search, const Frame *frame, Word state, bool *is_leaf, bool *final);

/*  Whether what was found at sight is a value that the game can have. */
bool is_in_range(Search *search, Number value);

/*  Value a successor without the table: one at the horizon of a long search, or one that is known to be final. They are
    valued sooner than found there. */
bool value_end(Search *search, Visit *visit, bool final);

/*  Find the keys of a successor, and look for it in the table; `is_answer` where that answers. */
bool look_up_child(Search *search, Frame *frame, uint32_t number, Visit *visit, bool *is_answer);

/*  Try a successor of this position first. */
void hint_at(Frame *frame, uint32_t child);

/*  Try first what the table has for the best, where it has that. */
void hint_by_entry(Frame *frame, uint32_t child);

/*  Look for a final successor that none can better; its number, as many as there are where there is none. False: that ended
    the run. */
bool find_final(Search *search, Frame *frame, uint32_t *found);

/*  Find the keys of all successors, and have the lines of the table that may know them on their way. False: that ended the
    run. */
bool find_keys(Search *search, Frame *frame);

/*  Whether the table is asked about successors as they come, by keys that are soon made. */
static inline bool asks_one_by_one(const Search *search, const Frame *frame)
{
    return search->has_table && frame->is_whole && !frame->child_keys && !frame->asks_alike
        && (frame->left >= search->settings.unit || !is_long(search));
}

/*  Find the key of the successor that is tried at a place, and have the line of the table that may know it on its way. */
void expect_child(Search *search, Frame *frame, uint32_t place);

/*  Look for a successor of which the table knows enough to cut off, by the keys that were found; its number, as many as
    there are where there is none. */
uint32_t find_known(Search *search, const Frame *frame);

/*  Choose what to try first at the root: the successor that the run names, else what the table has. */
bool hint_root(Search *search, Frame *frame);

/*  What a position goes through, in `alphabeta.c`. False: that ended the run. */
bool value_child(Search *search, Frame *frame, uint32_t number, Word state, Visit *visit);
bool enter_child(Search *search, const Frame *parent, const Visit *visit, Frame *frame);
bool leave_child(Search *search, const Frame *parent, Visit *visit, Frame *frame);
bool begin_frame(Search *search, Frame *frame);
bool finish_frame(Search *search, Frame *frame);
bool is_cut_by(Search *search, Frame *frame, uint32_t number, const Visit *visit);
void cut(Search *search, Frame *frame, uint32_t left);

/*  Whether the successors of a position could be made while they are searched: no technique wants to see them before. */
bool may_be_lazy(const Search *search, const Visit *visit);

/*  Whether that takes less time than to make all at once. */
bool is_lazy_cheaper(Search *search);

/*  Value a position in that way; `is_leaf` where it turns out to be final. */
bool search_lazily(Search *search, const Frame *parent, Visit *visit, bool *is_leaf);

#endif
