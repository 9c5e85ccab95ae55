#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/*  The key, mixed with the rest; then the value; then depth, successor and flags. */
enum { LOW, HIGH, VALUE, REST, WORDS };

typedef struct {
    uint64_t words[WORDS];
} Record;

struct SharedTable {
    Record *records; /* in pairs */
    uint64_t mask;   /* of pairs */
};

SharedTable *kernel_make_shared_table(uint64_t entries, uint64_t bytes)
{
    SharedTable *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    uint64_t wanted = entries ? entries : bytes / sizeof(Record), pairs = 1;
    while (2 * (2 * pairs) <= wanted && pairs < (uint64_t)1 << 40)
        pairs *= 2;
    table->mask = pairs - 1;
    table->records = reserve_bytes(2 * pairs * sizeof(Record));
    if (!table->records) {
        free(table);
        return NULL;
    }
    return table;
}

void kernel_free_shared_table(SharedTable *table)
{
    if (!table)
        return;
    give_back_bytes(table->records, 2 * (table->mask + 1) * sizeof(Record));
    free(table);
}

uint64_t kernel_shared_table_count(const SharedTable *table)
{
    uint64_t count = 0;
    for (uint64_t at = 0; at < 2 * (table->mask + 1); at++)
        count += table->records[at].words[REST] != 0;
    return count;
}

/*  Depths fit into 32 bits, except the infinite ones. */
static uint32_t narrow_depth(int64_t depth)
{
    return depth == ENDLESS ? UINT32_MAX : depth == BEFORE_ALL ? 0 : (uint32_t)(depth + ((int64_t)1 << 31));
}

static int64_t wide_depth(uint32_t depth)
{
    return depth == UINT32_MAX ? ENDLESS : depth == 0 ? BEFORE_ALL : (int64_t)depth - ((int64_t)1 << 31);
}

static void read_record(const Record *record, uint64_t *words)
{
    for (int i = 0; i < WORDS; i++)
        words[i] = __atomic_load_n(&record->words[i], __ATOMIC_RELAXED);
}

/*  Put the sum of the other words into those of the key, or take it out again. */
static void mix_key(uint64_t *words)
{
    uint64_t sum = 0x9e3779b97f4a7c15u;
    for (int i = VALUE; i < WORDS; i++)
        sum = (sum ^ words[i]) * 0xbf58476d1ce4e5b9u;
    words[LOW] ^= sum;
    words[HIGH] ^= sum << 32 | sum >> 32;
}

static bool is_of(const uint64_t *words, Key key)
{
    return words[REST] && words[LOW] == key.low && words[HIGH] == key.high;
}

bool find_shared(const SharedTable *table, Key key, Entry *entry)
{
    const Record *pair = table->records + 2 * (key.low & table->mask);
    for (int i = 0; i < 2; i++) {
        uint64_t words[WORDS];
        read_record(pair + i, words);
        mix_key(words);
        if (!is_of(words, key))
            continue;
        *entry = (Entry){
            .key = key,
            .depth = wide_depth((uint32_t)(words[REST] >> 32)),
            .child = (uint32_t)words[REST] >> 6,
            .bound = words[REST] & 3,
            .solved = words[REST] >> 2 & 3,
            .is_float = words[REST] >> 4 & 1,
        };
        memcpy(&entry->value, &words[VALUE], sizeof entry->value);
        return true;
    }
    return false;
}

void store_shared(SharedTable *table, const Entry *entry)
{
    if (entry->child >> 26)
        return; /* no room for its number */
    uint64_t words[WORDS] = {[LOW] = entry->key.low, [HIGH] = entry->key.high}, old[WORDS];
    /* The bit 32 says that there is something. */
    words[REST] = (uint64_t)narrow_depth(entry->depth) << 32 | entry->child << 6 | 32u | (uint64_t)entry->is_float << 4
        | (uint64_t)entry->solved << 2 | entry->bound;
    memcpy(&words[VALUE], &entry->value, sizeof entry->value);
    Record *record = table->records + 2 * (entry->key.low & table->mask);
    read_record(record, old);
    mix_key(old);
    if (!is_of(old, entry->key) && old[REST] && old[REST] >> 32 > words[REST] >> 32)
        record++;
    mix_key(words);
    for (int i = 0; i < WORDS; i++)
        __atomic_store_n(&record->words[i], words[i], __ATOMIC_RELAXED);
}
