/*  Successors one by one: they are searched while the rules make them, so that those behind a cut-off are not made. What
    the rules hold meanwhile, on the stack and the heap, is held for one successor and not for all. */

#include "frames.h"

/*  Stack that is left for positions whose successors are all made before one is searched: those take less of it. */
#define MUCH_STACK ((ptrdiff_t)1 << 21)

bool may_be_lazy(const Search *search, const Visit *visit)
{
    char here;
    if (!search->may_be_lazy || visit->hint_child || tries_finals(search) || &here - search->context->stack_limit <= MUCH_STACK)
        return false;
    return !looks_ahead(search, visit->draft) || !(search->ordering.by_history || search->settings.etc);
}

/*  It is cheaper where more than a quarter need not be made. One position of sixteen is opened whole, to see. */
bool is_lazy_cheaper(Search *search)
{
    return search->openings++ % 16 && 4 * search->spared > search->sampled;
}

/*  A position whose successors are searched while the rules make them, so that those behind a cut-off are not made. */
typedef struct {
    Search *search;
    const Frame *parent;
    const Visit *visit; /* of the position */
    Frame frame;
    Visit successor;
    uint32_t number; /* of successors so far */
    bool is_cut, has_more, has_ended;
} Making;

/*  Search a successor that has just been made; the first of them shows that the position is not final. */
static bool search_made(Making *making, Word child)
{
    Search *search = making->search;
    Frame *frame = &making->frame;
    if (making->number == 0) {
        if (!search->rules->begin && !search->rules->mover(search->context, making->visit->state, &frame->opened.mover))
            return rules_stopped(search);
        if (!enter_child(search, making->parent, making->visit, frame) || !begin_frame(search, frame))
            return false;
    }
    const int64_t height = frame->ply - search->run->ply;
    if (height < WATCHED)
        note_stage(search, height, making->number, making->number, 0);
    frame->place = making->number;
    if (!value_child(search, frame, making->number, child, &making->successor)) {
        note_end(search, height, making->number);
        return false;
    }
    making->is_cut = is_cut_by(search, frame, making->number++, &making->successor);
    return true;
}

/*  The continuation of the moves: after a cut-off, one more successor is made, to know whether any was left out. The
    rules go on as if nothing had been asked meanwhile. */
static bool take_made(Context *context, void *frame, Word move, Word child)
{
    (void)move;
    Making *making = frame;
    Word *mark = context->top;
    int64_t budget = context->budget;
    making->search->made++;
    making->has_more = making->is_cut;
    making->has_ended = !making->is_cut && !search_made(making, child);
    if (making->has_ended && context->reason != GOING)
        return false;
    if (making->has_more || making->has_ended)
        return stop(context, ENOUGH, "no more successors are wanted");
    release(context, mark);
    context->budget = budget - 1; /* there is an end to them */
    context->reason = GOING;
    return true;
}

bool search_lazily(Search *search, const Frame *parent, Visit *visit, bool *is_leaf)
{
    Context *context = search->context;
    const Rules *rules = search->rules;
    Making making = {.search = search, .parent = parent, .visit = visit};
    Expansion *opened = &making.frame.opened;
    Number worths[2];
    allow_steps(context);
    if (rules->begin && !rules->begin(context, visit->state, opened))
        return rules_stopped(search);
    *is_leaf = rules->begin && !opened->count;
    if (!*is_leaf) {
        Word *kept = context->kept;
        size_t trailed = context->trailed;
        bool done = rules->moves(context, visit->state, take_made, &making);
        context->kept = kept;
        context->trailed = trailed;
        if (context->reason == ENOUGH)
            context->reason = GOING;
        if (making.has_ended || (!done && !making.has_more))
            return !making.has_ended && rules_stopped(search);
        if (!making.number && rules->begin)
            return stop(context, BEYOND, "no moves") || rules_stopped(search);
        *is_leaf = !making.number;
        if (*is_leaf && !rules->worths(context, visit->state, opened->worths = worths))
            return rules_stopped(search);
    }
    if (*is_leaf) {
        visit->value = opened->worths[0];
        return check_sum(search, opened->worths);
    }
    if (making.is_cut)
        cut(search, &making.frame, making.has_more);
    return finish_frame(search, &making.frame) && leave_child(search, parent, visit, &making.frame);
}
