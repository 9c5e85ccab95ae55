/*  What Python asks of a game in C. Positions come and go as bytes; an answer that is more than a number is left in
    the asker's own bytes, where it stays until the next question.

    Each thread has an asker of its own. A question takes a bounded number of steps and a bounded part of the stack:
    what needs more is answered elsewhere.
*/

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "rules.h"

#define SHARED __attribute__((visibility("default")))
#define STACK_BYTES ((size_t)192 << 10) /* threads of some systems have half a megabyte in all */

typedef struct {
    Context *context;
    uint8_t *bytes;
    size_t size, room;
    double value;
    int64_t is_float;
    int64_t reason; /* why the last question stopped */
} Asker;

/*  What a question gives in place of an answer. */
enum {
    STOPPED = -1,   /* the rules must be asked elsewhere */
    MALFORMED = -2, /* the bytes are no position */
    STRANGE = -3    /* the code was not made for such a position */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static Symbols *symbols;

static void know_symbols(void)
{
    symbols = make_symbols(RULES.atoms, RULES.atom_count, RULES.functors, RULES.functor_count);
}

/*  Give back what all askers share, before the library is unloaded and after the last asker is closed. */
SHARED void close_library(void)
{
    static const pthread_once_t anew = PTHREAD_ONCE_INIT;
    if (symbols != NULL)
        free_symbols(symbols);
    symbols = NULL;
    once = anew;
}

/*  Make an asker; NULL where there is no memory for it. */
SHARED Asker *open_asker(size_t memory_bytes)
{
    pthread_once(&once, know_symbols);
    Asker *asker = calloc(1, sizeof *asker);
    if (asker == NULL || symbols == NULL)
        goto none;
    asker->context = make_context(symbols, memory_bytes);
    if (asker->context == NULL)
        goto none;
    start_call(asker->context, STACK_BYTES, INT64_MAX);
    RULES.start(asker->context);
    return asker;
none:
    free(asker);
    return NULL;
}

SHARED void close_asker(Asker *asker)
{
    free_context(asker->context);
    free(asker->bytes);
    free(asker);
}

static int64_t stopped(Asker *asker)
{
    asker->reason = asker->context->reason;
    return STOPPED;
}

/*  Read the position that a question is about; 0, or what the question gives. */
static int64_t begin(Asker *asker, const uint8_t *bytes, size_t size, int64_t steps, Word *out)
{
    start_call(asker->context, STACK_BYTES, steps);
    asker->reason = GOING;
    if (!unpack(asker->context, bytes, size, out))
        return asker->context->reason == FULL ? stopped(asker) : MALFORMED;
    return RULES.admits(*out) ? 0 : STRANGE;
}

#define BEGIN(position) \
    Word position; \
    int64_t wrong = begin(asker, bytes, size, steps, &position); \
    if (wrong) \
        return wrong

/*  Make room for some bytes behind those that are there. */
static bool make_room(Asker *asker, size_t bytes)
{
    if (asker->room - asker->size >= bytes)
        return true;
    size_t room = 2 * asker->room > asker->size + bytes ? 2 * asker->room : asker->size + bytes;
    uint8_t *larger = realloc(asker->bytes, room);
    if (larger == NULL)
        return stop(asker->context, FULL, "an answer");
    asker->bytes = larger;
    asker->room = room;
    return true;
}

static bool put(Asker *asker, Word term)
{
    size_t size = packed_size(asker->context, term);
    NEED(make_room(asker, size));
    pack(asker->context, term, asker->bytes + asker->size);
    asker->size += size;
    return true;
}

static bool put_number(Asker *asker, Number number)
{
    int64_t is_float = number.is_float;
    NEED(make_room(asker, 16));
    memcpy(asker->bytes + asker->size, &number.value, 8);
    memcpy(asker->bytes + asker->size + 8, &is_float, 8);
    asker->size += 16;
    return true;
}

/*  Open a position: the number of its moves. The bytes are, where it is final, a double and a flag for each player;
    else the mover, 2n+1 offsets, n children and n moves. */
SHARED int64_t ask_expand(Asker *asker, const uint8_t *bytes, size_t size, int64_t steps)
{
    Expansion found;
    BEGIN(position);
    if (!RULES.expand(asker->context, position, &found))
        return stopped(asker);
    asker->size = 0;
    if (found.count == 0) {
        for (uint32_t i = 0; i < RULES.players; i++)
            if (!put_number(asker, found.worths[i]))
                return stopped(asker);
        return 0;
    }
    size_t head = 4 * (2 + 2 * (size_t)found.count);
    if (!make_room(asker, head))
        return stopped(asker);
    memcpy(asker->bytes, &found.mover, 4);
    asker->size = head;
    for (size_t i = 0; i <= 2 * (size_t)found.count; i++) {
        uint32_t offset = (uint32_t)asker->size;
        memcpy(asker->bytes + 4 * (1 + i), &offset, 4);
        if (i == 2 * (size_t)found.count)
            break;
        if (!put(asker, i < found.count ? found.children[i] : found.moves[i - found.count]))
            return stopped(asker);
        if (asker->size > UINT32_MAX) {
            stop(asker->context, FULL, "an answer");
            return stopped(asker);
        }
    }
    return found.count;
}

/*  Whether the rules answer a question in C; where they do not, that is a stop. */
static bool is_answered(Asker *asker, bool is_there, const char *question)
{
    return is_there || stop(asker->context, BEYOND, question);
}

/*  Score the moves of a position: their number. The bytes are a double and a flag for each, which is -1 where the
    rules have no score. */
SHARED int64_t ask_scores(Asker *asker, const uint8_t *bytes, size_t size, int64_t steps)
{
    Expansion found;
    BEGIN(position);
    if (!is_answered(asker, RULES.order, "order") || !RULES.expand(asker->context, position, &found))
        return stopped(asker);
    asker->size = 0;
    for (uint32_t i = 0; i < found.count; i++) {
        bool has_score;
        Number score = {0, false};
        if (!RULES.order(asker->context, position, found.moves[i], &has_score, &score) || !put_number(asker, score))
            return stopped(asker);
        if (!has_score)
            memset(asker->bytes + asker->size - 8, 0xff, 8);
    }
    return found.count;
}

/*  Give the answer to a question of each type: 0 or 1, or 1 with what is answered in the asker. */
static int64_t give_bool(Asker *asker, bool found)
{
    (void)asker;
    return found;
}

static int64_t give_Number(Asker *asker, Number found)
{
    asker->value = found.value;
    asker->is_float = found.is_float;
    return 1;
}

static int64_t give_Word(Asker *asker, Word found)
{
    asker->size = 0;
    return put(asker, found) ? 1 : stopped(asker);
}

/*  Take what is given besides the position, which comes as a list. */
static bool take_given(Asker *asker, const uint8_t *bytes, size_t size, uint32_t inputs, Word *given)
{
    Word list = NIL;
    if (inputs && !unpack(asker->context, bytes, size, &list))
        return false;
    for (; inputs && TAG(list) == LIST; inputs--, list = TAIL(list))
        *given++ = HEAD(list);
    return inputs == 0 && list == NIL;
}

/*  Answer a question about a position; with what else is given to the rules, before where the answer goes. */
#define ANSWER(name, type, give, is_given, ...) \
    BEGIN(position); \
    type found; \
    bool done = is_answered(asker, RULES.name, #name) && (is_given || stop(asker->context, BEYOND, #name)) \
        && RULES.name(asker->context, position, __VA_ARGS__ &found); \
    return done ? give(asker, found) : stopped(asker)

/*  Tell whether a position is final: 0 or 1. Where it is not, only its first successor is made. */
SHARED int64_t ask_is_terminal(Asker *asker, const uint8_t *bytes, size_t size, int64_t steps)
{
    ANSWER(is_terminal, bool, give_bool, true, );
}

/*  Estimate a position: 1, with the value in the asker. */
SHARED int64_t ask_staticval(Asker *asker, const uint8_t *bytes, size_t size, int64_t steps)
{
    ANSWER(staticval, Number, give_Number, true, );
}

/*  Give the representative of a position: 1, with its bytes in the asker. */
SHARED int64_t ask_canonical(Asker *asker, const uint8_t *bytes, size_t size, int64_t steps)
{
    ANSWER(canonical, Word, give_Word, true, );
}

#define ASK_QUESTION(name, type, inputs) \
    SHARED int64_t ask_##name( \
        Asker *asker, const uint8_t *bytes, size_t size, int64_t steps, const uint8_t *besides, size_t besides_size) \
    { \
        Word given[inputs + 1]; \
        ANSWER(name, type, give_##type, take_given(asker, besides, besides_size, inputs, given), given, ); \
    }
QUESTIONS(ASK_QUESTION)
