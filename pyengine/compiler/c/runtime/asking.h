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

static inline bool ask_expand(Context *c, Word position, Expansion *out)
{
    struct Expanding expanding = {NULL, 0};
    bool is_over;
    out->count = 0;
    NEED(rules_is_over(c, position, &is_over));
    if (!is_over) {
        NEED(rules_moves(c, position, keep_move, &expanding));
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

static inline bool rules_expand(Context *c, Word position, Expansion *out) { ASKED(ask_expand, out); }

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

/*  For playouts, where moves can be skipped: the one that is made, how many there are, and where one of them leads. */
static inline bool take_child(Context *c, void *frame, Word move, Word child)
{
    (void)move;
    *(Word *)frame = child;
    return stop(c, ENOUGH, "a move is chosen");
}

static inline bool ask_count(Context *c, Word position, uint32_t *out)
{
    bool is_over;
    uint32_t mover;
    *out = 0;
    NEED(rules_is_over(c, position, &is_over));
    if (is_over)
        return true;
    c->passing = UINT32_MAX;
    bool done = rules_moves(c, position, take_child, NULL);
    *out = UINT32_MAX - c->passing;
    c->passing = 0;
    if (HAS_TERMINAL && done && *out == 0)
        STOP("no moves");
    return done && (*out == 0 || rules_mover(c, position, &mover));
}

static inline bool rules_count(Context *c, Word position, uint32_t *out) { ASKED(ask_count, out); }

static inline bool ask_child(Context *c, Word position, uint32_t index, Word *out)
{
    c->passing = index;
    bool is_there = !rules_moves(c, position, take_child, out) && c->reason == ENOUGH;
    c->passing = 0;
    return is_there;
}

static inline bool rules_child(Context *c, Word position, uint32_t index, Word *out) { ASKED(ask_child, index, out); }
