/*  Which successor is tried first: what the table has for the best, or what the last iteration found. */

#include <string.h>

#include "context.h"
#include "frames.h"

#define NOWHERE UINT32_MAX
#define SMALL_STACK ((size_t)1 << 18) /* of whatever thread asks a short question */

void hint_at(Frame *frame, uint32_t child)
{
    Word wanted = frame->opened.children[child];
    frame->hint = child;
    if (frame->order)
        for (frame->hint = 0; !same_ground(frame->opened.children[frame->order[frame->hint]], wanted);)
            frame->hint++;
}

void hint_by_entry(Frame *frame, uint32_t child)
{
    if (child && child <= frame->opened.count)
        hint_at(frame, child - 1);
}

bool find_final(Search *search, Frame *frame, uint32_t *found)
{
    const double worth = frame->is_max ? search->most.value : search->least.value;
    Context *context = search->context;
    bool *final = (bool *)take(context, frame->opened.count / sizeof(Word) + 1);
    if (!final)
        return rules_stopped(search);
    memset(final, 0, frame->opened.count);
    frame->final_children = final;
    Word *mark = context->top;
    for (*found = 0; *found < frame->opened.count; ++*found) {
        Number worths[2];
        if (!is_final(search, frame->opened.children[*found], final + *found))
            return false;
        if (!final[*found])
            continue;
        final[*found] = !search->settings.table_leaves || !search->has_table || frame->is_long;
        allow_steps(context);
        if (!search->rules->worths(context, frame->opened.children[*found], worths))
            return rules_stopped(search);
        release(context, mark);
        if (worths[0].value == worth)
            break;
    }
    return true;
}

static void expect_key(const Search *search, Key key)
{
    if (search->table)
        expect_slot(&search->table->slots, key);
    else
        expect_shared(search->shared, key);
}

void expect_child(Search *search, Frame *frame, uint32_t place)
{
    uint32_t number = number_at(frame, place);
    TableKey *found = frame->expected + place % 2;
    if (is_known_end(frame, number))
        return;
    found->own = key_of(search->context, frame->opened.children[number]);
    found->child = number + 1;
    table_key(search, frame->opened.children[number], found->own, frame->ply + 1, false, &found->key, &found->is_own);
    expect_key(search, found->key);
}

bool find_keys(Search *search, Frame *frame)
{
    TableKey *keys = (TableKey *)take(search->context, frame->opened.count * sizeof(TableKey) / sizeof(Word));
    if (!keys)
        return rules_stopped(search);
    for (uint32_t i = 0; i < frame->opened.count; i++) {
        if (is_known_end(frame, i))
            continue;
        Word child = frame->opened.children[i];
        keys[i].own = key_of(search->context, child);
        if (!table_key(search, child, keys[i].own, frame->ply + 1, frame->asks_alike, &keys[i].key, &keys[i].is_own))
            return false;
        expect_key(search, keys[i].key);
    }
    frame->child_keys = keys;
    return true;
}

uint32_t find_known(Search *search, const Frame *frame)
{
    uint32_t found = 0;
    for (; found < frame->opened.count; found++) {
        if (is_known_end(frame, found))
            continue;
        const Entry *entry = known_entry(search, frame->child_keys[found].key);
        if (!entry || !serves(&search->settings, entry, frame->left))
            continue;
        if (frame->is_max ? entry->bound != UPPER && entry->value >= frame->beta.value
                          : entry->bound != LOWER && entry->value <= frame->alpha.value)
            break;
    }
    return found;
}

bool hint_root(Search *search, Frame *frame)
{
    Run *run = search->run;
    Context *context = search->context;
    if (run->first) {
        Word first;
        if (!take_in(search->rules, context, run->first, run->first_size, &first))
            return end_run(search, ESCAPED);
        for (uint32_t place = 0; place < frame->opened.count; place++)
            if (same_ground(frame->opened.children[child_at(frame, place)], first)) {
                frame->hint = place;
                break;
            }
        return true;
    }
    if (!search->has_table || !search->settings.table_move)
        return true;
    const Entry *entry = known_entry(search, frame->key);
    if (entry && is_noted_of(search, entry, frame->is_own))
        hint_by_entry(frame, entry->child);
    return true;
}

/*  Whether the table has the value of this very search for a position. */
static const Entry *known_exactly(Search *search, Key key, int64_t draft, double value)
{
    const Entry *entry = known_entry(search, key);
    bool serves = entry && entry->bound == EXACT && entry->value == value
        && (entry->depth == draft || (entry->solved && covers(&search->settings, draft, entry->depth)));
    return serves ? entry : NULL;
}

/*  Take a position in, for a question about what the table has of it, or of those that are alike. */
static bool find_table_key(Search *search, Run *unused, int64_t ply, bool with_alike, Key *key, bool *is_own)
{
    Word state;
    start_call(search->context, SMALL_STACK, STEPS_FOR_A_QUESTION);
    return search->has_table && begin_run(search, unused, &state)
        && table_key(search, state, key_of(search->context, state), ply, with_alike, key, is_own);
}

int64_t kernel_known_best(Search *search, const uint8_t *position, size_t size, int64_t draft, double value,
    int64_t ply)
{
    Run unused = {.root = position, .root_size = size};
    Key key;
    bool is_own;
    if (!find_table_key(search, &unused, ply, asks_alike(search, ply), &key, &is_own) || !is_own)
        return -1;
    const Entry *entry = known_exactly(search, key, draft, value);
    return entry && entry->is_own ? (int64_t)entry->child - 1 : -1;
}

bool kernel_proved(Search *search, const uint8_t *position, size_t size, Proved *out)
{
    Run unused = {.root = position, .root_size = size};
    Key key;
    bool is_own;
    if (!find_table_key(search, &unused, 0, search->asks_alike, &key, &is_own))
        return false;
    const Entry *entry = known_entry(search, key);
    if (!entry && !is_own && find_table_key(search, &unused, 0, false, &key, &is_own))
        entry = known_entry(search, key); /* found at a ply at which it pays no more to ask */
    if (!entry || entry->solved != PROVED)
        return false;
    *out = (Proved){
        .value = {entry->value, entry->is_float},
        .bound = entry->bound,
        .child = is_own && entry->is_own ? entry->child : 0,
        .work = entry->work,
    };
    return true;
}

/*  Keep what is proved of a position under one of its keys. */
static bool keep_under(Search *search, Key key, bool is_own, const Proved *known)
{
    Entry entry = {
        .key = key,
        .depth = BEFORE_ALL,
        .value = known->value.value,
        .is_float = known->value.is_float,
        .bound = (uint8_t)known->bound,
        .solved = PROVED,
        .child = is_own ? known->child : 0,
        .is_own = is_own,
        .work = (uint8_t)(known->work < 63 ? known->work : 63),
    };
    if (search->table)
        return store_entry(search->table, &entry);
    store_shared(search->shared, &entry);
    return true;
}

bool kernel_keep(Search *search, const uint8_t *position, size_t size, const Proved *known)
{
    Run unused = {.root = position, .root_size = size};
    Key key;
    bool is_own;
    if (!find_table_key(search, &unused, 0, false, &key, &is_own) || !keep_under(search, key, true, known))
        return false;
    if (!search->asks_alike)
        return true;
    return find_table_key(search, &unused, 0, true, &key, &is_own) && (is_own || keep_under(search, key, false, known));
}
