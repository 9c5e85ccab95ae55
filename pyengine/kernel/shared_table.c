#include "table.h"

#include <pthread.h>
#include <stdlib.h>

#include "entries.h"
#include "memory.h"

enum { LINE = 4, LEAST_LINES = 1 << 10, PLACES_UNDER_WAY = 1 << 12 };
#define MOST_NUMBERS ((uint64_t)1 << 22)

/*  Slots in lines of four. The lower half of each key is mixed with the rest that belongs to it, so that what two threads
    wrote at once, or what was read half written, is taken for another's. */
struct SharedTable {
    Slot *slots;
    uint64_t lines, count; /* of slots that are in use */
    Numbers numbers; /* their room does not move, so that a place once known can be read */
    pthread_mutex_t lock; /* of who lists numbers */
    uint64_t under_way[PLACES_UNDER_WAY]; /* halves of keys of positions that are searched now */
};

SharedTable *kernel_make_shared_table(uint64_t entries, uint64_t bytes, bool has_large_pages)
{
    SharedTable *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    uint64_t slots = entries ? entries : bytes / sizeof(Slot);
    pthread_mutex_init(&table->lock, NULL);
    table->lines = slots / LINE ? slots / LINE : 1;
    while (!(table->slots = reserve_bytes(LINE * table->lines * sizeof(Slot))) && table->lines > LEAST_LINES)
        table->lines /= 2; /* where there is no room for all, fewer */
    table->numbers.items = reserve_bytes(MOST_NUMBERS * sizeof(Number));
    table->numbers.index = calloc(2 * MOST_NUMBERS, sizeof(uint32_t));
    table->numbers.mask = 2 * MOST_NUMBERS - 1;
    if (!table->slots || !table->numbers.items || !table->numbers.index) {
        kernel_free_shared_table(table);
        return NULL;
    }
    if (has_large_pages)
        prefer_large_pages(table->slots, LINE * table->lines * sizeof(Slot));
    return table;
}

void kernel_free_shared_table(SharedTable *table)
{
    if (!table)
        return;
    give_back_bytes(table->slots, LINE * table->lines * sizeof(Slot));
    give_back_bytes(table->numbers.items, MOST_NUMBERS * sizeof(Number));
    free(table->numbers.index);
    pthread_mutex_destroy(&table->lock);
    free(table);
}

void kernel_shared_table_use(const SharedTable *table, TableUse *out)
{
    uint64_t slots = LINE * table->lines;
    *out = (TableUse){__atomic_load_n(&table->count, __ATOMIC_RELAXED), slots, slots * sizeof(Slot), 0};
}

static Slot *first_slot(const SharedTable *table, Key key)
{
    return table->slots + LINE * (uint64_t)(((unsigned __int128)key.high * table->lines) >> 64);
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
    __builtin_prefetch(first_slot(table, key));
}

bool find_shared(const SharedTable *table, Key key, Entry *entry)
{
    const Slot *first = first_slot(table, key);
    for (const Slot *slot = first; slot < first + LINE; slot++) {
        if (read_word(&slot->key.high) != key.high)
            continue;
        uint64_t rest = __atomic_load_n(&slot->rest, __ATOMIC_ACQUIRE);
        if (read_word(&slot->key.low) != mixed(key.low, rest))
            continue;
        *entry = unpack_entry(key, rest, &table->numbers);
        return true;
    }
    return false;
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

/*  Count a slot that has been empty: only the thread that comes first takes it from empty, though several may write to it. */
static void count_slot(SharedTable *table, Slot *slot, uint64_t high)
{
    uint64_t empty = 0;
    if (read_word(&slot->key.high))
        return;
    if (__atomic_compare_exchange_n(&slot->key.high, &empty, high, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        __atomic_fetch_add(&table->count, 1, __ATOMIC_RELAXED);
}

void store_shared(SharedTable *table, const Entry *entry)
{
    uint64_t place, lowest = RANKS;
    Slot *first = first_slot(table, entry->key), *best = first;
    if (!is_near(entry->depth) || !entry->key.high)
        return;
    bool is_listed = !is_small(entry, &place);
    if (is_listed && !list_shared(table, entry, &place))
        return;
    for (Slot *slot = first; slot < first + LINE; slot++) {
        uint64_t high = read_word(&slot->key.high), rank = bits_of(read_word(&slot->rest), RANK_AT, RANK_BITS);
        if (high == entry->key.high || !high) {
            best = slot;
            break;
        }
        if (rank < lowest) {
            best = slot;
            lowest = rank;
        }
    }
    count_slot(table, best, entry->key.high);
    uint64_t rest = pack_entry(entry, entry->work, is_listed, place);
    write_word(&best->key.high, entry->key.high);
    write_word(&best->key.low, mixed(entry->key.low, rest));
    __atomic_store_n(&best->rest, rest, __ATOMIC_RELEASE);
}

static uint64_t place_under_way(Key key)
{
    return key.low % PLACES_UNDER_WAY;
}

void tell_under_way(SharedTable *table, Key key, bool is_searched)
{
    write_word(table->under_way + place_under_way(key), is_searched ? key.high : 0);
}

bool is_under_way(const SharedTable *table, Key key)
{
    return read_word(table->under_way + place_under_way(key)) == key.high;
}
