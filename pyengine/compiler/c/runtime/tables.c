/*  Tables of tabled procedures. Their terms are in a heap of their own, which only grows. */

#include "tables.h"
#include "mixing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PLACES = 4096 };

typedef struct Tables {
    Word *heap, *top, *limit; /* none before the first answer */
    Answers **places;          /* chains by hash */
    size_t place_count, count;
    Answers *active;           /* the calls that are being evaluated, the innermost first */
} Tables;

Tables *make_tables(void)
{
    return calloc(1, sizeof(Tables));
}

static void forget_all(Tables *tables)
{
    for (size_t i = 0; i < tables->place_count; i++) {
        for (Answers *found = tables->places[i], *next; found != NULL; found = next) {
            next = found->chained;
            free(found->words);
            free(found->inputs);
            free(found);
        }
        tables->places[i] = NULL;
    }
    tables->count = 0;
    tables->active = NULL;
    tables->top = tables->heap;
}

void free_tables(Tables *tables)
{
    if (tables == NULL)
        return;
    forget_all(tables);
    free(tables->places);
    if (tables->heap != NULL)
        munmap(tables->heap, (size_t)(tables->limit - tables->heap) * sizeof(Word));
    free(tables);
}

void forget_unfinished(Context *context)
{
    Tables *tables = context->tables;
    for (Answers *found = tables->active; found != NULL; found = found->around) {
        found->is_active = false;
        found->count = 0;
    }
    tables->active = NULL;
    if (tables->top - tables->heap > (tables->limit - tables->heap) / 2)
        forget_all(tables);
}

/*  Make the heap, as large as the context's, and the places. */
static bool prepare(Context *context, Tables *tables)
{
    if (tables->places == NULL) {
        tables->places = calloc(PLACES, sizeof *tables->places);
        tables->place_count = tables->places == NULL ? 0 : PLACES;
    }
    if (tables->heap == NULL) {
        void *found = mmap(NULL, context->heap_words * sizeof(Word), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (found != MAP_FAILED) {
            tables->heap = tables->top = found;
            tables->limit = tables->heap + context->heap_words;
        }
    }
    return (tables->places != NULL && tables->heap != NULL) || stop(context, FULL, "tables");
}

/*  Copy a ground term into the heap of the tables. */
static bool copy_in(Context *context, Word term, Word *out)
{
    Tables *tables = context->tables;
    Word *top = context->top, *limit = context->limit;
    context->top = tables->top;
    context->limit = tables->limit;
    bool copied = copy_whole(context, term, out);
    if (copied)
        tables->top = context->top;
    context->top = top;
    context->limit = limit;
    return copied;
}

/*  Twice as many places where they are all taken; with fewer it still works. */
static void spread(Tables *tables)
{
    size_t count = 4 * tables->place_count;
    Answers **places = calloc(count, sizeof *places);
    if (places == NULL)
        return;
    for (size_t i = 0; i < tables->place_count; i++) {
        for (Answers *found = tables->places[i], *next; found != NULL; found = next) {
            next = found->chained;
            found->chained = places[found->hash & (count - 1)];
            places[found->hash & (count - 1)] = found;
        }
    }
    free(tables->places);
    tables->places = places;
    tables->place_count = count;
}

static Answers *add_call(Context *context, Answers wanted, const Word *inputs)
{
    Tables *tables = context->tables;
    if (tables->count > tables->place_count)
        spread(tables);
    Answers *made = malloc(sizeof *made);
    wanted.inputs = malloc((wanted.input_count + 1) * sizeof *inputs);
    bool copied = made != NULL && wanted.inputs != NULL;
    for (uint32_t i = 0; copied && i < wanted.input_count; i++)
        copied = copy_in(context, inputs[i], &wanted.inputs[i]);
    if (!copied) {
        free(made);
        free(wanted.inputs);
        stop(context, context->reason == GOING ? FULL : context->reason, "tables");
        return NULL;
    }
    *made = wanted;
    Answers **place = &tables->places[made->hash & (tables->place_count - 1)];
    made->chained = *place;
    *place = made;
    tables->count++;
    return made;
}

static bool is_call(const Answers *found, const Answers *wanted, const Word *inputs)
{
    if (found->hash != wanted->hash || found->procedure != wanted->procedure)
        return false;
    for (uint32_t i = 0; i < wanted->input_count; i++) {
        NEED(same_ground(found->inputs[i], inputs[i]));
    }
    return true;
}

Answers *recall(Context *context, uint32_t procedure, const Word *inputs, uint32_t input_count, uint32_t width)
{
    Tables *tables = context->tables;
    if (!prepare(context, tables))
        return NULL;
    Mix state = mix((Mix){MIX_2, MIX_3}, procedure);
    for (uint32_t i = 0; i < input_count; i++) {
        uint64_t hash[2];
        if (!hash_ground(context, inputs[i], hash)) {
            stop(context, BEYOND, "a term that shares parts");
            return NULL;
        }
        state = mix(state, hash[0]);
    }
    Answers wanted = {.hash = state.first, .procedure = procedure, .input_count = input_count, .width = width};
    Answers *found = tables->places[wanted.hash & (tables->place_count - 1)];
    while (found != NULL && !is_call(found, &wanted, inputs))
        found = found->chained;
    if (found == NULL && (found = add_call(context, wanted, inputs)) == NULL)
        return NULL;
    if (found->is_active) {
        stop(context, BEYOND, "a tabled procedure that calls itself");
        return NULL;
    }
    if (!found->is_complete) {
        found->is_active = true;
        found->around = tables->active;
        tables->active = found;
    }
    return found;
}

bool add_answer(Context *context, Answers *answers, const Word *outs)
{
    uint32_t width = answers->width;
    Word *mark = context->top, row[width + 1];
    for (uint32_t i = 0; i < width; i++) {
        NEED(resolve_ground(context, outs[i], &row[i]));
    }
    for (uint32_t i = 0; i < answers->count; i++) {
        uint32_t j = 0;
        while (j < width && same_ground(answers->words[(size_t)i * width + j], row[j]))
            j++;
        if (j == width) {
            context->top = mark;
            return true;
        }
    }
    if (answers->count == answers->room) {
        uint32_t room = answers->room ? 2 * answers->room : 4;
        Word *words = realloc(answers->words, ((size_t)room * width + 1) * sizeof *words);
        if (words == NULL || room > (UINT32_C(1) << 30)) {
            answers->words = words == NULL ? answers->words : words;
            return stop(context, FULL, "answers");
        }
        answers->words = words;
        answers->room = room;
    }
    for (uint32_t i = 0; i < width; i++) {
        NEED(copy_in(context, row[i], &answers->words[(size_t)answers->count * width + i]));
    }
    answers->count++;
    context->top = mark;
    return true;
}

void complete(Context *context, Answers *answers)
{
    answers->is_complete = true;
    answers->is_active = false;
    context->tables->active = answers->around;
}
