#include "table.h"

#include <pthread.h>
#include <stdlib.h>

#include "entries.h"
#include "memory.h"

enum { LINE = 4, SAMPLED = 1 << 14 };
#define MOST_NUMBERS ((uint64_t)1 << 22)

/*  Keys in lines of four, which are one line of the processor's cache. The lower half of each is mixed with the rest that
    belongs to it, so that what two threads wrote at once, or what was read half written, is taken for another's. */
struct SharedTable {
    Key *keys;
    uint64_t *rests;
    uint64_t lines;
    Numbers numbers; /* their room does not move, so that a place once known can be read */
    pthread_mutex_t lock; /* of who lists numbers */
};

SharedTable *kernel_make_shared_table(uint64_t entries, uint64_t bytes)
{
    SharedTable *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    uint64_t slots = entries ? entries : bytes / (sizeof(Key) + sizeof(uint64_t));
    pthread_mutex_init(&table->lock, NULL);
    table->lines = slots / LINE ? slots / LINE : 1;
    table->keys = reserve_bytes(LINE * table->lines * sizeof(Key));
    table->rests = reserve_bytes(LINE * table->lines * sizeof(uint64_t));
    table->numbers.items = reserve_bytes(MOST_NUMBERS * sizeof(Number));
    table->numbers.index = calloc(2 * MOST_NUMBERS, sizeof(uint32_t));
    table->numbers.mask = 2 * MOST_NUMBERS - 1;
    if (!table->keys || !table->rests || !table->numbers.items || !table->numbers.index) {
        kernel_free_shared_table(table);
        return NULL;
    }
    prefer_large_pages(table->keys, LINE * table->lines * sizeof(Key));
    prefer_large_pages(table->rests, LINE * table->lines * sizeof(uint64_t));
    return table;
}

void kernel_free_shared_table(SharedTable *table)
{
    if (!table)
        return;
    give_back_bytes(table->keys, LINE * table->lines * sizeof(Key));
    give_back_bytes(table->rests, LINE * table->lines * sizeof(uint64_t));
    give_back_bytes(table->numbers.items, MOST_NUMBERS * sizeof(Number));
    free(table->numbers.index);
    pthread_mutex_destroy(&table->lock);
    free(table);
}

uint64_t kernel_shared_table_count(const SharedTable *table)
{
    uint64_t count = 0;
    for (uint64_t slot = 0; slot < LINE * table->lines; slot++)
        count += table->keys[slot].high != 0;
    return count;
}

double kernel_shared_table_fill(const SharedTable *table)
{
    uint64_t slots = LINE * table->lines < SAMPLED ? LINE * table->lines : SAMPLED, count = 0;
    for (uint64_t slot = 0; slot < slots; slot++)
        count += table->keys[slot].high != 0; /* keys are spread evenly */
    return (double)count / (double)slots;
}

static uint64_t first_slot(const SharedTable *table, Key key)
{
    return LINE * (uint64_t)(((unsigned __int128)key.high * table->lines) >> 64);
}

static uint64_t mixed(uint64_t low, uint64_t rest)
{
    rest = (rest ^ 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    return low ^ rest ^ rest >> 31;
}

static uint64_t read_word(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void write_word(uint64_t *word, uint64_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

void expect_shared(const SharedTable *table, Key key)
{
    __builtin_prefetch(table->keys + first_slot(table, key));
}

bool find_shared(const SharedTable *table, Key key, Entry *entry)
{
    uint64_t first = first_slot(table, key);
    for (uint64_t slot = first; slot < first + LINE; slot++) {
        if (read_word(&table->keys[slot].high) != key.high)
            continue;
        uint64_t rest = __atomic_load_n(&table->rests[slot], __ATOMIC_ACQUIRE);
        if (read_word(&table->keys[slot].low) != mixed(key.low, rest))
            continue;
        *entry = unpack_entry(key, rest, &table->numbers);
        entry->slot = slot;
        return true;
    }
    return false;
}

uint32_t rank_of_shared(const SharedTable *table, const Entry *entry)
{
    return (uint32_t)bits_of(read_word(&table->rests[entry->slot]), RANK_AT, 6);
}

/*  List a number; false where there is no room for one more. */
static bool list_shared(SharedTable *table, const Entry *entry, uint64_t *place)
{
    pthread_mutex_lock(&table->lock);
    bool has_room = table->numbers.count + 1 < MOST_NUMBERS
        && list_number(&table->numbers, (Number){entry->value, entry->is_float}, place);
    pthread_mutex_unlock(&table->lock);
    return has_room;
}

void store_shared(SharedTable *table, const Entry *entry)
{
    uint64_t place, first = first_slot(table, entry->key), best = first, lowest = RANKS;
    if (!is_near(entry->depth) || !entry->key.high)
        return;
    bool is_listed = !is_small(entry, &place);
    if (is_listed && !list_shared(table, entry, &place))
        return;
    for (uint64_t slot = first; slot < first + LINE; slot++) {
        uint64_t high = read_word(&table->keys[slot].high), rank = bits_of(read_word(&table->rests[slot]), RANK_AT, 6);
        if (high == entry->key.high || !high) {
            best = slot;
            break;
        }
        if (rank < lowest) {
            best = slot;
            lowest = rank;
        }
    }
    uint64_t rest = pack_entry(entry, entry->work, is_listed, place);
    write_word(&table->keys[best].high, entry->key.high);
    write_word(&table->keys[best].low, mixed(entry->key.low, rest));
    __atomic_store_n(&table->rests[best], rest, __ATOMIC_RELEASE);
}
