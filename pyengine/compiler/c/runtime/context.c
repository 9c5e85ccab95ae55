/*  Contexts: their heap and trail, and the limits of a call. */

#include "context.h"
#include "gathering.h"
#include "list_indexes.h"
#include "tables.h"
#include "walk.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { PAGE_WORDS = 512, FIRST_TRAIL = 1024, STEPS_AT_HAND = 512, NANOSECONDS_OF_A_STEP = 100, MOST_STEPS_BY_TIME = 5000000 };

/*  Reserve addresses; memory comes with use. Where the system does not grant as many, much fewer are taken, so that
    others find some as well: what does not fit is asked of Python, as always. */
static Word *reserve(size_t *words)
{
    while (true) {
        void *found = mmap(NULL, *words * sizeof(Word), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (found != MAP_FAILED)
            return found;
        if (*words <= PAGE_WORDS)
            return NULL;
        *words = (*words / 8 | (PAGE_WORDS - 1)) + 1;
    }
}

Context *make_context(Symbols *symbols, size_t memory_bytes)
{
    Context *context = calloc(1, sizeof *context);
    if (context == NULL)
        return NULL;
    context->symbols = symbols;
    context->heap_words = (memory_bytes / sizeof(Word) | (PAGE_WORDS - 1)) + 1;
    context->heap = reserve(&context->heap_words);
    context->trail = malloc(FIRST_TRAIL * sizeof *context->trail);
    context->trail_room = FIRST_TRAIL;
    context->collections = make_collections();
    context->tables = make_tables();
    context->list_indexes = make_list_indexes();
    if (context->heap == NULL || context->trail == NULL || context->collections == NULL || context->tables == NULL ||
        context->list_indexes == NULL) {
        free_context(context);
        return NULL;
    }
    context->top = context->kept = context->base = context->heap;
    context->limit = context->heap + context->heap_words;
    return context;
}

void free_context(Context *context)
{
    if (context->heap != NULL)
        munmap(context->heap, context->heap_words * sizeof(Word));
    free(context->trail);
    free_collections(context->collections);
    free_tables(context->tables);
    free_list_indexes(context->list_indexes);
    free(context);
}

void start_call(Context *context, size_t stack_bytes, int64_t steps)
{
    context->top = context->kept = context->base = context->heap;
    context->trailed = 0;
    context->reason = GOING;
    context->what = NULL;
    context->stack_limit = (char *)__builtin_frame_address(0) - stack_bytes;
    context->budget = steps;
    context->steps = steps < STEPS_AT_HAND ? steps : STEPS_AT_HAND;
    forget_gatherings(context->collections);
    forget_unfinished(context);
}

Word *take_slowly(Context *context, size_t words)
{
    (void)words;
    stop(context, FULL, "the heap");
    return NULL;
}

bool grow_trail(Context *context)
{
    if (context->trail_room > context->heap_words)
        return stop(context, FULL, "the trail");
    Word **trail = realloc(context->trail, 2 * context->trail_room * sizeof *trail);
    if (trail == NULL)
        return stop(context, FULL, "the trail");
    context->trail = trail;
    context->trail_room *= 2;
    return true;
}

static int64_t nanoseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/*  How many steps the last ones stand for. A step may be a walk through a list of millions, so time counts as well as
    number; up to a point, since the process may have slept meanwhile. */
static int64_t steps_used(Context *context)
{
    int64_t now = nanoseconds_now(), used = STEPS_AT_HAND;
    if (context->budget == context->budget_seen) { /* else this is another question than at the last look */
        int64_t by_time = (now - context->seen_at) / NANOSECONDS_OF_A_STEP;
        by_time = by_time < MOST_STEPS_BY_TIME ? by_time : MOST_STEPS_BY_TIME;
        used = by_time > used ? by_time : used;
    }
    context->seen_at = now;
    return used < context->budget ? used : context->budget;
}

bool look_up(Context *context)
{
    if (context->interrupt)
        return stop(context, INTERRUPTED, "interrupt");
    context->budget -= steps_used(context);
    context->budget_seen = context->budget;
    if (context->budget <= 0)
        return stop(context, STEPS, "steps");
    context->steps = context->budget < STEPS_AT_HAND ? context->budget : STEPS_AT_HAND;
    return true;
}

void grow_walk(Walk *walk)
{
    size_t room = 4 * walk->room;
    Rest *rests = malloc(room * sizeof *rests);
    if (rests == NULL)
        abort(); /* the memory of the process is used up */
    memcpy(rests, walk->rests, walk->count * sizeof *rests);
    end_walk(walk);
    walk->rests = rests;
    walk->room = room;
}
