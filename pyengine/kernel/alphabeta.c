/*  Fail-soft alpha-beta, plain or as principal variation search: `pyengine/search/alphabeta.py`, function by function under the
    same names, so that both visit the same positions in the same order. MAX and MIN are two branches, never one with the
    sign turned, so turns need not alternate. */

#include "frames.h"

enum { DIVIDED = 10 }; /* plies at which threads leave to each other what another searches */
enum { EARLY_MOVES = 3, REDUCED_PLIES = 2 };
static const Number LEAST = {-INFINITY, true}, MOST = {INFINITY, true};

static bool search_frame(Search *search, Frame *frame);

/*  Search a successor that was better than the best so far once more, as deep as others. */
static bool search_deeper(Search *search, Frame *frame, const Frame *parent)
{
    if (!enter_node(search) || (!frame->is_whole && !open_whole(search, frame)))
        return false;
    hint_at(frame, frame->best_child);
    frame->alpha = parent->alpha;
    frame->beta = parent->beta;
    frame->draft = parent->left;
    if (search->settings.scouts)
        frame->is_scouted = scout(parent, frame);
    frame->line.length = 0;
    return count_draft(search, frame) && search_frame(search, frame);
}

/*  Search anew where the scout found the move better than the best so far, not by how much. */
static bool search_again(Search *search, Frame *frame, const Frame *parent)
{
    if (!enter_node(search) || (!frame->is_whole && !open_whole(search, frame)))
        return false;
    hint_at(frame, frame->best_child);
    frame->alpha = parent->alpha;
    frame->beta = parent->beta;
    frame->line.length = 0;
    return (!search->endless || go_to(search, frame->state, frame->own)) && search_frame(search, frame);
}

/*  Choose the order in which to try the successors of a position. First of all comes one that ends its search at sight: a
    final one that none can better, after which no order is needed; or one of which the table knows enough. The table is
    on its way while the others are ordered. */
static bool order_successors(Search *search, Frame *frame, uint32_t hint_child)
{
    const uint32_t none = frame->opened.count;
    const bool asks_table = search->settings.etc && frame->is_long;
    uint32_t found = none;
    if (tries_finals(search) && !find_final(search, frame, &found))
        return false;
    if (found == none && asks_table && !find_keys(search, frame))
        return false;
    if ((found == none || search->settings.strict) && has_order(&search->ordering, frame->by_history)
        && !arrange(
            &search->ordering, search->context, frame->state, &frame->opened, frame->ply, frame->by_history,
            &frame->order))
        return rules_stopped(search);
    if (!count_draft(search, frame))
        return false;
    if (found == none && asks_table)
        found = find_known(search, frame);
    frame->is_taught = found < none;
    if (frame->is_taught)
        hint_at(frame, found);
    else
        hint_by_entry(frame, hint_child);
    return true;
}

/*  Go to a successor that was opened, at first with a narrow window where that may be enough. */
bool enter_child(Search *search, const Frame *parent, const Visit *visit, Frame *frame)
{
    frame->state = visit->state;
    frame->own = visit->own;
    frame->key = visit->key;
    frame->is_own = visit->is_own;
    frame->entered = search->nodes;
    frame->draft = visit->draft;
    frame->is_reduced = visit->draft != parent->left;
    frame->ply = parent->ply + 1;
    frame->alpha = parent->alpha;
    frame->beta = parent->beta;
    frame->is_max = frame->opened.mover == 0;
    frame->line = (Line){.base = parent->line.base + parent->line.length};
    if (search->endless && !search->has_table && !search->ordering.by_previous)
        frame->own = key_of(search->context, frame->state);
    if (search->settings.scouts && parent->line.length)
        frame->is_scouted = scout(parent, frame);
    frame->is_long = looks_ahead(search, frame->draft);
    frame->asks_alike = asks_alike(search, frame->ply + 1);
    frame->by_history = frame->is_long && try_history(&search->ordering, frame->ply, &frame->is_trial);
    if (!order_successors(search, frame, visit->hint_child))
        return false;
    if (asks_one_by_one(search, frame))
        expect_child(search, frame, 0);
    return (!search->endless || go_to(search, frame->state, frame->own));
}

/*  Come back from a successor that was searched; where a narrow window was not enough, it is searched again before. */
bool leave_child(Search *search, const Frame *parent, Visit *visit, Frame *frame)
{
    if (frame->is_reduced
        && (parent->is_max ? frame->best.value > parent->alpha.value : frame->best.value < parent->beta.value)
        && !search_deeper(search, frame, parent))
        return false;
    if (frame->is_scouted && frame->bound != EXACT && parent->alpha.value < frame->best.value
        && frame->best.value < parent->beta.value && !search_again(search, frame, parent))
        return false;
    visit->value = frame->best;
    visit->line = frame->line;
    return true;
}

/*  Search a successor that was opened. */
static bool search_child(Search *search, const Frame *parent, Visit *visit, const Expansion *opened, bool is_sample)
{
    Frame frame = {.opened = *opened, .is_whole = true, .is_sample = is_sample};
    return enter_child(search, parent, visit, &frame) && search_frame(search, &frame)
        && leave_child(search, parent, visit, &frame);
}

/*  By how much less deep the next successor is searched at first; not at all where it, or the position, is noisy. The plies
    are even in number: estimates are often kinder to who has moved last, and are compared with those of searches that are
    not reduced. */
static bool reduce(Search *search, const Frame *frame, Visit *visit)
{
    int64_t unit = search->settings.unit, less = REDUCED_PLIES * unit;
    bool is_loud;
    visit->draft = frame->left;
    if (!search->settings.reductions || search->endless || frame->place < EARLY_MOVES || frame->left < less + unit)
        return true;
    if (!is_noisy(search, frame->state, &is_loud) || (!is_loud && !is_noisy(search, visit->state, &is_loud)))
        return false;
    visit->draft -= is_loud ? 0 : less;
    return true;
}

/*  Find what a successor is worth: at sight, by the table, or by searching it. */
bool value_child(Search *search, Frame *frame, uint32_t number, Word state, Visit *visit)
{
    Context *context = search->context;
    const Settings *settings = &search->settings;
    bool is_leaf = is_known_end(frame, number), final = is_leaf, is_answer, is_cut;
    bool at_horizon = frame->left < settings->unit, is_at_once = at_horizon && is_long(search);
    visit->state = state;
    visit->hint_child = 0;
    visit->line = (Line){.base = frame->line.base + frame->line.length};
    if (is_at_once && !ends_at_horizon(search, frame, state, &is_leaf, &final))
        return false;
    if (is_leaf)
        return value_end(search, visit, final);
    if (!reduce(search, frame, visit))
        return false;
    if (!look_up_child(search, frame, number, visit, &is_answer))
        return false;
    if (is_answer)
        return true;
    if (!enter_node(search))
        return false;
    Word *mark = context->top;
    Expansion opened;
    enum Proof solved = PROVED;
    if (at_horizon && !is_at_once && !ends_at_horizon(search, frame, state, &is_leaf, &final))
        return false;
    bool is_sample = !is_leaf && may_be_lazy(search, visit);
    if (is_leaf) {
        if (!value_at_sight(search, state, final, &visit->value))
            return false;
        solved = final ? PROVED : LIMITED;
    } else if (is_sample && is_lazy_cheaper(search)) {
        if (!search_lazily(search, frame, visit, &is_leaf))
            return false;
        release(context, mark);
        if (!is_leaf)
            return true;
    } else {
        allow_steps(context);
        if (!search->rules->expand(context, visit->state, &opened))
            return rules_stopped(search);
        search->made += opened.count;
        if (opened.count) {
            if (!cut_off(search, visit->state, frame->ply + 1, &is_cut, &visit->value))
                return false;
            if (!is_cut && !search_child(search, frame, visit, &opened, is_sample))
                return false;
            release(context, mark);
            if (!is_cut)
                return true;
            solved = SETTLED;
        } else {
            if (!check_sum(search, opened.worths))
                return false;
            visit->value = opened.worths[0];
            release(context, mark);
        }
    }
    if (!is_in_range(search, visit->value))
        return false;
    search->leaves++;
    if (search->has_table && settings->table_leaves && !store_leaf(search, visit->key, frame->left, visit->value, solved))
        return false;
    if (search->ordering.by_previous)
        note_value(&search->ordering, visit->own, visit->value.value);
    return true;
}

/*  Take the value of a successor to that of the position; true where no other need be looked at. */
bool is_cut_by(Search *search, Frame *frame, uint32_t number, const Visit *visit)
{
    double value = visit->value.value;
    bool strict = search->settings.strict;
    if (frame->is_max ? value <= frame->best.value : value >= frame->best.value)
        if (frame->line.length) /* a value may be infinite, as the best is at first */
            return false;
    frame->best = visit->value;
    frame->best_child = number;
    lead(search, &frame->line, number, &visit->line);
    if (frame->is_max) {
        if (value <= frame->alpha.value)
            return false;
        frame->alpha = visit->value;
        return !(value < frame->beta.value || (strict && value == frame->beta.value));
    }
    if (value >= frame->beta.value)
        return false;
    frame->beta = visit->value;
    return !(value > frame->alpha.value || (strict && value == frame->alpha.value));
}

/*  Leave out the successors that are left; it counts where there are any. */
void cut(Search *search, Frame *frame, uint32_t left)
{
    if (left)
        search->cutoffs++;
    if (frame->is_sample && left > 1)
        search->spared += left - 1; /* whether there is one more must be known */
}

/*  Let the ordering learn from the move that has cut off, and from those before it. */
static bool learn(Search *search, const Frame *frame, uint32_t place)
{
    Context *context = search->context;
    if (frame->is_taught)
        return true;
    if (frame->is_trial && frame->opened.count > 1)
        note_cut(&search->ordering, frame->by_history, place == 0);
    if (!has_order(&search->ordering, frame->by_history))
        return true;
    Word *mark = context->top;
    uint32_t *tried = (uint32_t *)take(context, place / 2 + 1);
    if (!tried)
        return rules_stopped(search);
    for (uint32_t i = 0; i < place; i++)
        tried[i] = number_at(frame, i);
    learn_move(
        &search->ordering, context, frame->state, &frame->opened, number_at(frame, place), tried, place, frame->ply,
        frame->left, frame->by_history);
    release(context, mark);
    return true;
}

/*  Get ready for the successors of a position. */
bool begin_frame(Search *search, Frame *frame)
{
    if (!has_room(search, frame->line.base, frame->ply - search->run->ply))
        return false;
    frame->mark = search->estimates;
    frame->cut_mark = search->rule_cuts;
    frame->origin = frame->is_max ? frame->alpha.value : frame->beta.value;
    frame->best = frame->is_max ? LEAST : MOST;
    return true;
}

/*  Keep what a position that is done is worth, and come back from it. */
bool finish_frame(Search *search, Frame *frame)
{
    frame->bound = bound_of(search, frame);
    enum Proof solved = proof(search, frame->mark, frame->cut_mark);
    if (search->has_table
        && !store_value(
            search, frame->key, frame->draft, frame->best, frame->bound, solved,
            (search->asks_alike && frame->is_whole ? first_to(&frame->opened, frame->best_child) : frame->best_child) + 1,
            frame->is_own, search->nodes - frame->entered))
        return false;
    if (search->ordering.by_previous)
        note_value(&search->ordering, frame->own, frame->best.value);
    if (search->endless)
        come_back(search, frame->state, frame->own);
    return true;
}

/*  Whether the best of the root's moves so far is better than what was asked for: else it is no better than any other. */
static bool beats_window(const Search *search, const Frame *root)
{
    const Run *run = search->run;
    return root->line.length && (root->is_max ? root->best.value > run->alpha.value : root->best.value < run->beta.value);
}

/*  Whether another thread searches a successor: it is then left for later, and perhaps found in the table by then. The
    first is searched by all: it must be known before the others are worth it. */
static bool is_left_for_later(Search *search, const Frame *frame, uint32_t number)
{
    Word child = frame->opened.children[number];
    TableKey found;
    if (frame->child_keys)
        return !is_known_end(frame, number) && is_under_way(search->shared, frame->child_keys[number].key);
    found.own = key_of(search->context, child);
    return table_key(search, child, found.own, frame->ply + 1, frame->asks_alike, &found.key, &found.is_own)
        && is_under_way(search->shared, found.key);
}

/*  Value the successors of a position, one after the other, until it is done. */
static bool search_successors(Search *search, Frame *frame, int64_t height)
{
    Visit visit = {0};
    const bool is_watched = height < WATCHED, is_divided = search->shared && height < DIVIDED;
    uint32_t later = 0, *places = is_divided ? (uint32_t *)take(search->context, frame->opened.count / 2 + 1) : NULL;
    if (is_divided && !places)
        return rules_stopped(search);
    const bool expects = asks_one_by_one(search, frame);
    for (uint32_t step = 0; step < frame->opened.count + later; step++) {
        uint32_t place = step < frame->opened.count ? step : places[step - frame->opened.count];
        uint32_t number = number_at(frame, place);
        if (is_divided && step && step < frame->opened.count && is_left_for_later(search, frame, number)) {
            places[later++] = place;
            continue;
        }
        if (is_watched)
            note_stage(search, height, number, place, frame->opened.count);
        frame->place = place;
        if (expects && place + 1 < frame->opened.count)
            expect_child(search, frame, place + 1);
        if (!value_child(search, frame, number, frame->opened.children[number], &visit)) {
            note_end(search, height, number);
            return false;
        }
        if (frame->is_root)
            note_score(search, number, visit.value);
        bool is_cut = is_cut_by(search, frame, number, &visit);
        if (frame->is_root && beats_window(search, frame))
            note_leader(search, &frame->line, frame->best);
        if (is_cut) {
            if (!learn(search, frame, place))
                return false;
            cut(search, frame, frame->opened.count + later - step - 1);
            break;
        }
    }
    return true;
}

static bool search_frame(Search *search, Frame *frame)
{
    if (!begin_frame(search, frame))
        return false;
    if (frame->is_sample)
        search->sampled += frame->opened.count;
    const int64_t height = frame->ply - search->run->ply;
    const bool is_told = search->shared && height > 0 && height <= DIVIDED;
    if (is_told)
        tell_under_way(search->shared, frame->key, true);
    bool is_done = search_successors(search, frame, height);
    if (is_told)
        tell_under_way(search->shared, frame->key, false);
    return is_done && finish_frame(search, frame);
}

static bool search_root(Search *search, Frame *root)
{
    Run *run = search->run;
    if (!enter_node(search) || !open_root(search, root->state, &root->opened))
        return false;
    if (!root->opened.count) {
        search->leaves++;
        if (!check_sum(search, root->opened.worths))
            return false;
        run->value = root->opened.worths[0];
        run->is_final = true;
        run->solved = PROVED;
        return true;
    }
    root->entered = search->nodes;
    root->is_max = root->opened.mover == 0;
    root->best = root->is_max ? LEAST : MOST;
    if (search->has_table || search->endless || search->ordering.by_previous)
        root->own = root->key = key_of(search->context, root->state);
    if (search->has_table && !table_key(
            search, root->state, root->own, root->ply, asks_alike(search, root->ply), &root->key, &root->is_own))
        return false;
    root->is_long = looks_ahead(search, root->draft);
    root->asks_alike = asks_alike(search, root->ply + 1);
    root->by_history = root->is_long && try_history(&search->ordering, root->ply, &root->is_trial);
    if (has_order(&search->ordering, root->by_history)
        && !arrange(
            &search->ordering, search->context, root->state, &root->opened, root->ply, root->by_history, &root->order))
        return rules_stopped(search);
    if (!hint_root(search, root) || !count_draft(search, root)
        || (search->endless && !go_to(search, root->state, root->own)))
        return false;
    return search_frame(search, root);
}

void kernel_search(Search *search, Run *run)
{
    Word *mark = search->context->top;
    Frame root = {.draft = run->draft, .ply = run->ply, .alpha = run->alpha, .beta = run->beta, .is_root = true, .is_whole = true};
    search->stages[0].child = NO_CHILD;
    search->has_end = false;
    bool is_begun = begin_run(search, run, &root.state);
    if (fmax(root.alpha.value, search->least.value) < fmin(root.beta.value, search->most.value)) {
        root.alpha = root.alpha.value < search->least.value ? search->least : root.alpha;
        root.beta = root.beta.value > search->most.value ? search->most : root.beta;
    }
    if (is_begun && search_root(search, &root)) {
        if (!run->is_final) {
            run->value = root.best;
            run->bound = (uint8_t)root.bound;
            run->solved = (uint8_t)proof(search, 0, 0);
        }
        finish_run(search, &root.line);
    } else {
        bool told = beats_window(search, &root);
        run->value = root.best;
        run->bound = !run->was_opened ? EXACT : root.is_max ? LOWER : UPPER;
        finish_run(search, told ? &root.line : NULL);
    }
    release(search->context, mark);
}
