/*  What the code of compiled rules is written with. These macros may return from the function that they stand in: there
    `c` is the context, and false is a stop. */

#ifndef PYENGINE_EMITTED_H
#define PYENGINE_EMITTED_H

#include "boxes.h"
#include "names.h"
#include "rules.h"

typedef struct {
    uint32_t from, to; /* rows of a table, the last one not included */
} Rows;

/*  What a procedure has come to, where a continuation ends its search. */
enum End { SEARCHING = 0, FAILED, FOUND };

#define STOP(what) return stop(c, BEYOND, what)

/*  Stop where the stack is used up: in the continuations of recursive procedures. */
#define LOOK_AT_STACK()                                                                \
    if (__builtin_expect((char *)__builtin_frame_address(0) < c->stack_limit, 0))     \
        return stop(c, DEEP, "recursion")

/*  A call that may fail, or stop. */
#define HELD(call)                      \
    ({                                  \
        bool held_ = (call);            \
        if (!held_ && c->reason)        \
            return false;               \
        held_;                          \
    })

/*  Whether a move is one of those that are skipped: then it is counted, and not made. */
static inline bool passed(Context *c)
{
    if (c->passing == 0)
        return false;
    c->passing--;
    return true;
}

/*  Terms */

#define IS_FUNCTOR(word, header) (TAG(word) == STRUCT && CELLS(word)[0] == (header))

/*  A new cell; its words are filled in by whoever asked. */
#define TAKE(words)                     \
    ({                                  \
        Word *taken_ = take(c, words);  \
        if (!taken_)                    \
            return false;               \
        taken_;                         \
    })

#define NEW_VARIABLE()                  \
    ({                                  \
        Word *cell_ = TAKE(1);          \
        *cell_ = (Word)cell_;           \
        (Word)cell_;                    \
    })

#define EVALUATED(term)                        \
    ({                                         \
        Word value_;                           \
        if (!evaluate(c, (term), &value_))     \
            return false;                      \
        value_;                                \
    })

/*  Two numbers made one by an arithmetic function. */
#define FOLDED(number, left, right)                      \
    ({                                                   \
        Word *folded_ = TAKE(3);                         \
        folded_[0] = HEADER(number, 2);                  \
        folded_[1] = (left);                             \
        folded_[2] = (right);                            \
        EVALUATED((Word)folded_ | STRUCT);               \
    })

/*  How two arithmetic expressions compare: negative, 0, positive. */
#define COMPARED(left, right)                                 \
    ({                                                        \
        int order_;                                           \
        if (!compare_numbers(c, (left), (right), &order_))    \
            return false;                                     \
        order_;                                               \
    })

/*  Put items in front of a list that were met before it, the last one first. */
static inline bool put_in_front(Context *c, Word front, Word list, Word *out)
{
    while (front != NIL) {
        Word *cell = TAKE(2);
        cell[0] = HEAD(front);
        cell[1] = list;
        list = (Word)cell | LIST;
        front = TAIL(front);
    }
    *out = list;
    return true;
}

#define IN_FRONT(front, list)                          \
    ({                                                 \
        Word made_;                                    \
        if (!put_in_front(c, (front), (list), &made_)) \
            return false;                              \
        made_;                                         \
    })

/*  Put the items of a list, up to one of its cells, in front of another. */
static inline bool put_after(Context *c, Word list, Word cell, Word rest, Word *out)
{
    Word *hole = out;
    while (list != cell) {
        Word *made = TAKE(2);
        made[0] = HEAD(list);
        *hole = (Word)made | LIST;
        hole = &made[1];
        list = TAIL(list);
    }
    *hole = rest;
    return true;
}

#define AFTER(list, cell, rest)                                \
    ({                                                         \
        Word made_;                                            \
        if (!put_after(c, (list), (cell), (rest), &made_))     \
            return false;                                      \
        made_;                                                 \
    })

/*  Take an argument of a term by its number, as arg/3. */
static inline bool argument_of(Context *c, int64_t index, Word term, Word *out)
{
    if (__builtin_expect(TAG(term) == STRUCT && (uint64_t)index - 1 < ARITY(term), 1)) {
        *out = CELLS(term)[index];
        return true;
    }
    if (index < 0 || (TAG(term) != STRUCT && TAG(term) != LIST))
        STOP("arg/3");
    if (TAG(term) == STRUCT || index < 1 || index > 2)
        return false;
    *out = CELLS(term)[index - 1];
    return true;
}

/*  =../2 of a clean list whose first item is an atom: `headers` has those of its compound terms by arity. */
static inline bool term_named(Context *c, const Word *headers, Word name, Word list, Word *out)
{
    Word *made = c->top, *end = made + 1;
    for (; TAG(list) == LIST; list = TAIL(list)) {
        if (__builtin_expect(end - made > 64 || end >= c->limit, 0))
            STOP("a term with many arguments");
        *end++ = HEAD(list);
    }
    if (list != NIL)
        STOP("=../2");
    if (end == made + 1)
        return *out = name, true;
    made[0] = headers[end - made - 1];
    c->top = end;
    *out = (Word)made | STRUCT;
    return true;
}

static inline bool is_proper_list(Word word)
{
    while (TAG(word) == LIST)
        word = TAIL(word);
    return word == NIL;
}

/*  Tables of facts */

/*  What stands for a word that is none of the integers, or atoms, of a column: no row has it. */
#define INT_KEY(word) (TAG(word) == INT ? INT_VALUE(word) : INT64_MIN)
#define ATOM_KEY(word) (TAG(word) == ATOM ? (int64_t)ATOM_NUMBER(word) : -1)

static inline size_t hash_known(const Word *known, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++) {
        value = (value ^ known[i]) * UINT64_C(0x9E3779B97F4A7C15);
        value ^= value >> 32;
    }
    return (size_t)value;
}

#include "numbers.h"

#endif
