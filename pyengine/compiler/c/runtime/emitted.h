/*  What the code of compiled rules is written with. These macros may return from the function that they stand in: there
    `c` is the context, and false is a stop. */

#ifndef PYENGINE_EMITTED_H
#define PYENGINE_EMITTED_H

#include "boxes.h"
#include "rules.h"

typedef struct {
    uint32_t from, to; /* rows of a table, the last one not included */
} Rows;

/*  What a procedure has come to, where a continuation ends its search. */
enum End { SEARCHING = 0, FAILED, FOUND };

#define STOP(what) return stop(c, BEYOND, what)

/*  A call that may fail, or stop. */
#define HELD(call)                      \
    ({                                  \
        bool held_ = (call);            \
        if (!held_ && c->reason)        \
            return false;               \
        held_;                          \
    })

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

/*  Take an argument of a term by its number, as arg/3. */
static inline bool argument_of(Context *c, int64_t index, Word term, Word *out)
{
    int64_t arity = TAG(term) == STRUCT ? (int64_t)ARITY(term) : 2;
    if (__builtin_expect(index < 1 || index > arity, 0)) {
        if (index < 0 || (TAG(term) != STRUCT && TAG(term) != LIST))
            STOP("arg/3");
        return false;
    }
    if (__builtin_expect(TAG(term) != STRUCT, 0)) {
        if (TAG(term) != LIST)
            STOP("arg/3");
        index--;
    }
    *out = CELLS(term)[index];
    return true;
}

static inline bool is_proper_list(Word word)
{
    while (TAG(word) == LIST)
        word = TAIL(word);
    return word == NIL;
}

/*  Numbers of the contract */

static inline bool integer_number(Context *c, int64_t integer, Number *out)
{
    if (integer > (INT64_C(1) << 53) || integer < -(INT64_C(1) << 53))
        STOP("a worth beyond 53 bits");
    *out = (Number){(double)integer, false};
    return true;
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

/*  Integers */

#define SMALL(integer)                                          \
    ({                                                          \
        int64_t small_ = (integer);                             \
        if (small_ > MOST_INT || small_ < LEAST_INT)            \
            STOP("an integer beyond 61 bits");                  \
        small_;                                                 \
    })

#define CHECKED_(operation, left, right)                        \
    ({                                                          \
        int64_t wide_;                                          \
        if (operation((int64_t)(left), (int64_t)(right), &wide_)) \
            STOP("an integer beyond 64 bits");                  \
        wide_;                                                  \
    })
#define ADDED(left, right) CHECKED_(__builtin_add_overflow, left, right)
#define SUBTRACTED(left, right) CHECKED_(__builtin_sub_overflow, left, right)
#define MULTIPLIED(left, right) CHECKED_(__builtin_mul_overflow, left, right)

#define NOT_ZERO_(integer)                                      \
    ({                                                          \
        int64_t by_ = (integer);                                \
        if (by_ == 0)                                           \
            STOP("division by zero");                           \
        by_;                                                    \
    })
#define QUOTIENT(left, right) ((int64_t)(left) / NOT_ZERO_(right))
#define REMAINDER(left, right) ((int64_t)(left) % NOT_ZERO_(right))
#define MODULO(left, right) floored_remainder((left), NOT_ZERO_(right))
#define FLOORED(left, right) floored_quotient((left), NOT_ZERO_(right))
#define SMALLER(left, right) smaller_integer((left), (right))
#define LARGER(left, right) larger_integer((left), (right))
#define ABSOLUTE(integer) absolute_integer(integer)
#define SIGN(integer) sign_of_integer(integer)
#define DIVISOR(left, right) common_divisor((left), (right))

static inline int64_t floored_remainder(int64_t left, int64_t right)
{
    int64_t rest = left % right;
    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

static inline int64_t floored_quotient(int64_t left, int64_t right)
{
    int64_t rest = left % right;
    return left / right - (rest != 0 && (rest < 0) != (right < 0));
}

static inline int64_t smaller_integer(int64_t left, int64_t right) { return left < right ? left : right; }
static inline int64_t larger_integer(int64_t left, int64_t right) { return left > right ? left : right; }
static inline int64_t absolute_integer(int64_t integer) { return integer < 0 ? -integer : integer; }
static inline int64_t sign_of_integer(int64_t integer) { return (integer > 0) - (integer < 0); }

static inline int64_t common_divisor(int64_t left, int64_t right)
{
    while (right != 0) {
        int64_t rest = left % right;
        left = right;
        right = rest;
    }
    return left < 0 ? -left : left;
}

static inline bool shift_left(Context *c, int64_t integer, int64_t by, int64_t *out)
{
    if (by < 0) {
        *out = integer >> (by < -62 ? 62 : -by);
        return true;
    }
    if (integer == 0) {
        *out = 0;
        return true;
    }
    if (by > 60 || __builtin_mul_overflow(integer, INT64_C(1) << by, out))
        STOP("an integer beyond 64 bits");
    return true;
}

#define SHIFTED_LEFT(integer, by)                               \
    ({                                                          \
        int64_t shifted_;                                       \
        if (!shift_left(c, (integer), (by), &shifted_))         \
            return false;                                       \
        SMALL(shifted_);                                        \
    })
#define SHIFTED_RIGHT(integer, by)                              \
    ({                                                          \
        int64_t shifted_;                                       \
        if (!shift_left(c, (integer), -(int64_t)(by), &shifted_)) \
            return false;                                       \
        SMALL(shifted_);                                        \
    })

#define BIT_OF_(integer, least, result)                         \
    ({                                                          \
        int64_t bits_ = (integer);                              \
        if (bits_ < (least))                                    \
            STOP("bits of a negative integer");                 \
        (int64_t)(result);                                      \
    })
#define HIGHEST_BIT(integer) BIT_OF_(integer, 1, 63 - __builtin_clzll((unsigned long long)bits_))
#define LOWEST_BIT(integer) BIT_OF_(integer, 1, __builtin_ctzll((unsigned long long)bits_))
#define BITS(integer) BIT_OF_(integer, 0, __builtin_popcountll((unsigned long long)bits_))
#define BIT(integer, index) bit_of(BIT_OF_(integer, 0, bits_), BIT_OF_(index, 0, bits_))

static inline int64_t bit_of(int64_t integer, int64_t index) { return index > 62 ? 0 : integer >> index & 1; }

#endif
