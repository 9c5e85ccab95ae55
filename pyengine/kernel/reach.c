#include "reach.h"

#include <string.h>

#include "rule_calls.h"
#include "slices.h"
#include "team.h"

Reach *kernel_make_reach(const Rules *rules, uint32_t keeps_moves, uint32_t symmetric)
{
    Reach *reach = calloc(1, sizeof *reach);
    if (!reach)
        return NULL;
    reach->rules = rules;
    reach->keeps_moves = keeps_moves;
    reach->symmetric = symmetric && rules->canonical;
    if (set_up_positions(&reach->keys) && (!reach->symmetric || set_up_positions(&reach->firsts)))
        return reach;
    kernel_free_reach(reach);
    return NULL;
}

void kernel_free_reach(Reach *reach)
{
    if (!reach)
        return;
    tear_down_positions(&reach->keys);
    tear_down_positions(&reach->firsts);
    free(reach->movers);
    free(reach->degrees);
    free(reach->arrivals);
    free(reach->ends);
    free(reach->successors);
    free(reach->kinds);
    drop_notes(&reach->kind_notes);
    free(reach->values);
    free(reach->distances);
    free(reach->starts);
    free(reach->predecessors);
    free(reach);
}

static bool end_reach(Reaching *reaching, enum Ending ending)
{
    reaching->ending = ending;
    return false;
}

static bool make_room_for_position(Reach *reach, uint32_t degree)
{
    if (reach->expanded >= reach->room) {
        if (reach->room > UINT32_MAX / 2)
            return false;
        uint32_t room = reach->room + reach->room / 2 + 1024;
        if (!enlarge(&reach->movers, room, sizeof(uint8_t)) || !enlarge(&reach->degrees, room, sizeof(uint32_t))
            || !enlarge(&reach->ends, room, sizeof(uint32_t)))
            return false;
        reach->room = room;
    }
    if (reach->successor_count + degree > reach->successor_room) {
        uint64_t room = reach->successor_room + reach->successor_room / 2 + degree + 1024;
        if (!enlarge(&reach->successors, room, sizeof(uint32_t)))
            return false;
        reach->successor_room = room;
    }
    return true;
}

/*  Have room for what comes into a new position. */
static bool welcome(Reach *reach, uint32_t number)
{
    if (!reach->keeps_moves)
        return true;
    if (number >= reach->arrival_room) {
        uint32_t room = reach->keys.start_room;
        if (!enlarge(&reach->arrivals, room, sizeof(uint32_t)))
            return false;
        reach->arrival_room = room;
    }
    reach->arrivals[number] = 0;
    return true;
}

/*  Give a position its number, that of all that are alike where symmetric. */
static bool number_of(Reach *reach, Context *context, Reaching *reaching, Word position, uint32_t *number)
{
    Word *mark = context->top, key = position;
    bool is_new;
    if (reach->symmetric) {
        allow_steps(context);
        if (!reach->rules->canonical(context, position, &key))
            return end_reach(reaching, ending_of(context));
    }
    if (!number_position(&reach->keys, context, key, number, &is_new)
        || (is_new && reach->symmetric && !append_position(&reach->firsts, context, position))
        || (is_new && !welcome(reach, *number)))
        return end_reach(reaching, NO_MEMORY);
    release(context, mark);
    return true;
}

static uint64_t mix_number(Number number)
{
    uint64_t bits;
    memcpy(&bits, &number.value, sizeof bits);
    bits = (bits ^ (bits >> 32)) * 0x9e3779b97f4a7c15u + number.is_float;
    return bits ^ (bits >> 29);
}

/*  Give the number of a kind of end. */
static bool kind_of(Reach *reach, const Number *worths, uint32_t *kind)
{
    double *note = make_note(&reach->kind_notes, (Key){mix_number(worths[0]), mix_number(worths[1])});
    if (!note)
        return false;
    if (*note) {
        *kind = (uint32_t)*note - 1;
        return true;
    }
    *kind = reach->kind_count;
    *note = *kind + 1.0;
    if (reach->kind_count == reach->kind_room) {
        uint32_t room = 2 * reach->kind_room + 16;
        if (!enlarge(&reach->kinds, room, sizeof(End)))
            return false;
        reach->kind_room = room;
    }
    reach->kinds[reach->kind_count++] = (End){{worths[0], worths[1]}};
    return true;
}

/*  Begin with the next position: who moves in it, or what it is worth (NULL where it is not final). */
static bool begin_position(Reach *reach, Reaching *reaching, uint32_t degree, uint32_t mover, const Number *worths)
{
    if (!reach->keeps_moves)
        return true;
    if (!make_room_for_position(reach, degree))
        return end_reach(reaching, NO_MEMORY);
    reach->degrees[reach->expanded] = degree;
    reach->movers[reach->expanded] = worths ? FINAL : (uint8_t)mover;
    if (!worths)
        return true;
    Number both[2] = {worths[0], {0, false}};
    if (reach->rules->players > 1)
        both[1] = worths[1];
    if (both[0].value != both[0].value || both[1].value != both[1].value)
        return end_reach(reaching, ESCAPED);
    return kind_of(reach, both, &reach->ends[reach->expanded]) || end_reach(reaching, NO_MEMORY);
}

/*  Done with the next position, whose successors were added from a place on. */
static void end_position(Reach *reach, uint64_t from, uint32_t degree)
{
    if (reach->keeps_moves)
        for (uint64_t at = from; at < reach->successor_count; at++)
            reach->arrivals[reach->successors[at]]++;
    reach->finals += !degree;
    reach->expanded++;
}

static bool expand_next(Reach *reach, Context *context, Reaching *reaching)
{
    size_t size;
    const uint8_t *bytes = bytes_of(reach->symmetric ? &reach->firsts : &reach->keys, (uint32_t)reach->expanded, &size);
    Word *mark = context->top, position;
    Expansion opened;
    if (!unpack(context, bytes, size, &position))
        return end_reach(reaching, ESCAPED);
    allow_steps(context);
    if (!reach->rules->expand(context, position, &opened))
        return end_reach(reaching, ending_of(context));
    if (!begin_position(reach, reaching, opened.count, opened.mover, opened.count ? NULL : opened.worths))
        return false;
    uint64_t before = reach->successor_count;
    for (uint32_t child = 0; child < opened.count; child++) {
        uint32_t number;
        if (!number_of(reach, context, reaching, opened.children[child], &number)) {
            reach->successor_count = before;
            return false;
        }
        if (reach->keeps_moves)
            reach->successors[reach->successor_count++] = number;
    }
    end_position(reach, before, opened.count);
    release(context, mark);
    return true;
}

/*  Take over a position that a thread has expanded. */
static bool take_over(Reach *reach, Reaching *reaching, const uint8_t **record)
{
    Opened opened;
    *record = read_opened(*record, &opened);
    if (!begin_position(reach, reaching, opened.degree, opened.mover, opened.degree ? NULL : opened.worths))
        return false;
    uint64_t before = reach->successor_count;
    for (uint32_t child = 0; child < opened.degree; child++) {
        size_t key_size, size = 0;
        const uint8_t *key, *first = NULL;
        uint32_t number;
        bool is_new;
        *record = read_bytes(*record, &key, &key_size);
        if (reach->symmetric)
            *record = read_bytes(*record, &first, &size);
        if (!number_packed(&reach->keys, key, key_size, &number, &is_new)
            || (is_new && first && !append_packed(&reach->firsts, first, size)) || (is_new && !welcome(reach, number))) {
            reach->successor_count = before;
            return end_reach(reaching, NO_MEMORY);
        }
        if (reach->keeps_moves)
            reach->successors[reach->successor_count++] = number;
    }
    end_position(reach, before, opened.degree);
    return true;
}

/*  Expand the positions that wait, as many as are worth sharing out, on all threads; then number what they lead to. */
static bool expand_together(Reach *reach, Context *context, Reaching *reaching)
{
    uint64_t end = reach->keys.count, most = reaching->most_nodes;
    end = end < most ? end : most;
    Team *team = expand_in_team(reach, context, reaching->helpers, reaching->helper_count, end);
    if (!team)
        return end_reach(reaching, NO_MEMORY);
    bool done = true;
    for (uint32_t member = 0; done && member <= reaching->helper_count; member++) {
        uint64_t count;
        enum Ending ending;
        const uint8_t *record = records_of(team, member, &count, &ending);
        while (done && count--)
            done = take_over(reach, reaching, &record);
        if (done && ending)
            done = end_reach(reaching, ending);
    }
    free_team(team);
    return done;
}

void kernel_reach(Reach *reach, Context *context, Reaching *reaching)
{
    reaching->ending = DONE;
    context->reason = GOING;
    for (uint32_t root = 0; root < reaching->root_count; root++) {
        uint64_t start = reaching->root_starts[root], size = reaching->root_starts[root + 1] - start;
        Word *mark = context->top, position;
        uint32_t number;
        if (!take_in(reach->rules, context, reaching->roots + start, size, &position)) {
            end_reach(reaching, ESCAPED);
            return;
        }
        if (!number_of(reach, context, reaching, position, &number))
            return;
        release(context, mark);
    }
    uint32_t patience = 0;
    while (reach->expanded < reach->keys.count) {
        if (reach->expanded >= reaching->most_nodes) {
            end_reach(reaching, STOPPED_BY_NODES);
            return;
        }
        pause_now_and_then(&patience);
        if (context->interrupt) {
            end_reach(reaching, (enum Ending)context->interrupt);
            return;
        }
        bool together = reaching->helper_count && reach->keys.count - reach->expanded >= WORTH_SHARING;
        if (!(together ? expand_together : expand_next)(reach, context, reaching))
            return;
    }
}

const uint8_t *kernel_reach_bytes(const Reach *reach, uint32_t number, uint32_t first, uint64_t *size)
{
    size_t found;
    const uint8_t *bytes = bytes_of(first && reach->symmetric ? &reach->firsts : &reach->keys, number, &found);
    *size = found;
    return bytes;
}

int64_t kernel_reach_find(const Reach *reach, const uint8_t *bytes, uint64_t size)
{
    return find_packed(&reach->keys, bytes, size);
}
