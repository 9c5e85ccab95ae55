/*  What the code of compiled rules computes with; the second half of `emitted.h`, which includes it. */

#ifndef PYENGINE_NUMBERS_H
#define PYENGINE_NUMBERS_H

/*  Integers: of type int64_t, uint64_t or Large, as the bounds of their values say. */

#define LARGE(high, low) ((Large)(high) * ((Large)1 << 64) + (Large)(low))

#define SMALL(integer)                                          \
    ({                                                          \
        __auto_type small_ = (integer);                         \
        if (small_ > MOST_INT || small_ < LEAST_INT)            \
            STOP("an integer beyond 61 bits");                  \
        (int64_t)small_;                                        \
    })
#define SMALL_UNSIGNED(integer)                                 \
    ({                                                          \
        uint64_t small_ = (integer);                            \
        if (small_ > (uint64_t)MOST_INT)                        \
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
/*  A word that must be an integer of 61 bits, or the call stops. */
#define INT_OF(word)                                            \
    ({                                                          \
        Word integer_ = deref(word);                            \
        if (TAG(integer_) != INT)                               \
            STOP("no small integer");                           \
        INT_VALUE(integer_);                                    \
    })
/*  The same of a part of a term free of references. */
#define SMALL_PART(word)                                        \
    ({                                                          \
        Word part_ = (word);                                    \
        if (__builtin_expect(TAG(part_) != INT, 0))             \
            STOP("no small integer");                           \
        INT_VALUE(part_);                                       \
    })
#define LARGE_OF(word)                                          \
    ({                                                          \
        Word integer_ = deref(word);                            \
        if (TAG(integer_) != INT && !is_large(integer_))        \
            STOP("no integer");                                 \
        large_value(integer_);                                  \
    })

/*  A word that must be an integer of 64 bits, not negative. */
#define UNSIGNED_OF(word)                                       \
    ({                                                          \
        Large whole_ = LARGE_OF(word);                          \
        if (whole_ < 0 || whole_ >> 64 != 0)                    \
            STOP("an integer beyond 64 bits");                  \
        (uint64_t)whole_;                                       \
    })

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

/*  The last 64 bits of a shift to the left, or by a negative number to the right. */
static inline uint64_t shift_word(uint64_t integer, int64_t by)
{
    if (by < 0)
        return by > -64 ? integer >> -by : 0;
    return by < 64 ? integer << by : 0;
}

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
#define SOME_BITS_(integer, result)                             \
    ({                                                          \
        uint64_t bits_ = (integer);                             \
        if (bits_ == 0)                                         \
            STOP("a bit of 0");                                 \
        (int64_t)(result);                                      \
    })
#define HIGHEST_BIT_UNSIGNED(integer) SOME_BITS_(integer, 63 - __builtin_clzll(bits_))
#define LOWEST_BIT_UNSIGNED(integer) SOME_BITS_(integer, __builtin_ctzll(bits_))
#define BITS_UNSIGNED(integer) ((int64_t)__builtin_popcountll(integer))
#define BIT_UNSIGNED(integer, index)                            \
    ({                                                          \
        uint64_t bits_ = (integer);                             \
        int64_t index_ = (index);                               \
        if (index_ < 0)                                         \
            STOP("a negative index of a bit");                  \
        (int64_t)(index_ > 63 ? 0 : bits_ >> index_ & 1);       \
    })
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

#endif
