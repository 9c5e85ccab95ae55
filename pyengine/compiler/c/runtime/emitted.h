/*  What the code of compiled rules is written with. These macros may return from the function that they stand in: there
    `c` is the context, and false is a stop. */

#pragma once

#include "boxes.h"
#include "names.h"
#include "rules.h"

#include <string.h>

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

#define MUST_HOLD(call, what) if (!HELD(call)) STOP(what)

/*  Ask about a position: what was taken on the way stays, what was bound or kept is forgotten. */
#define ASKED(question, ...)                            \
    Word *kept = c->kept, *base = c->base;              \
    size_t trailed = c->trailed;                        \
    c->reason = GOING;                                  \
    c->base = c->top;                                   \
    c->found_of = 0;                                    \
    bool done = question(c, position, __VA_ARGS__);     \
    c->base = base;                                     \
    c->kept = kept;                                     \
    c->trailed = trailed;                               \
    return done

/*  Who gets the moves of a position, and what was remembered before them. */
struct Giving {
    bool (*next)(Context *, void *, Word, Word);
    void *frame;
    Word memory;
};

/*  Whether a move is one of those that are skipped: then it is counted, and not made. */
static inline bool passed(Context *c)
{
    if (c->passing == 0)
        return false;
    c->passing--;
    return true;
}

/*  Whether a move is there, and is not one of those that are skipped; without a branch, since nobody can guess it. */
static inline bool is_wanted(Context *c, bool is_there)
{
    bool wanted = is_there & (c->passing == 0);
    c->passing -= is_there & !wanted;
    return wanted;
}

/*  What makes a move, from a frame with all that it needs. */
typedef bool Later(Context *c, void *frame);

/*  A move that is made when it is wanted, by `make` of the frame, which is at an even address; without `make` the frame
    is a child that is made already. */
struct Deferred {
    struct Deferred *before;
    Later *make;
    void *frame;
};

/*  The moves so far, the last one first. */
struct Deferring {
    struct Deferred *last;
    uint32_t count;
};

static inline bool add_deferred(Context *c, Later *make, void *frame)
{
    struct Deferring *deferring = c->deferring;
    struct Deferred *made = (struct Deferred *)TAKEN(c, sizeof *made / sizeof(Word));
    *made = (struct Deferred){deferring->last, make, frame};
    deferring->last = made;
    deferring->count++;
    keep(c);
    return true;
}

/*  Keep a copy of a frame, to make a move of it later. */
static inline bool later(Context *c, Later *make, const void *frame, size_t size)
{
    Word *copy = TAKEN(c, size / sizeof(Word) + 1);
    copy += (uintptr_t)copy / sizeof(Word) % 2; /* 128 bits are at even addresses */
    memcpy(copy, frame, size);
    return add_deferred(c, make, copy);
}

/*  The same of so many moves: whether all of them are skipped. */
static inline bool passed_all(Context *c, uint32_t count)
{
    if (c->passing < count)
        return false;
    c->passing -= count;
    return true;
}

/*  Terms */

#define IS_FUNCTOR(word, header) (TAG(word) == STRUCT && CELLS(word)[0] == (header))

/*  A new cell; its words are filled in by whoever asked. */
#define TAKE(words) TAKEN(c, words)

/*  What a function leaves in its last argument; its false is a stop. */
#define GIVEN(type, function, ...)                       \
    ({                                                   \
        type given_;                                     \
        if (!function(c, __VA_ARGS__, &given_))          \
            return false;                                \
        given_;                                          \
    })

#define NEW_VARIABLE()                  \
    ({                                  \
        Word *cell_ = TAKE(1);          \
        *cell_ = (Word)cell_;           \
        (Word)cell_;                    \
    })

#define EVALUATED(term) GIVEN(Word, evaluate, term)

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
#define COMPARED(left, right) GIVEN(int, compare_numbers, left, right)

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

#define IN_FRONT(front, list) GIVEN(Word, put_in_front, front, list)

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

#define AFTER(list, cell, rest) GIVEN(Word, put_after, list, cell, rest)

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

/*  copy_term/2 of a term without variables */
static inline bool same_term(Context *context, Word x, Word *out)
{
    (void)context;
    *out = x;
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

/*  What an index sees of any ground term. */
static inline Word TERM_KEY(Word word)
{
    return TAG(word) == STRUCT ? CELLS(word)[0] : TAG(word) >= LIST ? (Word)TAG(word) : word;
}

static inline size_t hash_known(const Word *known, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++) {
        value = (value ^ known[i]) * UINT64_C(0x9E3779B97F4A7C15);
        value ^= value >> 32;
    }
    return (size_t)value;
}

/*  Integers: of type int64_t, uint64_t or Large, as the bounds of their values say. */

#define LARGE(high, low) ((Large)(high) * ((Large)1 << 64) + (Large)(low))

/*  A value, and the result that it has unless it is wrong; both may name it `it_`. */
#define CHECKED(type, value, is_wrong, what, result)            \
    ({                                                          \
        type it_ = (value);                                     \
        if (__builtin_expect(is_wrong, 0))                      \
            STOP(what);                                         \
        (result);                                               \
    })

#define SMALL(integer) \
    CHECKED(__auto_type, integer, it_ > MOST_INT || it_ < LEAST_INT, "an integer beyond 61 bits", (int64_t)it_)
#define SMALL_UNSIGNED(integer) \
    CHECKED(uint64_t, integer, it_ > (uint64_t)MOST_INT, "an integer beyond 61 bits", (int64_t)it_)
#define FITTING(integer) CHECKED(Large, integer, !fits_large(it_), "an integer beyond 120 bits", it_)
#define LARGE_WORD(integer) GIVEN(Word, large_word, integer)
#define UNSIGNED_WORD(integer)                                  \
    ({                                                          \
        uint64_t unsigned_ = (integer);                         \
        Word made_ = INT_WORD((int64_t)unsigned_);              \
        if (unsigned_ > (uint64_t)MOST_INT) {                   \
            Word *box_ = TAKE(3);                               \
            box_[0] = INTEGER_BOX;                              \
            box_[1] = unsigned_;                                \
            box_[2] = 0;                                        \
            made_ = (Word)box_ | BOX;                           \
        }                                                       \
        made_;                                                  \
    })
/*  A word that must be an integer of 61 bits, or the call stops; the same of a part of a term free of references. */
#define INT_OF(word) CHECKED(Word, deref(word), TAG(it_) != INT, "no small integer", INT_VALUE(it_))
#define SMALL_PART(word) CHECKED(Word, word, TAG(it_) != INT, "no small integer", INT_VALUE(it_))
#define LARGE_OF(word) CHECKED(Word, deref(word), TAG(it_) != INT && !is_large(it_), "no integer", large_value(it_))

/*  A word that must be an integer of 64 bits, not negative. */
#define UNSIGNED_OF(word) \
    CHECKED(Large, LARGE_OF(word), it_ < 0 || it_ >> 64 != 0, "an integer beyond 64 bits", (uint64_t)it_)

/*  The same of a word that is known to be one. */
static inline uint64_t unsigned_value(Word word)
{
    return TAG(word) == INT ? (uint64_t)INT_VALUE(word) : CELLS(word)[1];
}

static inline bool fits_large(Large integer)
{
    return integer < (Large)1 << 120 && integer > -((Large)1 << 120);
}

#define MULTIPLIED(left, right)                                 \
    ({                                                          \
        Large product_;                                         \
        if (__builtin_mul_overflow((Large)(left), (Large)(right), &product_) || !fits_large(product_)) \
            STOP("an integer beyond 120 bits");                 \
        product_;                                               \
    })

#define NOT_ZERO_(integer) CHECKED(__auto_type, integer, it_ == 0, "division by zero", it_)
#define QUOTIENT(left, right) ((left) / NOT_ZERO_(right))
#define REMAINDER(left, right) ((left) % NOT_ZERO_(right))
#define MODULO(left, right)                                     \
    ({                                                          \
        __auto_type modulus_ = NOT_ZERO_(right);                \
        __auto_type rest_ = (left) % modulus_;                  \
        rest_ != 0 && (rest_ < 0) != (modulus_ < 0) ? rest_ + modulus_ : rest_; \
    })
#define FLOORED(left, right)                                    \
    ({                                                          \
        __auto_type divisor_ = NOT_ZERO_(right);                \
        __auto_type dividend_ = (left);                         \
        __auto_type rest_ = dividend_ % divisor_;               \
        dividend_ / divisor_ - (rest_ != 0 && (rest_ < 0) != (divisor_ < 0)); \
    })
#define CHOSEN_(left, sign, right)                              \
    ({                                                          \
        __auto_type left_ = (left);                             \
        __auto_type right_ = (right);                           \
        left_ sign right_ ? left_ : right_;                     \
    })
#define SMALLER(left, right) CHOSEN_(left, <, right)
#define LARGER(left, right) CHOSEN_(left, >, right)
#define ABSOLUTE(integer)                                       \
    ({                                                          \
        __auto_type signed_ = (integer);                        \
        signed_ < 0 ? -signed_ : signed_;                       \
    })
#define SIGN(integer)                                           \
    ({                                                          \
        __auto_type signed_ = (integer);                        \
        (int64_t)((signed_ > 0) - (signed_ < 0));               \
    })

static inline int64_t common_divisor(int64_t left, int64_t right)
{
    while (right != 0) {
        int64_t rest = left % right;
        left = right;
        right = rest;
    }
    return left < 0 ? -left : left;
}

/*  Shift to the left, or by a negative number to the right. */
static inline bool shift(Context *c, Large integer, int64_t by, Large *out)
{
    if (by < 0) {
        *out = integer >> (by < -126 ? 126 : -by);
        return true;
    }
    if (__builtin_expect(by > 56 || integer >> 64 != integer >> 127, 0)) {
        if (integer == 0)
            by = 0;
        else if (by > 119 || (unsigned __int128)((integer >> (120 - by)) + 1) > 1)
            STOP("an integer beyond 120 bits");
    }
    *out = (Large)((unsigned __int128)integer << by);
    return true;
}

#define SHIFTED_LEFT(integer, by) GIVEN(Large, shift, integer, by)
#define SHIFTED_RIGHT(integer, by) SHIFTED_LEFT(integer, -(by))

/*  The last 64 bits of a shift to the left, or by a negative number to the right. */
static inline uint64_t shift_word(uint64_t integer, int64_t by)
{
    if (by < 0)
        return by > -64 ? integer >> -by : 0;
    return by < 64 ? integer << by : 0;
}

/*  How many bits are set: in place, where the machine may have no instruction for it. */
static inline int count_bits(uint64_t word)
{
#if defined __x86_64__ && !defined __POPCNT__
    word -= (word >> 1) & 0x5555555555555555;
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)((word * 0x0101010101010101) >> 56);
#else
    return __builtin_popcountll(word);
#endif
}

#define BIT_OF_(type, integer, least, result) \
    CHECKED(type, integer, it_ < (least), "bits of an integer that is too small", (int64_t)(result))
#define HIGHEST_BIT(integer) BIT_OF_(int64_t, integer, 1, 63 - __builtin_clzll((uint64_t)it_))
#define LOWEST_BIT(integer) BIT_OF_(int64_t, integer, 1, __builtin_ctzll((uint64_t)it_))
#define BITS(integer) BIT_OF_(int64_t, integer, 0, count_bits((uint64_t)it_))
#define BIT(integer, index) BIT_AT_(BIT_OF_(int64_t, integer, 0, it_), index, 62)
#define HIGHEST_BIT_UNSIGNED(integer) BIT_OF_(uint64_t, integer, 1, 63 - __builtin_clzll(it_))
#define LOWEST_BIT_UNSIGNED(integer) BIT_OF_(uint64_t, integer, 1, __builtin_ctzll(it_))
#define BITS_UNSIGNED(integer) ((int64_t)count_bits(integer))
#define BIT_UNSIGNED(integer, index) BIT_AT_((uint64_t)(integer), index, 63)
#define HIGHEST_BIT_LARGE(integer) BIT_OF_(Large, integer, 1, highest_bit(it_))
#define LOWEST_BIT_LARGE(integer) BIT_OF_(Large, integer, 1, lowest_bit(it_))
#define BITS_LARGE(integer) \
    BIT_OF_(Large, integer, 0, count_bits((uint64_t)it_) + count_bits((uint64_t)(it_ >> 64)))
#define BIT_LARGE(integer, index) BIT_AT_(CHECKED(Large, integer, it_ < 0, "bits of a negative integer", it_), index, 126)
#define BIT_AT_(integer, index, last)                           \
    ({                                                          \
        __auto_type bits_ = (integer);                          \
        int64_t index_ = BIT_OF_(int64_t, index, 0, it_);       \
        (int64_t)(index_ > (last) ? 0 : bits_ >> index_ & 1);   \
    })

/*  Numbers of the contract */

static inline bool integer_number(Context *c, int64_t integer, Number *out)
{
    if (integer > (INT64_C(1) << 53) || integer < -(INT64_C(1) << 53))
        STOP("a worth beyond 53 bits");
    *out = (Number){(double)integer, false};
    return true;
}

static inline bool unsigned_number(Context *c, uint64_t integer, Number *out)
{
    return integer_number(c, SMALL_UNSIGNED(integer), out);
}

static inline bool large_number(Context *c, Large integer, Number *out)
{
    return integer_number(c, SMALL(integer), out);
}

static inline bool word_number(Context *c, Word word, Number *out)
{
    word = deref(word);
    if (TAG(word) == INT)
        return integer_number(c, INT_VALUE(word), out);
    if (!is_float(word))
        STOP("no number");
    *out = (Number){float_value(word), true};
    return true;
}

/*  Add a feature's value times its weight to a sum. */
static inline bool add_weighted(Context *c, Number *sum, Number weight, Number amount)
{
    if (sum->is_float || weight.is_float || amount.is_float) {
        *sum = (Number){sum->value + weight.value * amount.value, true};
        if (!__builtin_isfinite(sum->value))
            STOP("float overflow");
        return true;
    }
    int64_t product;
    if (__builtin_mul_overflow((int64_t)weight.value, (int64_t)amount.value, &product))
        STOP("an integer beyond 64 bits");
    if (product > (INT64_C(1) << 53) || product < -(INT64_C(1) << 53))
        STOP("a product beyond 53 bits");
    return integer_number(c, (int64_t)sum->value + product, sum);
}
