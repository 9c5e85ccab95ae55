#include "search.h"

#include <stdlib.h>

#include "context.h"
#include "memory.h"
#include "positions.h"

/*  Places in lines of best play: enough for lines of thousands of moves, and there only where written to. */
#define LINE_ROOM ((size_t)1 << 27)

Context *kernel_make_context(const Rules *rules, const Context *other, uint64_t memory_bytes)
{
    Context *context = make_context(other->symbols, memory_bytes);
    if (context && rules->start)
        rules->start(context);
    return context;
}

void kernel_free_context(Context *context)
{
    free_context(context);
}

const char *kernel_what(const Context *context)
{
    return context->reason == GOING ? NULL : context->what;
}

uint64_t kernel_nodes(const Search *search)
{
    return __atomic_load_n(&search->nodes, __ATOMIC_RELAXED); /* of a search that another thread may be doing */
}

uint32_t kernel_stages(const Search *search, Stage *out, uint32_t most)
{
    uint32_t count = 0;
    for (; count < most && count < STAGES && search->stages[count].child != NO_CHILD; count++)
        out[count] = search->stages[count];
    return count;
}

void note_end(Search *search, int64_t height, uint32_t child)
{
    if (height >= STAGES)
        return;
    search->stages[height].child = child;
    if (!search->has_end)
        search->stages[height + 1].child = NO_CHILD;
    search->has_end = true;
}

Search *kernel_make_search(
    const Rules *rules, Context *context, const Settings *settings, Table *table, SharedTable *shared)
{
    Search *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->rules = rules;
    search->context = context;
    search->table = table;
    search->settings = *settings;
    search->shared = shared;
    search->has_table = table || shared;
    search->asks_alike = search->has_table && settings->canonical && rules->canonical;
    search->stages[0].child = NO_CHILD;
    search->keeps_use = table && table->replacement != BY_WORK;
    set_up_ordering(&search->ordering, rules, settings);
    search->may_be_lazy = !search->ordering.is_early && !settings->frees_single && !settings->cutoff && settings->lazy;
    search->line_room = LINE_ROOM;
    search->line = reserve_bytes(LINE_ROOM * sizeof(uint32_t));
    if (!search->line) {
        kernel_free_search(search);
        return NULL;
    }
    return search;
}

void kernel_free_search(Search *search)
{
    if (!search)
        return;
    tear_down_ordering(&search->ordering);
    drop_notes(&search->path);
    drop_notes(&search->states);
    give_back_bytes(search->line, search->line_room * sizeof(uint32_t));
    free(search->scores);
    free(search->score_places);
    free(search);
}

void kernel_next_iteration(Search *search)
{
    order_next_iteration(&search->ordering);
}

bool end_run(Search *search, enum Ending ending)
{
    if (!search->run->ending)
        search->run->ending = ending;
    return false;
}

static bool alike_key(Search *search, Word position, Key *out)
{
    Context *context = search->context;
    Word *mark = context->top, alike;
    allow_steps(context);
    if (!search->rules->canonical(context, position, &alike))
        return rules_stopped(search);
    *out = key_of(context, alike);
    release(context, mark);
    return true;
}

bool special_key(Search *search, Word position, Key own, int64_t ply, bool asks_alike, Key *out, bool *is_own)
{
    *out = own;
    if (asks_alike && !alike_key(search, position, out))
        return false;
    *is_own = same_key(*out, own);
    if (search->settings.cutoff)
        out->low += (uint64_t)ply * 0x9E3779B97F4A7C15u;
    return true;
}

bool estimate(Search *search, Word position, Number *value)
{
    Context *context = search->context;
    Word *mark = context->top;
    allow_steps(context);
    if (!search->rules->staticval)
        *value = search->settings.unknown;
    else if (!search->rules->staticval(context, position, value))
        return rules_stopped(search);
    release(context, mark);
    return !isnan(value->value) || end_run(search, ESCAPED);
}

bool cut_off(Search *search, Word position, int64_t ply, bool *is_cut, Number *value)
{
    Context *context = search->context;
    Word *mark = context->top, depth = INT_WORD(ply);
    *is_cut = false;
    if (!search->settings.cutoff)
        return true;
    allow_steps(context);
    if (!search->rules->cutoff(context, position, &depth, is_cut))
        return rules_stopped(search);
    release(context, mark);
    search->rule_cuts += *is_cut;
    return !*is_cut || estimate(search, position, value);
}

bool store_value(
    Search *search, Key key, int64_t depth, Number value, enum Bound bound, enum Proof solved, uint32_t child,
    bool is_own, uint64_t nodes)
{
    Entry entry = {
        .key = key,
        .depth = depth,
        .value = value.value,
        .is_float = value.is_float,
        .bound = (uint8_t)bound,
        .solved = (uint8_t)solved,
        .child = child,
        .is_own = is_own,
        .work = nodes ? (uint8_t)(64 - __builtin_clzll(nodes)) : 0,
    };
    if (search->table)
        return store_entry(search->table, &entry) || end_run(search, NO_MEMORY);
    store_shared(search->shared, &entry);
    return true;
}

bool store_leaf(Search *search, Key key, int64_t left, Number value, enum Proof solved)
{
    return store_value(search, key, solved ? BEFORE_ALL : left, value, EXACT, solved, 0, true, 0);
}

bool check_sum(Search *search, const Number *worths)
{
    Run *run = search->run;
    double value = worths[0].value, other = worths[1].value;
    if (isinf(value) || isinf(other))
        return true;
    if (isnan(value) || isnan(other))
        return end_run(search, ESCAPED);
    if (other == -value && run->has_total && run->total.value == 0)
        return true;
    double sum = value + other, rounded = sum - value;
    bool has_float = worths[0].is_float || worths[1].is_float;
    if ((value - (sum - rounded)) + (other - rounded) != 0)
        return end_run(search, ESCAPED); /* the sum is no double */
    if (!run->has_total) {
        run->has_total = true;
        run->total = (Number){sum, has_float};
        return true;
    }
    if (sum == run->total.value || (has_float && fabs(run->total.value - sum) <= 1e-9 * (1 + fabs(value))))
        return true;
    run->worths[0] = worths[0];
    run->worths[1] = worths[1];
    return end_run(search, NOT_OPPOSED);
}

void note_score(Search *search, uint32_t child, Number value)
{
    uint32_t place = search->run->score_count++;
    search->score_places[place] = child;
    search->scores[place] = value;
}

void note_leader(Search *search, const Line *line, Number value)
{
    Run *run = search->run;
    __atomic_store_n(&run->leads, run->leads + 1, __ATOMIC_SEQ_CST);
    run->value = value;
    run->leading_length = line->length < LEADING ? (uint32_t)line->length : LEADING;
    for (uint32_t i = 0; i < run->leading_length; i++)
        run->leading[i] = search->line[line->base + i];
    __atomic_store_n(&run->leads, run->leads + 1, __ATOMIC_SEQ_CST);
}

static bool make_room_for_scores(Search *search, uint32_t count)
{
    if (count <= search->score_room)
        return true;
    if (!enlarge(&search->scores, count, sizeof(Number)) || !enlarge(&search->score_places, count, sizeof(uint32_t)))
        return false;
    search->score_room = count;
    return true;
}

bool begin_run(Search *search, Run *run, Word *root)
{
    search->run = run;
    search->endless = run->draft == ENDLESS;
    search->least = search->endless ? search->settings.least : (Number){-INFINITY, true};
    search->most = search->endless ? search->settings.most : (Number){INFINITY, true};
    search->finals = search->settings.finals && search->most.value < INFINITY;
    __atomic_store_n(&search->nodes, run->nodes, __ATOMIC_RELAXED);
    search->leaves = run->leaves;
    search->cutoffs = run->cutoffs;
    search->hits = run->hits;
    search->made = run->made;
    search->most_nodes = run->most_nodes;
    search->estimates = search->rule_cuts = 0;
    search->context->reason = GOING;
    run->ending = DONE;
    run->is_final = run->has_line = run->is_open = run->was_opened = run->solved = run->bound = 0;
    run->line_length = run->score_count = run->root_count = run->mover = 0;
    run->leads = run->leading_length = 0;
    run->value = (Number){0, false};
    clear_notes(&search->path);
    clear_notes(&search->states);
    if (!take_in(search->rules, search->context, run->root, run->root_size, root))
        return end_run(search, ESCAPED);
    return true;
}

bool open_root(Search *search, Word root, Expansion *out)
{
    Run *run = search->run;
    allow_steps(search->context);
    if (!search->rules->expand(search->context, root, out))
        return rules_stopped(search);
    run->was_opened = true;
    run->root_count = out->count;
    search->made += out->count;
    run->mover = (uint8_t)out->mover;
    return make_room_for_scores(search, out->count) || end_run(search, NO_MEMORY);
}

void finish_run(Search *search, const Line *line)
{
    Run *run = search->run;
    run->nodes = search->nodes;
    run->leaves = search->leaves;
    run->cutoffs = search->cutoffs;
    run->hits = search->hits;
    run->made = search->made;
    if (line && line->length) {
        run->has_line = true;
        run->is_open = line->is_open;
        run->line = search->line + line->base;
        run->line_length = (uint32_t)line->length;
    }
    run->scores = search->scores;
    run->score_places = search->score_places;
    if (search->ordering.out_of_memory)
        end_run(search, NO_MEMORY);
}

static double times_on(const Notes *path, Key key)
{
    const double *times = find_note(path, key);
    return times ? *times : 0;
}

static bool add_to(Notes *path, Key key)
{
    double *times = make_note(path, key);
    return times && ++*times;
}

static void take_off(Notes *path, Key key)
{
    double *times = find_note(path, key);
    if (times && !--*times)
        forget_note(path, times);
}

static bool is_in_the_way(Search *search, Word position, Key own, Key *state)
{
    if (times_on(&search->path, own))
        return true;
    if (!search->settings.returns)
        return false;
    *state = key_of(search->context, ARG(position, 1));
    return times_on(&search->states, *state) >= search->settings.returns;
}

bool go_to(Search *search, Word position, Key own)
{
    Key state;
    Run *run = search->run;
    if (is_in_the_way(search, position, own, &state)) {
        run->place.size = packed_size(search->context, position);
        run->place.bytes = malloc(run->place.size);
        if (!run->place.bytes)
            return end_run(search, NO_MEMORY);
        pack(search->context, position, run->place.bytes);
        return end_run(search, CYCLIC);
    }
    bool done = add_to(&search->path, own) && (!search->settings.returns || add_to(&search->states, state));
    return done || end_run(search, NO_MEMORY);
}

void come_back(Search *search, Word position, Key own)
{
    take_off(&search->path, own);
    if (search->settings.returns)
        take_off(&search->states, key_of(search->context, ARG(position, 1)));
}

void kernel_free_packed(Packed *packed)
{
    free(packed->bytes);
    *packed = (Packed){0};
}
