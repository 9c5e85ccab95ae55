#include "ordering.h"

#include <math.h>
#include <string.h>

#include "changes.h"

#include "positions.h"

enum { REMEMBERED = 1000000, LONG = 1000, MOST_COLUMNS = 7, FEW = 16, ENOUGH_CUTS = 1024, SAMPLED = 16 };

void set_up_ordering(Ordering *ordering, const Rules *rules, const Settings *settings)
{
    *ordering = (Ordering){
        .rules = rules,
        .killers = settings->killers,
        .by_static = settings->static_order && rules->staticval,
        .by_order = settings->order && rules->order,
        .by_history = settings->history,
        .by_previous = settings->previous_order,
        .by_change = settings->changes,
    };
    ordering->is_early = ordering->killers || ordering->by_static || ordering->by_order || ordering->by_previous;
}

void tear_down_ordering(Ordering *ordering)
{
    free(ordering->slots);
    free(ordering->filled);
    drop_notes(&ordering->history);
    drop_notes(&ordering->last);
    drop_notes(&ordering->now);
}

void order_next_iteration(Ordering *ordering)
{
    if (!ordering->by_previous)
        return;
    drop_notes(&ordering->last);
    ordering->last = ordering->now;
    ordering->now = (Notes){0};
}

void note_value(Ordering *ordering, Key position, double value)
{
    if (!ordering->by_previous || ordering->now.count >= REMEMBERED)
        return;
    double *note = make_note(&ordering->now, position);
    if (note)
        *note = value;
    else
        ordering->out_of_memory = true;
}

static bool make_room(Ordering *ordering, int64_t ply)
{
    if (ply < ordering->plies)
        return true;
    int64_t plies = 2 * ply + 64;
    if (!enlarge(&ordering->slots, (size_t)plies * ordering->killers, sizeof(Key))
        || !enlarge(&ordering->filled, (size_t)plies, sizeof(uint32_t)))
        return false;
    memset(ordering->filled + ordering->plies, 0, (size_t)(plies - ordering->plies) * sizeof(uint32_t));
    ordering->plies = plies;
    return true;
}

static void remember_killer(Ordering *ordering, Key move, int64_t ply)
{
    if (!make_room(ordering, ply)) {
        ordering->out_of_memory = true;
        return;
    }
    Key *slots = ordering->slots + ply * ordering->killers;
    uint32_t filled = ordering->filled[ply], at = 0;
    while (at < filled && !same_key(slots[at], move))
        at++;
    if (at == filled) {
        if (filled < ordering->killers)
            ordering->filled[ply]++;
        else
            at--;
    }
    memmove(slots + 1, slots, at * sizeof(Key));
    slots[0] = move;
}

/*  A move is a killer whoever makes it, but has a history for each player. */
static Key of_player(Key move, uint32_t player)
{
    return (Key){move.low ^ (0x9e3779b97f4a7c15u * (player + 1)), move.high};
}

/*  By what killers and history know a move. */
static Key identity(const Ordering *ordering, const Context *context, Word state, const Expansion *opened, uint32_t child)
{
    Key changed;
    if (ordering->by_change && change(context, state, opened->children[child], &changed))
        return changed;
    return key_of(context, opened->moves[child]);
}

uint32_t first_to(const Expansion *opened, uint32_t child)
{
    for (uint32_t i = 0; i < child; i++)
        if (same_ground(opened->children[i], opened->children[child]))
            return i;
    return child;
}

/*  How often a position of the trial was not cut off by the first move tried, of those that were cut off. */
static double miss_rate(const HistoryTrial *trial, bool by_history)
{
    return (double)(trial->cuts[by_history] - trial->first_cuts[by_history]) / (double)trial->cuts[by_history];
}

bool try_history(Ordering *ordering, int64_t ply, bool *is_trial)
{
    HistoryTrial *trial = &ordering->trial;
    *is_trial = (uint64_t)ply * ++trial->positions >= (trial->plies += (uint64_t)ply);
    bool is_better = trial->cuts[0] < ENOUGH_CUTS || trial->cuts[1] < ENOUGH_CUTS
        || 3 * miss_rate(trial, true) <= 2 * miss_rate(trial, false);
    bool is_sample = *is_trial && trial->cuts[!is_better] < ENOUGH_CUTS && trial->asked++ % SAMPLED == 0;
    return ordering->by_history && is_better != is_sample;
}

void note_cut(Ordering *ordering, bool by_history, bool is_first)
{
    ordering->trial.cuts[by_history]++;
    ordering->trial.first_cuts[by_history] += is_first;
}

static void add_to_history(Ordering *ordering, Key move, uint32_t player, double weight)
{
    double *sum = make_note(&ordering->history, of_player(move, player));
    if (!sum)
        ordering->out_of_memory = true;
    else
        *sum += weight;
}

void learn_move(
    Ordering *ordering, const Context *context, Word state, const Expansion *opened, uint32_t child,
    const uint32_t *tried, uint32_t tried_count, int64_t ply, int64_t left, bool by_history)
{
    if (!ordering->killers && !by_history)
        return;
    Key move = identity(ordering, context, state, opened, first_to(opened, child));
    if (ordering->killers)
        remember_killer(ordering, move, ply);
    if (!by_history)
        return;
    double weight = left >= LONG || left == 0 ? 1 : (double)left * (double)left;
    add_to_history(ordering, move, opened->mover, weight * tried_count);
    for (uint32_t i = 0; i < tried_count; i++)
        add_to_history(
            ordering, identity(ordering, context, state, opened, first_to(opened, tried[i])), opened->mover, -weight);
}

/*  The columns by which successors are compared, the first one that differs decides; low goes first. */
typedef struct {
    double *columns[MOST_COLUMNS];
    uint32_t count, size;
} Sheet;

static double *add_column(Context *context, Sheet *sheet)
{
    double *column = (double *)take(context, sheet->size);
    if (column)
        sheet->columns[sheet->count++] = column;
    return column;
}

static bool add_killers(
    Ordering *ordering, Context *context, Sheet *sheet, Word state, const Expansion *opened, int64_t ply)
{
    if (ply >= ordering->plies || !ordering->filled[ply])
        return true;
    double *column = add_column(context, sheet);
    if (!column)
        return false;
    const Key *slots = ordering->slots + ply * ordering->killers;
    for (uint32_t i = 0; i < sheet->size; i++) {
        Key move = identity(ordering, context, state, opened, i);
        uint32_t at = 0;
        while (at < ordering->filled[ply] && !same_key(slots[at], move))
            at++;
        column[i] = at < ordering->filled[ply] ? at : sheet->size;
    }
    return true;
}

static bool add_previous(Ordering *ordering, Context *context, Sheet *sheet, const Expansion *opened, double sign)
{
    if (!ordering->last.count)
        return true;
    double *missing = add_column(context, sheet), *column = add_column(context, sheet);
    if (!missing || !column)
        return false;
    for (uint32_t i = 0; i < sheet->size; i++) {
        const double *note = find_note(&ordering->last, key_of(context, opened->children[i]));
        missing[i] = !note;
        column[i] = note ? sign * *note : 0;
    }
    return true;
}

/*  Rules need not define a static value of final positions: these have their worth. */
static bool add_static(Ordering *ordering, Context *context, Sheet *sheet, const Expansion *opened, double sign)
{
    const Rules *rules = ordering->rules;
    double *column = add_column(context, sheet);
    if (!column)
        return false;
    for (uint32_t i = 0; i < sheet->size; i++) {
        Word *mark = context->top, child = opened->children[i];
        bool is_final;
        Number worths[2];
        allow_steps(context);
        if (!rules->is_terminal(context, child, &is_final))
            return false;
        allow_steps(context);
        if (!(is_final ? rules->worths(context, child, worths) : rules->staticval(context, child, worths)))
            return false;
        release(context, mark);
        column[i] = sign * worths[0].value;
    }
    return true;
}

static bool add_scores(Ordering *ordering, Context *context, Sheet *sheet, Word state, const Expansion *opened)
{
    double *missing = add_column(context, sheet), *column = add_column(context, sheet);
    if (!missing || !column)
        return false;
    for (uint32_t i = 0; i < sheet->size; i++) {
        Word *mark = context->top;
        bool has_score;
        Number score;
        allow_steps(context);
        if (!ordering->rules->order(context, state, opened->moves[i], &has_score, &score))
            return false;
        release(context, mark);
        missing[i] = !has_score;
        column[i] = has_score ? -score.value : 0;
    }
    return true;
}

static bool add_history(Ordering *ordering, Context *context, Sheet *sheet, Word state, const Expansion *opened)
{
    double *column = add_column(context, sheet);
    if (!column)
        return false;
    for (uint32_t i = 0; i < sheet->size; i++) {
        const double *sum = find_note(
            &ordering->history, of_player(identity(ordering, context, state, opened, i), opened->mover));
        column[i] = sum ? -*sum : 0;
    }
    return true;
}

static bool goes_before(const Sheet *sheet, uint32_t one, uint32_t other)
{
    for (uint32_t column = 0; column < sheet->count; column++) {
        double left = sheet->columns[column][one], right = sheet->columns[column][other];
        if (left != right)
            return left < right;
    }
    return false;
}

/*  Sort so that ties keep their order: short runs by insertion, then merged by twos. */
static void sort_stably(const Sheet *sheet, uint32_t *order, uint32_t *spare)
{
    uint32_t size = sheet->size;
    for (uint32_t start = 0; start < size; start += FEW)
        for (uint32_t i = start + 1; i < size && i < start + FEW; i++) {
            uint32_t item = order[i], at = i;
            for (; at > start && goes_before(sheet, item, order[at - 1]); at--)
                order[at] = order[at - 1];
            order[at] = item;
        }
    for (uint64_t width = FEW; width < size; width *= 2)
        for (uint64_t start = 0; start + width < size; start += 2 * width) {
            uint64_t end = start + 2 * width < size ? start + 2 * width : size, left = 0, right = start + width;
            memcpy(spare, order + start, width * sizeof *order);
            for (uint64_t at = start; left < width; at++)
                order[at] = right < end && goes_before(sheet, order[right], spare[left]) ? order[right++] : spare[left++];
        }
}

bool arrange(
    Ordering *ordering, Context *context, Word state, const Expansion *opened, int64_t ply, bool by_history,
    const uint32_t **out)
{
    *out = NULL;
    if (opened->count == 1)
        return true;
    Sheet sheet = {.size = opened->count};
    double sign = opened->mover == 0 ? -1 : 1;
    if (!(!ordering->killers || add_killers(ordering, context, &sheet, state, opened, ply))
        || !(!ordering->by_previous || add_previous(ordering, context, &sheet, opened, sign))
        || !(!ordering->by_static || add_static(ordering, context, &sheet, opened, sign))
        || !(!ordering->by_order || add_scores(ordering, context, &sheet, state, opened))
        || !(!by_history || add_history(ordering, context, &sheet, state, opened)))
        return false;
    if (!sheet.count)
        return true;
    for (uint32_t column = 0; column < sheet.count; column++)
        for (uint32_t i = 0; i < sheet.size; i++)
            if (isnan(sheet.columns[column][i]))
                return stop(context, BEYOND, "nan in the order of moves");
    uint32_t *order = (uint32_t *)take(context, sheet.size); /* the second half is spare */
    if (!order)
        return false;
    for (uint32_t i = 0; i < sheet.size; i++)
        order[i] = i;
    sort_stably(&sheet, order, order + sheet.size);
    *out = order;
    return true;
}
