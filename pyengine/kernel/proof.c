/*  Proof-number search, depth first: `pyengine/search/proof.py`, function by function under the same names. */

#include "proof.h"

#include "search.h"

/*  A successor may become harder than the next best by a quarter before that one is tried. */
enum { EAGERNESS = 4, LARGEST = INFINITE - 1 };

/*  A position that has been opened: the numbers of its successors, and how large its own may become. `mine` are those
    that its mover makes small by one good move (to MAX the proof numbers), `theirs` the others. */
typedef struct {
    Word state;
    Key own, key;
    Expansion opened;
    Key *keys; /* of the successors, where there is a table */
    uint32_t *mine, *theirs;
    uint32_t most_mine, most_theirs, least, hardest, best;
    bool is_max;
    uint64_t entered; /* how many nodes there were before */
} ProofFrame;

static bool prove_position(
    Search *search, Proving *proving, Word state, Key key, ProofNumbers most, ProofNumbers *out, ProofFrame *frame);

static bool holds(const Proving *proving, double worth)
{
    return proving->is_strict ? worth > proving->goal.value : worth >= proving->goal.value;
}

/*  Answer the question for a final position. */
static bool decide_leaf(Search *search, Proving *proving, Key key, Number value, ProofNumbers *out)
{
    if (value.value < search->least.value || value.value > search->most.value)
        return end_run(search, ESCAPED); /* it is told by who takes over */
    search->leaves++;
    if (holds(proving, value.value)) {
        if (!proving->has_lowest || value.value < proving->lowest.value)
            proving->lowest = value;
        proving->has_lowest = true;
        *out = (ProofNumbers){0, INFINITE};
    } else {
        if (!proving->has_highest || value.value > proving->highest.value)
            proving->highest = value;
        proving->has_highest = true;
        *out = (ProofNumbers){INFINITE, 0};
    }
    return !proving->table || store_numbers(proving->table, key, *out, 0) || end_run(search, NO_MEMORY);
}

/*  Take what the table has of the successors that are not decided: numbers never become smaller in a frame. */
static void look_up_children(Search *search, const Proving *proving, ProofFrame *frame)
{
    ProofNumbers found;
    if (!proving->table)
        return;
    for (uint32_t place = 0; place < frame->opened.count; place++) {
        uint32_t *mine = frame->mine + place, *theirs = frame->theirs + place;
        if (!*mine || !*theirs || !find_numbers(proving->table, frame->keys[place], &found))
            continue;
        uint32_t first = frame->is_max ? found.proof : found.disproof;
        uint32_t second = frame->is_max ? found.disproof : found.proof;
        bool is_decided = !first || !second;
        search->hits += is_decided;
        *mine = is_decided || first > *mine ? first : *mine;
        *theirs = is_decided || second > *theirs ? second : *theirs;
    }
}

/*  Take the numbers of a successor; true where it decides the position for who moves there. */
static bool put_numbers(ProofFrame *frame, uint32_t place, ProofNumbers numbers)
{
    frame->mine[place] = frame->is_max ? numbers.proof : numbers.disproof;
    frame->theirs[place] = frame->is_max ? numbers.disproof : numbers.proof;
    return !frame->mine[place];
}

/*  Take the numbers of the successor that was visited, and what else has been found out meanwhile. */
static void take_numbers(Search *search, const Proving *proving, ProofFrame *frame, ProofNumbers numbers)
{
    uint32_t *mine = frame->mine + frame->best, *theirs = frame->theirs + frame->best;
    uint32_t old_mine = *mine, old_theirs = *theirs;
    if (put_numbers(frame, frame->best, numbers))
        return;
    if (*theirs) {
        *mine = *mine < old_mine ? old_mine : *mine;
        *theirs = *theirs < old_theirs ? old_theirs : *theirs;
    }
    look_up_children(search, proving, frame);
}

/*  Value the successors that are final, until one decides the position. */
static bool value_finals(Search *search, Proving *proving, ProofFrame *frame)
{
    for (uint32_t place = 0; place < frame->opened.count; place++) {
        Word child = frame->opened.children[place];
        Key key = frame->keys ? frame->keys[place] : (Key){0};
        ProofNumbers numbers;
        Number value;
        bool final;
        if (frame->mine[place] != 1 || !frame->theirs[place])
            continue;
        if (!is_final(search, child, &final))
            return false;
        if (!final)
            continue;
        if (!enter_node(search) || !value_at_sight(search, child, true, &value)
            || !decide_leaf(search, proving, key, value, &numbers))
            return false;
        if (put_numbers(frame, place, numbers))
            break;
    }
    return true;
}

/*  Take what the table has of the successors; at the first visit, value those that are final. */
static bool open_frame(Search *search, Proving *proving, ProofFrame *frame)
{
    Context *context = search->context;
    uint32_t count = frame->opened.count;
    ProofNumbers found;
    frame->mine = (uint32_t *)take(context, count);
    frame->keys = proving->table && frame->mine ? (Key *)take(context, 2 * (size_t)count) : NULL;
    if (!frame->mine || (proving->table && !frame->keys))
        return rules_stopped(search);
    frame->theirs = frame->mine + count;
    bool is_decided = false, is_own;
    for (uint32_t place = 0; place < count; place++) {
        Word child = frame->opened.children[place];
        frame->mine[place] = frame->theirs[place] = 1;
        if (!proving->table)
            continue;
        if (!table_key(search, child, key_of(context, child), 0, search->asks_alike, frame->keys + place, &is_own))
            return false;
        expect_numbers(proving->table, frame->keys[place]);
    }
    look_up_children(search, proving, frame);
    for (uint32_t place = 0; place < count; place++)
        is_decided = is_decided || !frame->mine[place];
    if (!search->settings.finals || is_decided || (proving->table && find_numbers(proving->table, frame->key, &found)))
        return true;
    return value_finals(search, proving, frame);
}

/*  Choose the successor to visit next, and how large its numbers may become; false where the frame is left. */
static bool choose_child(ProofFrame *frame, ProofNumbers *most)
{
    uint32_t least = INFINITE + 1, second = INFINITE, hardest = 0, open = 0;
    for (uint32_t place = 0; place < frame->opened.count; place++) {
        uint32_t mine = frame->mine[place], theirs = frame->theirs[place];
        if (mine < least) {
            second = least < INFINITE ? least : INFINITE;
            least = mine;
            frame->best = place;
        } else if (mine < second) {
            second = mine;
        }
        hardest = theirs > hardest ? theirs : hardest;
        open += theirs != 0;
    }
    frame->least = least;
    frame->hardest = hardest;
    if (hardest && hardest < INFINITE)
        frame->hardest = hardest + open - 1 < LARGEST ? hardest + open - 1 : LARGEST;
    if (!least || !hardest || least >= frame->most_mine || frame->hardest >= frame->most_theirs)
        return false;
    uint32_t first = second + 1 + second / EAGERNESS;
    first = first < frame->most_mine ? first : frame->most_mine;
    uint32_t rest = frame->most_theirs == INFINITE ? INFINITE : frame->most_theirs - (open - 1);
    *most = frame->is_max ? (ProofNumbers){first, rest} : (ProofNumbers){rest, first};
    return true;
}

/*  Keep the numbers of a position, and come back from it. */
static bool leave_frame(Search *search, Proving *proving, ProofFrame *frame, ProofNumbers *out)
{
    uint32_t open = 0;
    for (uint32_t place = 0; place < frame->opened.count; place++)
        open += frame->mine[place] && frame->theirs[place];
    come_back(search, frame->state, frame->own);
    search->cutoffs += !frame->least && open;
    *out = frame->is_max ? (ProofNumbers){frame->least, frame->hardest} : (ProofNumbers){frame->hardest, frame->least};
    return !proving->table || store_numbers(proving->table, frame->key, *out, search->nodes - frame->entered)
        || end_run(search, NO_MEMORY);
}

/*  Go where the numbers point, until the position is decided or its numbers are too large. */
static bool search_frame(Search *search, Proving *proving, ProofFrame *frame, ProofNumbers *out)
{
    ProofNumbers most, found;
    while (choose_child(frame, &most)) {
        Key key = frame->keys ? frame->keys[frame->best] : (Key){0};
        ProofFrame child = {0};
        if (!prove_position(search, proving, frame->opened.children[frame->best], key, most, &found, &child))
            return false;
        take_numbers(search, proving, frame, found);
    }
    return leave_frame(search, proving, frame, out);
}

/*  Enter a position, and find its numbers. */
static bool prove_position(
    Search *search, Proving *proving, Word state, Key key, ProofNumbers most, ProofNumbers *out, ProofFrame *frame)
{
    Context *context = search->context;
    Word *mark = context->top;
    if (!has_room(search, 0, 0) || !enter_node(search))
        return false;
    allow_steps(context);
    if (!search->rules->expand(context, state, &frame->opened))
        return rules_stopped(search);
    if (!frame->opened.count) {
        Number value = frame->opened.worths[0];
        bool is_checked = check_sum(search, frame->opened.worths);
        release(context, mark);
        return is_checked && decide_leaf(search, proving, key, value, out);
    }
    frame->state = state;
    frame->key = key;
    frame->own = key_of(context, state);
    frame->is_max = frame->opened.mover == 0;
    frame->most_mine = frame->is_max ? most.proof : most.disproof;
    frame->most_theirs = frame->is_max ? most.disproof : most.proof;
    frame->entered = search->nodes;
    bool done = go_to(search, state, frame->own) && open_frame(search, proving, frame)
        && search_frame(search, proving, frame, out);
    release(context, mark);
    return done;
}

void kernel_prove(Search *search, Proving *proving)
{
    Word *mark = search->context->top, root;
    Key key = {0};
    bool is_own;
    ProofFrame frame = {0};
    ProofNumbers found = {0}, most = {INFINITE, INFINITE};
    proving->holds = proving->has_lowest = proving->has_highest = false;
    proving->choice = -1;
    search->asks_alike = proving->table && search->settings.canonical && search->rules->canonical;
    if (begin_run(search, &proving->run, &root)
        && (!proving->table || table_key(search, root, key_of(search->context, root), 0, search->asks_alike, &key, &is_own))
        && prove_position(search, proving, root, key, most, &found, &frame)) {
        proving->holds = !found.proof;
        if (frame.opened.count && proving->holds == frame.is_max)
            proving->choice = frame.best;
    }
    finish_run(search, NULL);
    release(search->context, mark);
}
