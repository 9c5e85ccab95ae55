/*  A game given as arrays, as `tests/search/positions.py` has one: the position with number N is the list [N], built anew each
    time, so that whoever keeps a position that was released finds another in its place. */

#include "context.h"
#include "rules.h"

#define EXPORT __attribute__((visibility("default")))

typedef struct {
    uint32_t size;
    const uint32_t *movers, *starts, *targets; /* the successors of N are the targets from starts[N] to starts[N + 1] */
    const uint8_t *finals, *louds, *beyonds;   /* what is beyond stops the rules */
    const Number *worths, *others, *estimates;
    const uint32_t *keys;
    const uint64_t *cuts; /* a bit for each distance from the root at which a position is cut off */
    const uint8_t *is_scored;
    const Number *scores; /* of each target as a move */
} Graph;

static Graph graph;

EXPORT void graph_load(const Graph *given)
{
    graph = *given;
}

static Word make_position(Context *context, uint32_t number)
{
    Word *cells = take(context, 2);
    if (!cells)
        return 0;
    cells[0] = INT_WORD(number);
    cells[1] = NIL;
    return (Word)cells | LIST;
}

static uint32_t number_of(Word position)
{
    return (uint32_t)INT_VALUE(HEAD(position));
}

static bool goes_on(Context *context, Word position)
{
    Word *litter = take(context, 3); /* answers may leave things behind */
    if (!litter)
        return false;
    litter[0] = litter[1] = litter[2] = NIL;
    return !graph.beyonds[number_of(position)] || stop(context, BEYOND, "graph");
}

static bool is_terminal(Context *context, Word position, bool *out)
{
    *out = graph.finals[number_of(position)];
    return goes_on(context, position);
}

static bool worths(Context *context, Word position, Number *out)
{
    out[0] = graph.worths[number_of(position)];
    out[1] = graph.others[number_of(position)];
    return goes_on(context, position);
}

static bool mover(Context *context, Word position, uint32_t *out)
{
    *out = graph.movers[number_of(position)];
    return goes_on(context, position);
}

static bool moves(
    Context *context, Word position, bool (*next)(Context *, void *frame, Word move, Word child), void *frame)
{
    uint32_t here = number_of(position);
    if (!goes_on(context, position))
        return false;
    for (uint32_t at = graph.starts[here]; at < graph.starts[here + 1]; at++) {
        Word *mark = context->top, child = make_position(context, graph.targets[at]);
        if (!child || !next(context, frame, INT_WORD(at - graph.starts[here]), child))
            return false;
        release(context, mark);
    }
    return true;
}

static bool expand(Context *context, Word position, Expansion *out)
{
    uint32_t here = number_of(position), first = graph.starts[here];
    if (!goes_on(context, position))
        return false;
    *out = (Expansion){.mover = graph.movers[here], .count = graph.starts[here + 1] - first};
    if (graph.finals[here]) {
        out->worths = (Number *)take(context, 2 * sizeof(Number) / sizeof(Word));
        return out->worths && worths(context, position, out->worths);
    }
    out->moves = take(context, out->count);
    out->children = take(context, out->count);
    if (!out->moves || !out->children)
        return false;
    for (uint32_t i = 0; i < out->count; i++) {
        out->moves[i] = INT_WORD(i);
        out->children[i] = make_position(context, graph.targets[first + i]);
        if (!out->children[i])
            return false;
    }
    return true;
}

static bool staticval(Context *context, Word position, Number *out)
{
    *out = graph.estimates[number_of(position)];
    return goes_on(context, position);
}

static bool order(Context *context, Word position, Word move, bool *has_score, Number *out)
{
    uint32_t at = graph.starts[number_of(position)] + (uint32_t)INT_VALUE(move);
    *has_score = graph.is_scored[at];
    *out = graph.scores[at];
    return goes_on(context, position);
}

static bool noisy(Context *context, Word position, const Word *given, bool *out)
{
    (void)given;
    *out = graph.louds[number_of(position)];
    return goes_on(context, position);
}

static bool cutoff(Context *context, Word position, const Word *given, bool *out)
{
    *out = graph.cuts[number_of(position)] >> (INT_VALUE(given[0]) & 63) & 1;
    return goes_on(context, position);
}

static bool canonical(Context *context, Word position, Word *out)
{
    *out = INT_WORD(graph.keys[number_of(position)]);
    return goes_on(context, position);
}

static bool admits(Word position)
{
    return TAG(position) == LIST;
}

EXPORT const Rules RULES = {
    .name = "graph",
    .players = 2,
    .expand = expand,
    .is_terminal = is_terminal,
    .worths = worths,
    .mover = mover,
    .moves = moves,
    .staticval = staticval,
    .order = order,
    .noisy = noisy,
    .cutoff = cutoff,
    .canonical = canonical,
    .admits = admits,
};

EXPORT Context *graph_context(void)
{
    static const char *const atoms[] = {"[]", "[|]"};
    static const Functor functors[] = {{1, 2}};
    static Context *context;
    if (!context)
        context = make_context(make_symbols(atoms, 2, functors, 1), 1 << 20);
    return context;
}
