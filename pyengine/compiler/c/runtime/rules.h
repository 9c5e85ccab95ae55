/*  What a game compiled to C offers to the kernel: the contract's questions, each about one ground position.

    Every answer is on the heap of the context: mark it before, release it when the answers are done with. A question
    that gives false has stopped (`context->reason`), and the position must be asked elsewhere.
*/

#pragma once

#include "chance.h"
#include "questions.h"
#include "terms.h"

/*  A number of the rules: exact, since integers beyond 2^53 stop. `is_float` keeps 1.0 apart from 1 for who asks. */
typedef struct {
    double value;
    bool is_float;
} Number;

/*  A position opened. `count` is 0 where it is final; then `worths` has one number for each player. */
typedef struct {
    uint32_t count;
    uint32_t mover;   /* index of the player to move */
    Word *moves;      /* `count` words on the heap each */
    Word *children;
    Number *worths;
} Expansion;

/*  Steps for one question about a position. Where they run out, the position is asked elsewhere, with another measure. */
#define STEPS_FOR_A_QUESTION ((int64_t)20000000)

/*  A game at random on its way: where it is, and how far it may go without a look at anything else. */
typedef struct {
    Word position;
    Chance chance;
    uint64_t plies, most;
    Word *border; /* no move is made where the heap has come farther */
    bool is_over; /* whether there is no move left */
} RandomGame;

typedef struct {
    const char *name;
    uint32_t players;
    /* `terminal` and `utility` first, then all moves, checked: some move, ground, a known player. */
    bool (*expand)(Context *, Word position, Expansion *out);
    /* The same in parts, for searches that need not open everything. */
    bool (*is_terminal)(Context *, Word position, bool *out);
    bool (*worths)(Context *, Word position, Number *out); /* one for each player */
    bool (*mover)(Context *, Word position, uint32_t *out);
    bool (*moves)(Context *, Word position, bool (*next)(Context *, void *frame, Word move, Word child), void *frame);
    /* NULL where the rules do not define it. */
    bool (*staticval)(Context *, Word position, Number *out);
    bool (*order)(Context *, Word position, Word move, bool *has_score, Number *out);
#define QUESTION_FIELD(name, type, inputs) bool (*name)(Context *, Word position, const Word *given, type *out);
    QUESTIONS(QUESTION_FIELD)
    bool (*canonical)(Context *, Word position, Word *out);
    /* What the rules name, by number: `atoms` in UTF-8 (0 is []), `functors` by the number of their name. */
    uint32_t atom_count, functor_count;
    const char *const *atoms;
    const Functor *functors;
    /* Whether the code was made for such a position: shapes are not tested again. Ask it of what comes from outside. */
    bool (*admits)(Word position);
    void (*start)(Context *); /* makes tables that live as long as the context */
    /* For playouts: how many moves there are (0: the position is final), and where one of them leads, from 0.
       Moves that nobody looks at are not made. NULL where the code cannot do that. */
    bool (*count)(Context *, Word position, uint32_t *out);
    bool (*child)(Context *, Word position, uint32_t index, Word *out);
    /* For playouts: `count` and `child` in turn, as long as a game may go on. NULL where the code cannot do that. */
    bool (*play)(Context *, RandomGame *game);
    /* For playouts: `expand`, with what makes each successor in the place of the moves, and the successor that this makes.
       NULL where the code cannot do that. */
    bool (*defer)(Context *, Word position, Expansion *out);
    bool (*make)(Context *, Word position, Word deferred, Word *out);
    /* For playouts, where rules tell the legal moves apart from where one leads: `expand` without the successors, and the
       successor by a move. NULL where they do not. */
    bool (*legal)(Context *, Word position, Expansion *out);
    bool (*result)(Context *, Word position, Word move, Word *out);
    /* For searches that make successors one by one: `expand` without the moves; `count` only says whether there are
       to be some. NULL where only the moves tell whether a position is final. */
    bool (*begin)(Context *, Word position, Expansion *out);
} Rules;

/*  The one thing that a shared library of a compiled game exports, besides the kernel. */
extern const Rules RULES __attribute__((visibility("default")));
