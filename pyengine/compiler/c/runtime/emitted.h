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

/*  Whether a move is one of those that are passed by: then it is counted, and not made. */
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

/*  Integers: of type int64_t or Large, as the bounds of their values say. */

#define LARGE(high, low) (((Large)(high) << 64) + (Large)(low))

#define SMALL(integer)                                          \
    ({                                                          \
        __auto_type small_ = (integer);                         \
        if (small_ > MOST_INT || small_ < LEAST_INT)            \
            STOP("an integer beyond 61 bits");                  \
        (int64_t)small_;                                        \
    })
#define FITTING(integer)                                        \
    ({                                                          \
        Large fitting_ = (integer);                             \
        if (!fits_large(fitting_))                              \
            STOP("an integer beyond 120 bits");                 \
        fitting_;                                               \
    })
#define LARGE_WORD(integer)                                     \
    ({                                                          \
        Word large_;                                            \
        if (!large_word(c, (integer), &large_))                 \
            return false;                                       \
        large_;                                                 \
    })
/*  A word that must be an integer of 61 bits, or the call stops. */
#define INT_OF(word)                                            \
    ({                                                          \
        Word integer_ = deref(word);                            \
        if (TAG(integer_) != INT)                               \
            STOP("no small integer");                           \
        INT_VALUE(integer_);                                    \
    })
#define LARGE_OF(word)                                          \
    ({                                                          \
        Word integer_ = deref(word);                            \
        if (TAG(integer_) != INT && !is_large(integer_))        \
            STOP("no integer");                                 \
        large_value(integer_);                                  \
    })

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

#define NOT_ZERO_(integer)                                      \
    ({                                                          \
        __auto_type by_ = (integer);                            \
        if (by_ == 0)                                           \
            STOP("division by zero");                           \
        by_;                                                    \
    })
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
#define SMALLER(left, right)                                    \
    ({                                                          \
        __auto_type left_ = (left);                             \
        __auto_type right_ = (right);                           \
        left_ < right_ ? left_ : right_;                        \
    })
#define LARGER(left, right)                                     \
    ({                                                          \
        __auto_type left_ = (left);                             \
        __auto_type right_ = (right);                           \
        left_ > right_ ? left_ : right_;                        \
    })
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
#define DIVISOR(left, right) common_divisor((left), (right))

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

#define SHIFTED_LEFT(integer, by)                               \
    ({                                                          \
        Large shifted_;                                         \
        if (!shift(c, (integer), (by), &shifted_))              \
            return false;                                       \
        shifted_;                                               \
    })
#define SHIFTED_RIGHT(integer, by) SHIFTED_LEFT(integer, -(by))

#define BIT_OF_(type, integer, least, result)                   \
    ({                                                          \
        type bits_ = (integer);                                 \
        if (bits_ < (least))                                    \
            STOP("bits of a negative integer");                 \
        (int64_t)(result);                                      \
    })
#define HIGHEST_BIT(integer) BIT_OF_(int64_t, integer, 1, 63 - __builtin_clzll((uint64_t)bits_))
#define LOWEST_BIT(integer) BIT_OF_(int64_t, integer, 1, __builtin_ctzll((uint64_t)bits_))
#define BITS(integer) BIT_OF_(int64_t, integer, 0, __builtin_popcountll((uint64_t)bits_))
#define BIT(integer, index) bit_of(BIT_OF_(int64_t, integer, 0, bits_), BIT_OF_(int64_t, index, 0, bits_))
#define HIGHEST_BIT_LARGE(integer) BIT_OF_(Large, integer, 1, highest_bit(bits_))
#define LOWEST_BIT_LARGE(integer) BIT_OF_(Large, integer, 1, lowest_bit(bits_))
#define BITS_LARGE(integer) \
    BIT_OF_(Large, integer, 0, __builtin_popcountll((uint64_t)bits_) + __builtin_popcountll((uint64_t)(bits_ >> 64)))
#define BIT_LARGE(integer, index)                               \
    ({                                                          \
        int64_t index_ = (index);                               \
        if (index_ < 0)                                         \
            STOP("a negative index of a bit");                  \
        BIT_OF_(Large, integer, 0, index_ > 126 ? 0 : bits_ >> index_ & 1); \
    })

static inline int64_t bit_of(int64_t integer, int64_t index) { return index > 62 ? 0 : integer >> index & 1; }

static inline int64_t highest_bit(Large integer)
{
    uint64_t high = (uint64_t)(integer >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)integer);
}

static inline int64_t lowest_bit(Large integer)
{
    uint64_t low = (uint64_t)integer;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(integer >> 64));
}

/*  Numbers of the contract */

static inline bool integer_number(Context *c, int64_t integer, Number *out)
{
    if (integer > (INT64_C(1) << 53) || integer < -(INT64_C(1) << 53))
        STOP("a worth beyond 53 bits");
    *out = (Number){(double)integer, false};
    return true;
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

#endif
