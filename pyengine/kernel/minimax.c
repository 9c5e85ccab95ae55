/*  Plain minimax: `pyengine/search/minimax.py`, function by function under the same names. With a table, each position of equal depth
    is valued once. */

#include "search.h"

typedef struct {
    Word state;
    Key own, key;
    Expansion opened;
    int64_t left; /* plies, for its successors */
    int64_t ply;
    Number best;
    uint32_t best_child;
    uint64_t entered; /* how many nodes there were before */
    bool is_max;
    Line line;
} Node;

static bool value_node(Search *search, Node *node);

/*  What a position met on the way turns out to be. */
typedef struct {
    Key own, key;
    bool is_own;
    Number value;
    Line line;
} Found;

static bool value_position(Search *search, Word position, int64_t left, int64_t ply, Found *found)
{
    Context *context = search->context;
    if (search->has_table) {
        found->own = found->key = key_of(context, position);
        if (!table_key(search, position, found->own, ply, search->asks_alike, &found->key, &found->is_own))
            return false;
        const Entry *entry = ply ? known_entry(search, found->key) : NULL;
        if (entry && (entry->depth == left || (entry->solved && entry->depth <= left))) {
            found->value = take_entry(search, entry, &found->line);
            return true;
        }
    }
    if (!enter_node(search))
        return false;
    enum Proof solved = PROVED;
    bool final, is_cut = false;
    if (left <= 0) {
        if (!is_final(search, position, &final) || !value_at_sight(search, position, final, &found->value))
            return false;
        solved = final ? PROVED : LIMITED;
    } else {
        Word *mark = context->top;
        Node node = {.state = position, .own = found->own, .key = found->key, .ply = ply, .line = found->line};
        node.entered = search->nodes;
        if (ply == 0) {
            if (!open_root(search, position, &node.opened))
                return false;
        } else {
            allow_steps(context);
            if (!search->rules->expand(context, position, &node.opened))
                return rules_stopped(search);
        }
        if (node.opened.count && ply && !cut_off(search, position, ply, &is_cut, &found->value))
            return false;
        if (node.opened.count && !is_cut) {
            node.left = search->endless ? ENDLESS : left - 1;
            bool done = value_node(search, &node);
            found->value = node.best;
            found->line = node.line;
            release(context, mark);
            return done;
        }
        if (ply == 0)
            search->run->was_opened = false; /* a final root is not told as opened */
        if (is_cut) {
            solved = SETTLED;
        } else {
            if (!check_sum(search, node.opened.worths))
                return false;
            found->value = node.opened.worths[0];
        }
        release(context, mark);
    }
    search->leaves++;
    return !search->has_table || store_leaf(search, found->key, left, found->value, solved);
}

/*  Take the value of a successor to that of the position. */
static void take_value(Search *search, Node *node, uint32_t child, const Found *found)
{
    double value = found->value.value, best = node->best.value;
    if (node->ply == 0)
        note_score(search, child, found->value);
    if (!node->line.length || (node->is_max ? value > best : value < best)) {
        node->best = found->value;
        node->best_child = child;
        lead(search, &node->line, child, &found->line);
    }
}

/*  Keep what a position that is done is worth, and come back from it. */
static bool finish_node(Search *search, Node *node, enum Proof solved)
{
    if (search->has_table) {
        int64_t depth = search->endless ? ENDLESS : node->left + 1;
        if (!store_value(
                search, node->key, depth, node->best, EXACT, solved, search->asks_alike ? 0 : node->best_child + 1, true,
                search->nodes - node->entered))
            return false;
    }
    if (search->endless)
        come_back(search, node->state, node->own);
    return true;
}

/*  Value the successors of a position, one after the other. */
static bool value_node(Search *search, Node *node)
{
    node->is_max = node->opened.mover == 0;
    node->best = (Number){node->is_max ? -INFINITY : INFINITY, true};
    if (!has_room(search, node->line.base, node->ply))
        return false;
    if (search->endless) {
        if (!search->has_table)
            node->own = key_of(search->context, node->state);
        if (!go_to(search, node->state, node->own))
            return false;
    }
    uint64_t mark = search->estimates, cut_mark = search->rule_cuts;
    for (uint32_t child = 0; child < node->opened.count; child++) {
        Found found = {.line = {.base = node->line.base + node->line.length}};
        if (!value_position(search, node->opened.children[child], node->left, node->ply + 1, &found))
            return false;
        take_value(search, node, child, &found);
    }
    return finish_node(search, node, proof(search, mark, cut_mark));
}

void kernel_minimax(Search *search, Run *run)
{
    Word *mark = search->context->top, root;
    Found found = {0};
    bool done = begin_run(search, run, &root) && value_position(search, root, run->draft, 0, &found);
    run->value = found.value;
    run->bound = EXACT;
    run->solved = done ? (uint8_t)proof(search, 0, 0) : LIMITED;
    run->is_final = done && !found.line.length;
    if (!done)
        run->bound = run->was_opened && run->mover ? UPPER : LOWER;
    finish_run(search, found.line.length ? &found.line : NULL);
    release(search->context, mark);
}
