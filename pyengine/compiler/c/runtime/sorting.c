/*  Words sorted by merging: by the standard order of terms, or, where all are small terms of one form, such as pairs of
    integers, by keys of 64 bits that have the same order. */

#include "context.h"
#include "gathering.h"

#include <string.h>

enum { RUN = 8 }; /* so many are sorted by insertion */

/*  What is sorted: `words` go where their `keys` go; without keys, these are the words. */
typedef struct {
    Context *context;
    Word *keys, *words;
    bool down;
} Sorting;

static inline int compare_keys(const Sorting *sorting, Word left, Word right)
{
    if (left == right)
        return 0;
    int found = TAG(left) == INT && TAG(right) == INT ? ((int64_t)left < (int64_t)right ? -1 : 1)
                                                      : compare_terms(sorting->context, left, right);
    return sorting->down ? -found : found;
}

static void insert_all(const Sorting *sorting, size_t from, size_t end)
{
    for (size_t i = from + 1; i < end; i++) {
        Word key = sorting->keys[i], word = sorting->words ? sorting->words[i] : 0;
        size_t j = i;
        for (; j > from && compare_keys(sorting, sorting->keys[j - 1], key) > 0; j--) {
            sorting->keys[j] = sorting->keys[j - 1];
            if (sorting->words)
                sorting->words[j] = sorting->words[j - 1];
        }
        sorting->keys[j] = key;
        if (sorting->words)
            sorting->words[j] = word;
    }
}

/*  Merge two neighbouring runs into another place. */
static void merge(const Sorting *from, const Sorting *into, size_t start, size_t middle, size_t end)
{
    size_t left = start, right = middle;
    for (size_t i = start; i < end; i++) {
        bool takes_left = right == end ||
                          (left < middle && compare_keys(from, from->keys[left], from->keys[right]) <= 0);
        size_t taken = takes_left ? left++ : right++;
        into->keys[i] = from->keys[taken];
        if (from->words)
            into->words[i] = from->words[taken];
    }
}

/*  Leave out all but the first of equal ones. */
static size_t without_duplicates(const Sorting *sorting, size_t count)
{
    size_t kept = count > 0;
    for (size_t i = 1; i < count; i++) {
        if (compare_keys(sorting, sorting->keys[kept - 1], sorting->keys[i]) == 0)
            continue;
        sorting->keys[kept] = sorting->keys[i];
        if (sorting->words)
            sorting->words[kept] = sorting->words[i];
        kept++;
    }
    return kept;
}

bool sort_by_keys(Context *context, Word *keys, Word *words, size_t *count, bool down, bool unique)
{
    size_t n = *count;
    Word *mark = context->top, *room = NULL;
    if (n > RUN && (room = take(context, words ? 2 * n : n)) == NULL)
        return false;
    Sorting sorting = {context, keys, words, down}, other = {context, room, words ? room + n : NULL, down};
    for (size_t i = 0; i < n; i += RUN)
        insert_all(&sorting, i, i + RUN < n ? i + RUN : n);
    for (size_t run = RUN; run < n && context->reason == GOING; run *= 2) {
        for (size_t i = 0; i < n; i += 2 * run)
            merge(&sorting, &other, i, i + run < n ? i + run : n, i + 2 * run < n ? i + 2 * run : n);
        Sorting swapped = sorting;
        sorting = other;
        other = swapped;
    }
    if (sorting.keys != keys) {
        memcpy(keys, sorting.keys, n * sizeof *keys);
        if (words)
            memcpy(words, sorting.words, n * sizeof *words);
        sorting = other;
    }
    if (unique && context->reason == GOING)
        *count = without_duplicates(&sorting, n);
    context->top = mark;
    return context->reason == GOING;
}

/*  Keys of 64 bits */

enum { MOST_PARTS = 8, MOST_DEPTH = 8, SHORT = 16 /* so many are sorted by insertion */ };

typedef struct {
    uint64_t key;
    Word word;
} Keyed;

/*  Count the atomic parts of a term; more than MOST_PARTS where it is too large or too deep to have a key. */
static unsigned count_parts(Word term, unsigned depth)
{
    term = deref(term);
    if (TAG(term) != STRUCT && TAG(term) != LIST)
        return 1;
    if (depth == MOST_DEPTH || (TAG(term) == STRUCT && ARITY(term) > MOST_PARTS))
        return MOST_PARTS + 1;
    if (TAG(term) == LIST)
        return count_parts(HEAD(term), depth + 1) + count_parts(TAIL(term), depth + 1);
    unsigned count = 0;
    for (uint32_t i = 1; i <= ARITY(term) && count <= MOST_PARTS; i++)
        count += count_parts(ARG(term, i), depth + 1);
    return count;
}

/*  Add an atomic term to a key: integers come first, then [], then the atoms that the rules name. */
static inline bool add_part(const Context *context, Word word, unsigned bits, uint64_t *key)
{
    uint64_t half = UINT64_C(1) << (bits - 1), part;
    if (TAG(word) == INT) {
        part = (uint64_t)INT_VALUE(word) + half / 2;
        if (part >= half)
            return false;
    } else if (TAG(word) == ATOM) {
        uint32_t rank = word == NIL ? 0 : atom_of(context->symbols, ATOM_NUMBER(word))->rank;
        if (rank == UINT32_MAX || rank + UINT64_C(1) >= half)
            return false;
        part = half + (word == NIL ? 0 : rank + UINT64_C(1));
    } else
        return false;
    *key = bits == 64 ? part : *key << bits | part;
    return true;
}

/*  Make the key of a term that has the form of another one. */
static bool make_key(const Context *context, Word form, Word term, unsigned bits, uint64_t *key)
{
    form = deref(form);
    term = deref(term);
    if (TAG(form) == STRUCT) {
        if (TAG(term) != STRUCT || *CELLS(term) != *CELLS(form))
            return false;
        for (uint32_t i = 1; i <= ARITY(form); i++) {
            if (!make_key(context, ARG(form, i), ARG(term, i), bits, key))
                return false;
        }
        return true;
    }
    if (TAG(form) == LIST)
        return TAG(term) == LIST && make_key(context, HEAD(form), HEAD(term), bits, key) &&
               make_key(context, TAIL(form), TAIL(term), bits, key);
    return add_part(context, term, bits, key);
}

/*  Make the keys of all words; false where some have none. */
static bool make_keys(const Context *context, const Word *keys, const Word *words, size_t count, bool down, Keyed *out)
{
    unsigned parts = count_parts(keys[0], 0);
    if (parts == 0 || parts > MOST_PARTS)
        return false;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = 0;
        if (!make_key(context, keys[0], keys[i], 64 / parts, &key))
            return false;
        out[i] = (Keyed){down ? ~key : key, words[i]};
    }
    return true;
}

static void insert_keyed(Keyed *items, size_t from, size_t end)
{
    for (size_t i = from + 1; i < end; i++) {
        Keyed item = items[i];
        size_t j = i;
        for (; j > from && items[j - 1].key > item.key; j--)
            items[j] = items[j - 1];
        items[j] = item;
    }
}

/*  Sort by merging between two places; gives the one where all ends up. */
static Keyed *sort_keyed(Keyed *items, Keyed *other, size_t count)
{
    for (size_t i = 0; i < count; i += SHORT)
        insert_keyed(items, i, i + SHORT < count ? i + SHORT : count);
    for (size_t run = SHORT; run < count; run *= 2) {
        for (size_t start = 0; start < count; start += 2 * run) {
            size_t middle = start + run < count ? start + run : count, left = start, right = middle;
            size_t end = middle + run < count ? middle + run : count;
            for (size_t i = start; i < end; i++) {
                bool takes_left = right == end || (left < middle && items[left].key <= items[right].key);
                other[i] = items[takes_left ? left++ : right++];
            }
        }
        Keyed *swapped = items;
        items = other;
        other = swapped;
    }
    return items;
}

bool order_words(Context *context, Word *keys, Word *words, size_t *count, bool down, bool unique)
{
    size_t n = *count, kept = 0;
    Word *mark = context->top;
    if (n < 2)
        return true;
    Keyed *items = (Keyed *)TAKEN(context, (n > SHORT ? 4 : 2) * n);
    if (!make_keys(context, keys, words, n, down, items)) {
        context->top = mark;
        return sort_by_keys(context, keys, words == keys ? NULL : words, count, down, unique);
    }
    items = sort_keyed(items, items + n, n);
    for (size_t i = 0; i < n; i++) {
        if (!unique || i == 0 || items[i].key != items[i - 1].key)
            words[kept++] = items[i].word;
    }
    *count = kept;
    context->top = mark;
    return true;
}

bool sort_words(Context *context, Word *words, size_t *count, bool unique)
{
    return order_words(context, words, words, count, false, unique);
}

bool leave_out_repeated(Context *context, Word *words, size_t *count)
{
    Word *mark = context->top;
    size_t n = *count, kept = 0;
    Keyed *items = (Keyed *)take(context, 2 * n);
    bool has_keys = items && n && make_keys(context, words, words, n, false, items);
    for (size_t i = 0; has_keys && i < n; i++) {
        bool is_new = true;
        for (size_t j = 0; j < kept; j++)
            is_new &= items[j].key != items[i].key;
        words[kept] = items[i].word;
        items[kept] = items[i];
        kept += is_new;
    }
    context->top = mark;
    if (has_keys)
        *count = kept;
    return has_keys;
}
