/*  A merge sort of words, with or without keys. */

#include "sorting.h"

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

static bool sort(Context *context, Word *keys, Word *words, size_t *count, bool down, bool unique)
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

bool sort_words(Context *context, Word *words, size_t *count, bool unique)
{
    return sort(context, words, NULL, count, false, unique);
}

bool sort_by_keys(Context *context, Word *keys, Word *words, size_t *count, bool down, bool unique)
{
    return sort(context, keys, words, count, down, unique);
}
