#include "rule_calls.h"
#include "counts.h"
#include "slices.h"
#include "positions.h"

typedef unsigned __int128 Count;

static bool end_perft(Perft *perft, enum Ending ending)
{
    perft->ending = ending;
    return false;
}

static bool may_open(Context *context, Perft *perft)
{
    char here;
    if (&here < context->stack_limit)
        return end_perft(perft, ESCAPED);
    pause_now_and_then(&perft->patience);
    if (context->interrupt)
        return end_perft(perft, (enum Ending)context->interrupt);
    perft->nodes++;
    allow_steps(context);
    return true;
}

typedef bool Opening(Context *context, Word position, Expansion *out);

static bool open_by(Opening *opening, Context *context, Perft *perft, Word position, Expansion *out)
{
    return may_open(context, perft) && (opening(context, position, out) || end_perft(perft, ending_of(context)));
}

/*  Count the moves of a position. Where they lead is not looked at, so it is not made where that can be left out. */
static bool count_moves(const Rules *rules, Context *context, Perft *perft, Word position, uint32_t *out)
{
    Expansion opened;
    if (!rules->count) {
        if (!open_by(rules->legal ? rules->legal : rules->expand, context, perft, position, &opened))
            return false;
        *out = opened.count;
        return true;
    }
    return may_open(context, perft)
        && (rules->count(context, position, out) || end_perft(perft, ending_of(context)));
}

typedef struct {
    const Rules *rules;
    Context *context;
    Perft *perft;
    uint64_t total; /* as many as are ever walked one by one */
    uint64_t turn;
} Tour;

/*  Walk every line; the positions before the last ply are expanded and their moves counted. Where the work is shared,
    the threads take turns at the positions after `near` plies. */
static bool count_lines(Tour *tour, Word position, uint32_t depth, uint32_t near)
{
    Perft *perft = tour->perft;
    Context *context = tour->context;
    if (!near && perft->shares > 1 && tour->turn++ % perft->shares != perft->share)
        return true;
    if (!depth) {
        tour->total++;
        return true;
    }
    Word *mark = context->top;
    near = near ? near - 1 : UINT32_MAX;
    if (depth == 1 && near) {
        uint32_t count;
        if (!count_moves(tour->rules, context, perft, position, &count))
            return false;
        tour->total += count;
    } else {
        Expansion opened;
        if (!open_by(tour->rules->expand, context, perft, position, &opened))
            return false;
        for (uint32_t child = 0; child < opened.count; child++)
            if (!count_lines(tour, opened.children[child], depth - 1, near))
                return false;
    }
    release(context, mark);
    return true;
}

/*  Plies after which the threads take turns, and positions from which on they share out a ply. */
enum { NEAR = 2, MANY = 64 };

/*  The positions of one ply, with the number of ways to reach each. */
typedef struct {
    Positions positions;
    Count *ways;
    uint32_t room;
    bool is_shared; /* each thread goes on from a part of it */
} Ply;

static bool add_ways(Ply *ply, const Context *context, Word position, Count ways)
{
    uint32_t number;
    bool is_new;
    if (!number_position(&ply->positions, context, position, &number, &is_new))
        return false;
    if (number >= ply->room) {
        uint32_t room = ply->positions.start_room;
        if (!enlarge(&ply->ways, room, sizeof(Count)))
            return false;
        ply->room = room;
    }
    if (is_new)
        ply->ways[number] = 0;
    return !__builtin_add_overflow(ply->ways[number], ways, &ply->ways[number]);
}

/*  Go on by a ply, or by the last one, of which only the total counts. */
static bool follow_ply(
    const Rules *rules, Context *context, Perft *perft, const Ply *here, Ply *next, Count *total)
{
    uint64_t count = here->positions.count, start = 0, end = count;
    if (here->is_shared) {
        start = count * perft->share / perft->shares;
        end = count * (perft->share + 1) / perft->shares;
    }
    for (uint32_t number = (uint32_t)start; number < end; number++) {
        Word *mark = context->top, position;
        size_t size;
        const uint8_t *bytes = bytes_of(&here->positions, number, &size);
        if (!unpack(context, bytes, size, &position))
            return end_perft(perft, ESCAPED);
        if (next) {
            Expansion opened;
            if (!open_by(rules->expand, context, perft, position, &opened))
                return false;
            for (uint32_t child = 0; child < opened.count; child++)
                if (!add_ways(next, context, opened.children[child], here->ways[number]))
                    return end_perft(perft, NO_MEMORY);
        } else {
            Count ways;
            uint32_t count;
            if (!count_moves(rules, context, perft, position, &count))
                return false;
            if (__builtin_mul_overflow(here->ways[number], (Count)count, &ways)
                || __builtin_add_overflow(*total, ways, total))
                return end_perft(perft, ESCAPED);
        }
        release(context, mark);
    }
    return true;
}

static bool count_merged(const Rules *rules, Context *context, Perft *perft, Word root, uint32_t depth, Count *total)
{
    if (!depth) {
        *total += !perft->share;
        return true;
    }
    Ply plies[2] = {0};
    bool done = set_up_positions(&plies[0].positions) && set_up_positions(&plies[1].positions)
        && add_ways(&plies[0], context, root, 1);
    if (!done)
        end_perft(perft, NO_MEMORY);
    bool was_shared = perft->shares < 2;
    for (uint32_t ply = 0; done && ply < depth; ply++) {
        Ply *here = plies + ply % 2, *next = plies + (ply + 1) % 2;
        if (!here->positions.count)
            break; /* no line is as long as that */
        clear_positions(&next->positions);
        here->is_shared = !was_shared && (here->positions.count >= MANY || ply + 1 == depth);
        was_shared |= here->is_shared;
        done = follow_ply(rules, context, perft, here, ply + 1 < depth ? next : NULL, total);
    }
    for (int i = 0; i < 2; i++) {
        if (plies[i].positions.bytes)
            tear_down_positions(&plies[i].positions);
        free(plies[i].ways);
    }
    return done;
}

static bool count_from(
    const Rules *rules, Context *context, Perft *perft, Word position, uint32_t depth, uint64_t *halves)
{
    Count total = 0;
    bool done;
    if (perft->merges) {
        done = count_merged(rules, context, perft, position, depth, &total);
    } else {
        Tour tour = {.rules = rules, .context = context, .perft = perft};
        done = count_lines(&tour, position, depth, perft->shares < 2 ? UINT32_MAX : depth < NEAR ? depth : NEAR);
        total = tour.total;
    }
    halves[0] = (uint64_t)total;
    halves[1] = (uint64_t)(total >> 64);
    return done;
}

static bool count_all(const Rules *rules, Context *context, Perft *perft)
{
    Word root;
    Expansion opened = {0};
    if (!take_in(rules, context, perft->root, perft->root_size, &root))
        return end_perft(perft, ESCAPED);
    if (perft->splits && !open_by(rules->expand, context, perft, root, &opened))
        return false;
    perft->root_count = perft->splits ? opened.count : 1;
    perft->counts = calloc(perft->root_count + 1, 2 * sizeof(uint64_t));
    if (!perft->counts)
        return end_perft(perft, NO_MEMORY);
    if (!perft->splits)
        return count_from(rules, context, perft, root, perft->depth, perft->counts);
    for (uint32_t child = 0; child < opened.count; child++)
        if (!count_from(rules, context, perft, opened.children[child], perft->depth - 1, perft->counts + 2 * child))
            return false;
    return true;
}

void kernel_perft(const Rules *rules, Context *context, Perft *perft)
{
    Word *mark = context->top;
    context->reason = GOING;
    perft->ending = DONE;
    perft->counts = NULL;
    perft->nodes = 0;
    count_all(rules, context, perft);
    release(context, mark);
}

void kernel_free_perft(Perft *perft)
{
    free(perft->counts);
    perft->counts = NULL;
}
