/*  The questions of the kernel that every game answers by way of `rules_moves`, `rules_mover`, `rules_worths` and
    `rules_is_over`: the code of a game has these, says whether it HAS_TERMINAL, and then includes this. */

#pragma once

#include "emitted.h"

static inline bool is_a_move(Context *c, void *frame, Word move, Word child)
{
    (void)c, (void)move, (void)child;
    *(bool *)frame = false;
    return false;
}

/*  Whether the game is over; else somebody must have a move. It is asked where a search is cut off, and `expand` is not:
    what is wrong with a position must not depend on the depth at which it is met. */
static inline bool ask_is_terminal(Context *c, Word position, bool *out)
{
    bool is_stuck = true;
    uint32_t mover;
    NEED(rules_is_over(c, position, out));
    if (*out)
        return true;
    NEED(rules_moves(c, position, is_a_move, &is_stuck) || !is_stuck);
    if (HAS_TERMINAL && is_stuck)
        STOP("no moves");
    *out = is_stuck;
    return is_stuck || rules_mover(c, position, &mover);
}

static inline bool rules_is_terminal(Context *c, Word position, bool *out) { ASKED(ask_is_terminal, out); }

/*  The moves so far, the last one first: what was taken for them stays. */
struct Expanding {
    Word *last;
    uint32_t count;
};

static inline bool keep_move(Context *c, void *frame, Word move, Word child)
{
    struct Expanding *expanding = frame;
    Word *cell = TAKE(3);
    cell[0] = move;
    cell[1] = child;
    cell[2] = (Word)expanding->last;
    expanding->last = cell;
    expanding->count++;
    keep(c);
    return true;
}

typedef bool Enumerate(Context *c, Word position, bool (*next)(Context *, void *, Word, Word), void *frame);

/*  Open a position: its worths, or all that is enumerated of its moves. */
static inline bool open_by(Context *c, Word position, Enumerate *enumerate, Expansion *out)
{
    struct Expanding expanding = {NULL, 0};
    bool is_over;
    out->count = 0;
    NEED(rules_is_over(c, position, &is_over));
    if (!is_over) {
        NEED(enumerate(c, position, keep_move, &expanding));
        if (HAS_TERMINAL && expanding.count == 0)
            STOP("no moves");
    }
    if (expanding.count == 0) {
        out->worths = (Number *)TAKE(sizeof(Number) / sizeof(Word) * RULES.players);
        return rules_worths(c, position, out->worths);
    }
    NEED(rules_mover(c, position, &out->mover));
    out->moves = TAKE(2 * (size_t)expanding.count);
    out->children = out->moves + expanding.count;
    for (uint32_t i = expanding.count; i-- > 0; expanding.last = (Word *)expanding.last[2]) {
        out->moves[i] = expanding.last[0];
        out->children[i] = expanding.last[1];
    }
    out->count = expanding.count;
    return true;
}

static inline bool ask_expand(Context *c, Word position, Expansion *out) { return open_by(c, position, rules_moves, out); }

static inline bool rules_expand(Context *c, Word position, Expansion *out) { ASKED(ask_expand, out); }

#if IS_SPLIT
/*  The legal moves alone: there are no successors among what is enumerated. */
static inline bool ask_legal(Context *c, Word position, Expansion *out) { return open_by(c, position, enumerate_legal, out); }

static inline bool rules_legal(Context *c, Word position, Expansion *out) { ASKED(ask_legal, out); }
#endif

/*  For searches that make successors one by one, where `terminal` tells whether there are to be some. */
static inline bool ask_begin(Context *c, Word position, Expansion *out)
{
    bool is_over;
    NEED(rules_is_over(c, position, &is_over));
    out->count = !is_over;
    if (!is_over)
        return rules_mover(c, position, &out->mover);
    out->worths = (Number *)TAKE(sizeof(Number) / sizeof(Word) * RULES.players);
    return rules_worths(c, position, out->worths);
}

static inline bool rules_begin(Context *c, Word position, Expansion *out) { ASKED(ask_begin, out); }

/*  For playouts, where moves can be skipped: the one that is made, how many there are, and where one of them leads. What
    was found when they were counted is used again if nothing was asked or released since. */
static inline bool take_child(Context *c, void *frame, Word move, Word child)
{
    (void)move;
    *(Word *)frame = child;
    return stop(c, ENOUGH, "a move is chosen");
}

/*  How many moves there are in a position that is not final by `rules_is_over`. */
static inline bool ask_number(Context *c, Word position, uint32_t *out)
{
#if COUNTS_APART
    bool done = rules_count_moves(c, position);
    *out = c->counted;
#else
    c->passing = UINT32_MAX;
    bool done = rules_moves(c, position, take_child, NULL);
    *out = UINT32_MAX - c->passing;
    c->passing = 0;
#endif
    if (HAS_TERMINAL && done && *out == 0)
        STOP("no moves");
    return done;
}

static inline bool ask_count(Context *c, Word position, uint32_t *out)
{
    bool is_over;
    uint32_t mover;
    *out = 0;
    NEED(rules_is_over(c, position, &is_over));
    if (is_over)
        return true;
    return ask_number(c, position, out) && (*out == 0 || rules_mover(c, position, &mover));
}

static inline bool begin_count(Context *c, Word position, uint32_t *out) { ASKED(ask_count, out); }

static inline bool rules_count(Context *c, Word position, uint32_t *out)
{
    bool done = begin_count(c, position, out);
    c->found_of = COUNTS_APART && done ? position : 0;
    c->found_top = c->top;
    return done;
}

static inline bool ask_child(Context *c, Word position, uint32_t index, Word *out)
{
    c->passing = index;
    bool is_there = !rules_moves(c, position, take_child, out) && c->reason == ENOUGH;
    c->passing = 0;
    return is_there;
}

static inline bool begin_child(Context *c, Word position, uint32_t index, Word *out) { ASKED(ask_child, index, out); }

static inline bool rules_child(Context *c, Word position, uint32_t index, Word *out)
{
    c->has_found = c->found_of == position && c->found_top == c->top;
    bool done = begin_child(c, position, index, out);
    c->has_found = false;
    return done;
}

/*  For playouts: what makes each of the moves, or a successor that is made already, and the one that is chosen. Only this
    one is looked at for its parts. */
static inline bool keep_made(Context *c, void *frame, Word move, Word child)
{
    (void)frame, (void)move;
    return add_deferred(c, NULL, (void *)child);
}

static inline bool enumerate_deferred(Context *c, Word position, struct Deferring *deferring)
{
    c->deferring = deferring;
    bool done = rules_moves(c, position, keep_made, NULL);
    c->deferring = NULL;
    return done;
}

static inline bool ask_defer(Context *c, Word position, Expansion *out)
{
    struct Deferring deferring = {NULL, 0};
    bool is_over;
    out->count = 0;
    NEED(rules_is_over(c, position, &is_over));
    if (!is_over) {
        NEED(enumerate_deferred(c, position, &deferring));
        if (HAS_TERMINAL && deferring.count == 0)
            STOP("no moves");
    }
    if (deferring.count == 0) {
        out->worths = (Number *)TAKE(sizeof(Number) / sizeof(Word) * RULES.players);
        return rules_worths(c, position, out->worths);
    }
    NEED(rules_mover(c, position, &out->mover));
    out->moves = TAKE(deferring.count);
    out->count = deferring.count;
    for (uint32_t i = deferring.count; i-- > 0; deferring.last = deferring.last->before)
        out->moves[i] = (Word)deferring.last;
    return true;
}

static inline bool rules_defer(Context *c, Word position, Expansion *out) { ASKED(ask_defer, out); }

static inline bool ask_make(Context *c, Word position, Word word, Word *out)
{
    struct Deferred *deferred = (struct Deferred *)word;
    (void)position;
#if IS_DEFERRED
    if (deferred->make) {
        struct Giving giving = {take_child, out, NIL};
        ((struct DEFERRED_FRAME *)deferred->frame)->frame = &giving;
        return !deferred->make(c, deferred->frame) && c->reason == ENOUGH;
    }
#endif
    *out = (Word)deferred->frame;
    return !MAY_BRANCH || has_few_parts(c, *out);
}

static inline bool rules_make(Context *c, Word position, Word deferred, Word *out) { ASKED(ask_make, deferred, out); }
