/*  Games with cycles, exactly: every position labelled by going backwards from the ends of the game, as
    `pyengine/search/retrograde.py` explains it. */

#include <stdlib.h>

#include "slices.h"
#include "reach.h"

enum { OPEN = -1, MAX = 0, MIN = 1, MANY = 1024 };

/*  Kinds of ends with the same value for MAX, which is what labels go by. */
typedef struct {
    double value;
    uint32_t kind; /* the first of them that was met */
} Worth;

typedef struct {
    Reach *reach;
    Context *context;
    Labelling *labelling;
    Worth *worths;
    uint32_t worth_count;
    uint32_t *worth_of;    /* from kinds of ends */
    uint32_t *finals;      /* the final positions, by what they are worth, */
    uint64_t *final_starts; /* and where those of each worth start */
    uint32_t *queue;
    uint32_t patience;
} Work;

static bool end_labelling(Work *work, enum Ending ending)
{
    work->labelling->ending = ending;
    return false;
}

/*  Whether to go on, looked at now and then. */
static bool goes_on(Work *work)
{
    if (--work->patience)
        return true;
    work->patience = MANY;
    pause_if_due();
    return !work->context->interrupt || end_labelling(work, (enum Ending)work->context->interrupt);
}

static int by_value(const void *one, const void *other)
{
    const Worth *left = one, *right = other;
    if (left->value != right->value)
        return left->value < right->value ? -1 : 1;
    return left->kind < right->kind ? -1 : left->kind > right->kind;
}

static bool refuse(Work *work, uint32_t one, uint32_t other)
{
    work->labelling->one = work->reach->kinds[one];
    work->labelling->other = work->reach->kinds[other];
    return end_labelling(work, NOT_OPPOSED);
}

/*  Sort the kinds of ends by value; refuse a game in which MIN would not mind what MAX gets. */
static bool sort_worths(Work *work)
{
    const Reach *reach = work->reach;
    uint32_t count = 0;
    work->worths = malloc((reach->kind_count + 1) * sizeof(Worth));
    work->worth_of = malloc((reach->kind_count + 1) * sizeof(uint32_t));
    if (!work->worths || !work->worth_of)
        return end_labelling(work, NO_MEMORY);
    for (uint32_t kind = 0; kind < reach->kind_count; kind++)
        work->worths[kind] = (Worth){reach->kinds[kind].worths[0].value, kind};
    qsort(work->worths, reach->kind_count, sizeof(Worth), by_value);
    for (uint32_t i = 0; i < reach->kind_count; i++) {
        Worth worth = work->worths[i];
        if (count && work->worths[count - 1].value == worth.value) {
            uint32_t known = work->worths[count - 1].kind;
            if (reach->kinds[known].worths[1].value != reach->kinds[worth.kind].worths[1].value)
                return refuse(work, known, worth.kind);
        } else {
            work->worths[count++] = worth;
        }
        work->worth_of[worth.kind] = count - 1;
    }
    work->worth_count = count;
    for (uint32_t i = 1; i < count && reach->rules->players > 1; i++) {
        uint32_t less = work->worths[i - 1].kind, more = work->worths[i].kind;
        if (!(reach->kinds[more].worths[1].value < reach->kinds[less].worths[1].value))
            return refuse(work, less, more);
    }
    return true;
}

static bool set_up_labels(Work *work)
{
    Reach *reach = work->reach;
    uint64_t count = reach->keys.count;
    reach->values = malloc((count + 1) * sizeof(uint32_t));
    reach->distances = malloc((count + 1) * sizeof(int32_t));
    if (!reach->values || !reach->distances)
        return end_labelling(work, NO_MEMORY);
    for (uint64_t number = 0; number < count; number++) {
        reach->values[number] = NO_LABEL;
        reach->distances[number] = OPEN;
    }
    return true;
}

/*  Label the final positions, and list them by what they are worth. */
static bool label_ends(Work *work)
{
    Reach *reach = work->reach;
    work->finals = malloc((reach->finals + 1) * sizeof(uint32_t));
    work->final_starts = calloc(work->worth_count + 2, sizeof(uint64_t));
    if (!work->finals || !work->final_starts)
        return end_labelling(work, NO_MEMORY);
    for (uint64_t number = 0; number < reach->expanded; number++)
        if (reach->movers[number] == FINAL) {
            reach->values[number] = reach->ends[number];
            reach->distances[number] = 0;
            work->final_starts[work->worth_of[reach->ends[number]] + 2]++;
        }
    for (uint32_t i = 0; i < work->worth_count; i++)
        work->final_starts[i + 2] += work->final_starts[i + 1];
    for (uint64_t number = 0; number < reach->expanded; number++)
        if (reach->movers[number] == FINAL)
            work->finals[work->final_starts[work->worth_of[reach->ends[number]] + 1]++] = (uint32_t)number;
    return true;
}

/*  Find where moves come from: the predecessors of each position, in a list of them all. */
static bool turn_moves(Work *work)
{
    Reach *reach = work->reach;
    uint64_t count = reach->keys.count, sum = 0;
    reach->starts = malloc((count + 1) * sizeof(uint64_t));
    reach->predecessors = malloc((reach->successor_count + 1) * sizeof(uint32_t));
    if (!reach->starts || !reach->predecessors)
        return end_labelling(work, NO_MEMORY);
    for (uint64_t number = 0; number < count; number++) {
        sum += reach->arrivals[number];
        reach->starts[number] = sum; /* filled from the end, so that it ends up as the start */
    }
    reach->starts[count] = sum;
    uint64_t at = reach->successor_count;
    for (uint64_t number = reach->expanded; number-- > 0;) {
        for (uint32_t move = 0; move < reach->degrees[number]; move++)
            reach->predecessors[--reach->starts[reach->successors[--at]]] = (uint32_t)number;
        if (!goes_on(work))
            return false;
    }
    free(reach->successors); /* not needed any more: room for what follows */
    reach->successors = NULL;
    return true;
}

/*  Carry one value back from its ends as far as its winner can force it, nearest first. */
static bool spread(Work *work, uint32_t worth, uint32_t winner)
{
    Reach *reach = work->reach;
    uint64_t tail = 0;
    for (uint64_t at = work->final_starts[worth]; at < work->final_starts[worth + 1]; at++)
        work->queue[tail++] = work->finals[at];
    for (uint64_t head = 0; head < tail; head++) {
        uint32_t number = work->queue[head];
        int32_t distance = reach->distances[number] + 1;
        if (!goes_on(work))
            return false;
        for (uint64_t at = reach->starts[number]; at < reach->starts[number + 1]; at++) {
            uint32_t before = reach->predecessors[at];
            if (reach->distances[before] != OPEN || (reach->movers[before] != winner && --reach->degrees[before]))
                continue;
            reach->distances[before] = distance;
            reach->values[before] = work->worths[worth].kind;
            work->queue[tail++] = before;
        }
    }
    return true;
}

static bool label_all(Work *work)
{
    Reach *reach = work->reach;
    double endless = work->labelling->endless.value;
    if (!set_up_labels(work) || !sort_worths(work) || !label_ends(work) || !turn_moves(work))
        return false;
    work->queue = malloc((reach->keys.count + 1) * sizeof(uint32_t));
    if (!work->queue)
        return end_labelling(work, NO_MEMORY);
    for (uint32_t i = work->worth_count; i-- > 0 && work->worths[i].value > endless;)
        if (!spread(work, i, MAX))
            return false;
    for (uint32_t i = 0; i < work->worth_count && work->worths[i].value < endless; i++)
        if (!spread(work, i, MIN))
            return false;
    return true;
}

void kernel_label(Reach *reach, Context *context, Labelling *labelling)
{
    Work work = {.reach = reach, .context = context, .labelling = labelling, .patience = MANY};
    labelling->ending = DONE;
    labelling->complete = label_all(&work);
    free(work.worths);
    free(work.worth_of);
    free(work.finals);
    free(work.final_starts);
    free(work.queue);
}
