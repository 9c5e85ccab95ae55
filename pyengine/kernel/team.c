#include "team.h"

#include <pthread.h>
#include <stdlib.h>

#include "rule_calls.h"
#include "context.h"
#include "slices.h"

#define HELPER_STACK ((size_t)64 << 20)
#define HELPER_SPARE ((size_t)1 << 17)

enum { ROUND = 4096 }; /* positions for each member at a time */

typedef struct {
    const Reach *reach;
    Context *context;
    const _Atomic int *interrupt; /* of the thread that leads */
    uint64_t first, end, done;
    uint8_t *records;
    size_t used, room;
    enum Ending ending;
    pthread_t thread;
    bool is_helper;
} Member;

struct Team {
    uint32_t count;
    Member members[];
};

static bool end_member(Member *member, enum Ending ending)
{
    member->ending = ending;
    return false;
}

static bool make_room(Member *member, size_t size)
{
    if (member->used + size <= member->room)
        return true;
    size_t room = 2 * member->room + size + 4096;
    if (!enlarge(&member->records, room, 1))
        return end_member(member, NO_MEMORY);
    member->room = room;
    return true;
}

static bool write_term(Member *member, Word term)
{
    uint32_t size = (uint32_t)packed_size(member->context, term);
    if (!make_room(member, sizeof size + size))
        return false;
    memcpy(member->records + member->used, &size, sizeof size);
    pack(member->context, term, member->records + member->used + sizeof size);
    member->used += sizeof size + size;
    return true;
}

static bool write_successor(Member *member, Word child)
{
    Context *context = member->context;
    if (!member->reach->symmetric)
        return write_term(member, child);
    Word *mark = context->top, key;
    allow_steps(context);
    if (!member->reach->rules->canonical(context, child, &key))
        return end_member(member, ending_of(context));
    bool done = write_term(member, key) && write_term(member, child);
    release(context, mark);
    return done;
}

static bool expand_one(Member *member, uint32_t number)
{
    const Reach *reach = member->reach;
    Context *context = member->context;
    Word *mark = context->top, position;
    size_t size;
    const uint8_t *bytes = bytes_of(reach->symmetric ? &reach->firsts : &reach->keys, number, &size);
    Expansion opened;
    if (!unpack(context, bytes, size, &position))
        return end_member(member, ESCAPED);
    allow_steps(context);
    if (!reach->rules->expand(context, position, &opened))
        return end_member(member, ending_of(context));
    Opened written;
    memset(&written, 0, sizeof written);
    written.degree = opened.count;
    written.mover = opened.mover;
    if (!opened.count) {
        written.worths[0] = opened.worths[0];
        if (reach->rules->players > 1)
            written.worths[1] = opened.worths[1];
    }
    if (!make_room(member, sizeof written))
        return false;
    memcpy(member->records + member->used, &written, sizeof written);
    member->used += sizeof written;
    for (uint32_t child = 0; child < opened.count; child++)
        if (!write_successor(member, opened.children[child]))
            return false;
    release(context, mark);
    return true;
}

static void expand_part(Member *member)
{
    uint32_t patience = 0;
    for (uint64_t number = member->first; number < member->end; number++) {
        pause_now_and_then(&patience); /* whoever leads: the others go on meanwhile */
        if (*member->interrupt) {
            end_member(member, (enum Ending)*member->interrupt);
            return;
        }
        size_t before = member->used;
        if (!expand_one(member, (uint32_t)number)) {
            member->used = before;
            return;
        }
        member->done++;
    }
}

static void *help(void *argument)
{
    Member *member = argument;
    start_call(member->context, HELPER_STACK - HELPER_SPARE, STEPS_FOR_A_QUESTION);
    expand_part(member);
    return NULL;
}

Team *expand_in_team(const Reach *reach, Context *context, Context *const *helpers, uint32_t helper_count, uint64_t end)
{
    uint32_t count = helper_count + 1;
    Team *team = calloc(1, sizeof *team + count * sizeof(Member));
    pthread_attr_t attributes;
    if (!team)
        return NULL;
    team->count = count;
    uint64_t first = reach->expanded, waiting = end - first;
    waiting = waiting < (uint64_t)ROUND * count ? waiting : (uint64_t)ROUND * count;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, HELPER_STACK);
    for (uint32_t i = 0; i < count; i++) {
        Member *member = team->members + i;
        *member = (Member){
            .reach = reach,
            .context = i ? helpers[i - 1] : context,
            .interrupt = &context->interrupt,
            .first = first + waiting * i / count,
            .end = first + waiting * (i + 1) / count,
        };
        member->is_helper = i && !pthread_create(&member->thread, &attributes, help, member);
    }
    pthread_attr_destroy(&attributes);
    expand_part(team->members);
    for (uint32_t i = 1; i < count; i++) {
        Member *member = team->members + i;
        if (member->is_helper)
            pthread_join(member->thread, NULL);
        else if (!team->members[i - 1].ending)
            member->ending = NO_MEMORY;
    }
    return team;
}

void free_team(Team *team)
{
    for (uint32_t i = 0; i < team->count; i++)
        free(team->members[i].records);
    free(team);
}

const uint8_t *records_of(const Team *team, uint32_t member, uint64_t *count, enum Ending *ending)
{
    *count = team->members[member].done;
    *ending = team->members[member].ending;
    return team->members[member].records;
}
