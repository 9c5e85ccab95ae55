/*  Terms, memory and calls of rules compiled to C.

    A term is one word of 64 bits, told apart by its lowest three. Terms live on the heap of a context, which only
    grows; whoever tries alternatives marks it and releases it. What must outlive a release is copied out first.

    What C does not do is left to another reasoner: a call that meets an error, a number beyond 61 bits, a full heap
    or a deep stack returns STOP, with the reason in the context, and the position is asked elsewhere, where
    the answer, or the error message, is the right one.
*/

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t Word;

enum Tag {
    REF = 0,    /* a variable: the address of its cell, which holds the cell's own word while it is unbound */
    INT = 1,    /* an integer of 61 bits */
    ATOM = 2,   /* an atom: its number */
    LIST = 3,   /* a list cell: the address of its head, which the tail follows */
    STRUCT = 4, /* a compound term: the address of its header, which the arguments follow */
    BOX = 5     /* a float, a string or a large integer: the address of a header word, which the content follows */
};

#define TAG(word) ((enum Tag)((word) & 7))
#define CELLS(word) ((Word *)((word) & ~(Word)7))
#define ATOM_WORD(number) (((Word)(number) << 3) | ATOM)
#define ATOM_NUMBER(word) ((uint32_t)((word) >> 3))
#define INT_WORD(integer) (((Word)(int64_t)(integer) << 3) | INT)
#define INT_VALUE(word) ((int64_t)(word) >> 3)
#define MOST_INT (((int64_t)1 << 60) - 1)
#define LEAST_INT (-((int64_t)1 << 60))
#define NIL ATOM_WORD(0)            /* [], which is no atom of the rules */
#define HEAD(list) (CELLS(list)[0]) /* of a LIST word */
#define TAIL(list) (CELLS(list)[1])
#define FUNCTOR(term) ((uint32_t)CELLS(term)[0]) /* of a STRUCT word: the number of its functor */
#define ARITY(term) ((uint32_t)(CELLS(term)[0] >> 32))
#define HEADER(number, arity) ((Word)(uint32_t)(number) | (Word)(uint32_t)(arity) << 32)
#define ARG(term, index) (CELLS(term)[index])    /* from 1 */
#define FLOAT_BOX 1   /* header of a box: then one double */
#define INTEGER_BOX 3 /* header: then the low and the high word of an integer that does not fit into 61 bits */
#define STRING_BOX 2 /* header: STRING_BOX | bytes << 8; then the bytes in UTF-8, with zeros to fill the last word */

/*  A functor's number says which one it is among those of a program and, by `functors`, its name and arity. Atoms and
    functors that the rules name have numbers known when they are compiled; others get numbers at run time. */
typedef struct {
    uint32_t name;  /* number of an atom */
    uint32_t arity;
} Functor;

/*  Why a call stopped. */
enum Reason {
    GOING = 0,
    ENOUGH,      /* a continuation wants no more solutions: no error */
    BEYOND,      /* something that C does not do: an error, a large number, a built-in without a C version */
    FULL,        /* the heap is full */
    DEEP,        /* the stack is */
    STEPS,       /* the steps are used up */
    INTERRUPTED  /* somebody asked to stop */
};

/*  All that a call changes. One thread uses a context at a time. */
typedef struct Context {
    Word *top;              /* the first free word of the heap */
    Word *limit;            /* the end of it */
    Word *kept;             /* no release goes below this: what solutions that are gathered are made of */
    Word *base;             /* what is below it was there when a question was asked: it is ground, free of references */
    uint32_t passing;       /* how many more moves are skipped, unmade, before one is made */
    uint32_t counted;       /* how many moves there are, where they are counted and not made */
    bool has_found;         /* whether `found` is of the position that is asked about */
    Word found[8];          /* what was found before the first choice when moves were counted last */
    Word found_of;          /* of which position, 0 for none; it holds while nothing else is asked */
    Word *found_top;        /* where the heap ended then */
    struct Deferring *deferring; /* who gets the moves that are made later, or NULL */
    Word **trail;           /* the variables bound so far, up to `trailed` */
    size_t trailed, trail_room;
    int64_t steps;          /* how many more before `look_up` is asked */
    char *stack_limit;      /* no recursive call below this address */
    enum Reason reason;     /* why the last call stopped */
    const char *what;       /* what stopped it, for people: a clause, a built-in */
    _Atomic int interrupt;  /* set by others */
    int64_t budget;         /* steps left in all, of which `steps` are at hand */
    int64_t budget_seen;    /* what `look_up` left of them when it was last asked */
    int64_t seen_at;        /* and when that was, in nanoseconds */
    struct Collections *collections; /* words that built-ins gather, outside the heap */
    uint64_t asked;         /* how many questions were asked */
    struct ListIndex *list_indexes; /* of lists that are looked through often, outside the heap */
    struct Tables *tables;           /* answers of tabled procedures, outside the heap */
    struct Symbols *symbols;         /* atoms and functors known by number; shared by the contexts of a game */
    Word *heap;
    size_t heap_words;
} Context;

/*  Procedures. Inputs come as words, or as int64_t where the analysis knows that they are integers; `outs` point to
    the outputs.

    - at most one solution: `bool p(Context *, inputs…, outs…)`. False is failure, or a stop: whoever calls what can
      stop looks at `context->reason` after false only. Exactly one solution and no stop: the same, always true.
    - any number: `bool p(Context *, inputs…, Next *next, void *frame)`, which calls `next(context, frame, outs…)` for
      each solution. `next` gives true to go on; false means stop, and everybody passes it up (true: no more
      solutions; false: stopped, with `context->reason` saying why: ENOUGH where a continuation has seen enough). */

/*  Memory */

/*  Give room for some words; NULL where there is none (the context then has the reason FULL). */
Word *take_slowly(Context *context, size_t words);

static inline Word *take(Context *context, size_t words)
{
    Word *found = context->top;
    if (__builtin_expect((size_t)(context->limit - found) < words, 0))
        return take_slowly(context, words);
    context->top = found + words;
    return found;
}

/*  In a function that gives false where something else does, and where there is no room. */
#define NEED(call) if (!(call)) return false
#define TAKEN(context, words)                   \
    ({                                          \
        Word *taken_ = take(context, words);    \
        if (!taken_)                            \
            return false;                       \
        taken_;                                 \
    })

/*  Give back what was taken since `top` was at a mark, except what is kept. */
static inline void release(Context *context, Word *mark)
{
    context->top = mark < context->kept ? context->kept : mark;
}

/*  Keep all that was taken so far. Whoever keeps solutions remembers `kept` before the first and puts it back at
    the end; then everything is released again by whoever has the mark from before. */
static inline void keep(Context *context)
{
    context->kept = context->top;
}

/*  Stop the call; always false. */
static inline bool stop(Context *context, enum Reason reason, const char *what)
{
    context->reason = reason;
    context->what = what;
    return false;
}

/*  Count a step: on entry of a recursive procedure, and on the way back of a loop. False is a stop. */
bool look_up(Context *context);

static inline bool step(Context *context)
{
    return __builtin_expect(--context->steps > 0, 1) || look_up(context);
}

/*  The same where the stack may grow: false is a stop. */
static inline bool descend(Context *context)
{
    char here;
    if (__builtin_expect(&here < context->stack_limit, 0))
        return stop(context, DEEP, "recursion");
    return step(context);
}

/*  Variables */

static inline Word deref(Word word)
{
    while (TAG(word) == REF) {
        Word inner = *CELLS(word);
        if (inner == word)
            break;
        word = inner;
    }
    return word;
}

/*  Whether a compound word was there when the question was asked, so that there is no reference in it. */
static inline bool is_settled(const Context *context, Word word)
{
    return CELLS(word) < context->base && CELLS(word) >= context->heap;
}

bool grow_trail(Context *context);

static inline bool bind(Context *context, Word variable, Word value)
{
    if (__builtin_expect(context->trailed == context->trail_room, 0) && !grow_trail(context))
        return false;
    context->trail[context->trailed++] = CELLS(variable);
    *CELLS(variable) = value;
    return true;
}

static inline void undo(Context *context, size_t mark)
{
    while (context->trailed > mark) {
        Word *cell = context->trail[--context->trailed];
        *cell = (Word)cell;
    }
}

/*  General operations on any terms, unless they say ground. Those that give bool are false on failure or stop. */

bool unify(Context *context, Word left, Word right);
bool identical(Context *context, Word left, Word right); /* == */
__attribute__((pure)) bool same_structure(Word left, Word right);              /* the same where both are free of references */
bool is_ground(Context *context, Word term);
int compare_terms(Context *context, Word left, Word right); /* standard order: negative, 0, positive; variables stop */
bool resolve_ground(Context *context, Word term, Word *out); /* a ground copy free of references; stop if not ground */
bool copy_term(Context *context, Word term, Word *out);      /* with fresh variables; ground parts are shared */
bool copy_whole(Context *context, Word term, Word *out);     /* ground, nothing shared; stop if not ground */
bool hash_ground(const Context *context, Word term, uint64_t out[2]); /* by content: the same in every process */
bool make_compound(Context *context, Word name, const Word *args, size_t count, Word *out); /* false is a stop */
Word make_float(Context *context, double value);                      /* 0 where there is no room */

/*  Stop where a ground term has so many parts, each counted as often as it stands there, that it may share some; another
    reasoner says then whether it does. What leaves the rules must be looked at so, before it is hashed or packed. */
bool has_few_parts(Context *context, Word ground);

/*  The same as `unify`, quick where a variable is bound, and on atomic words. */
static inline bool unified(Context *context, Word left, Word right)
{
    left = deref(left);
    right = deref(right);
    if (left == right)
        return true;
    if (TAG(left) == REF)
        return TAG(right) == REF ? unify(context, left, right) : bind(context, left, right);
    if (TAG(right) == REF)
        return bind(context, right, left);
    if (TAG(left) != TAG(right) || TAG(left) < LIST)
        return false;
    return unify(context, left, right);
}

/*  == of terms free of references, quick on equal words. */
static inline bool same_ground(Word left, Word right)
{
    if (left == right)
        return true;
    if (TAG(left) != TAG(right) || TAG(left) < LIST)
        return false;
    return same_structure(left, right);
}

/*  == where one of both is an atom, or a list of atoms and small integers. */
static inline bool same_row(Word left, Word right)
{
    while (left != right && TAG(left) == LIST && TAG(right) == LIST && CELLS(left)[0] == CELLS(right)[0]) {
        left = CELLS(left)[1];
        right = CELLS(right)[1];
    }
    return left == right;
}

/*  Positions as bytes, for the world outside: one encoding for each ground term, whatever was shared. packing.c
    describes it. `unpack` builds on the heap; it stops at bytes that are no term. */
size_t packed_size(const Context *context, Word ground);
void pack(const Context *context, Word ground, uint8_t *bytes);
bool unpack(Context *context, const uint8_t *bytes, size_t size, Word *out);
