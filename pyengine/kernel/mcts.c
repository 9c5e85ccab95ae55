#include "mcts.h"

#include <math.h>
#include <stdlib.h>

#include "playouts.h"
#include "positions.h"
#include "rule_calls.h"
#include "slices.h"

/*  What a larger worth, and an infinite one, counts for in means. */
#define LARGEST 1e200

struct Tree {
    const Rules *rules;
    uint32_t players;
    Sampling settings;
    Positions positions; /* by the numbers of nodes */
    TreeNode *nodes;
    double *sums; /* by node and player; the exact values where a node is solved */
    uint32_t count, node_room;
    uint32_t *path;
    size_t length, path_room;
    bool full;
    bool has_total; /* what a final position is worth to two opponents together */
    double total;
    /* of the task that is under way */
    Context *context;
    Growth *growth;
    uint32_t patience;
};

static bool end_growth(Tree *tree, enum Ending ending)
{
    tree->growth->ending = ending;
    return false;
}

static double *sums_of(const Tree *tree, uint32_t number)
{
    return tree->sums + (size_t)number * tree->players;
}

static bool make_node_room(Tree *tree, uint64_t more)
{
    uint64_t wanted = tree->count + more;
    if (wanted <= tree->node_room)
        return true;
    uint64_t room = wanted + wanted / 2;
    if (room >= NO_NODE || !enlarge(&tree->nodes, room, sizeof(TreeNode))
        || !enlarge(&tree->sums, room * tree->players, sizeof(double)))
        return false;
    tree->node_room = (uint32_t)room;
    return true;
}

static void new_node(Tree *tree, uint32_t number)
{
    tree->nodes[number] = (TreeNode){.best = NO_NODE};
    for (uint32_t player = 0; player < tree->players; player++)
        sums_of(tree, number)[player] = 0;
}

Tree *kernel_make_tree(const Rules *rules, const Sampling *settings, const uint8_t *root, size_t size)
{
    Tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return NULL;
    tree->rules = rules;
    tree->players = rules->players;
    tree->settings = *settings;
    if (!set_up_positions(&tree->positions) || !append_packed(&tree->positions, root, size)
        || !make_node_room(tree, 1)) {
        kernel_free_tree(tree);
        return NULL;
    }
    new_node(tree, 0);
    tree->count = 1;
    return tree;
}

void kernel_free_tree(Tree *tree)
{
    tear_down_positions(&tree->positions);
    free(tree->nodes);
    free(tree->sums);
    free(tree->path);
    free(tree);
}

void kernel_tree_node(const Tree *tree, uint32_t number, TreeNode *node, double *sums)
{
    *node = tree->nodes[number];
    for (uint32_t player = 0; player < tree->players; player++)
        sums[player] = sums_of(tree, number)[player];
}

static double weight(double value)
{
    return value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
}

/*  What values count for; to two opponents it is the same with the other sign. */
static void shares_of(const Tree *tree, const double *values, double *shares)
{
    for (uint32_t player = 0; player < tree->players; player++)
        shares[player] = weight(values[player]);
    if (tree->settings.opposed)
        shares[1] = -shares[0];
}

static bool go_down(Tree *tree, uint32_t number)
{
    if (tree->length == tree->path_room) {
        size_t room = 2 * tree->path_room + 64;
        if (!enlarge(&tree->path, room, sizeof(uint32_t)))
            return end_growth(tree, NO_MEMORY);
        tree->path_room = room;
    }
    tree->path[tree->length++] = number;
    return true;
}

/*  A move that was never tried counts for what the position has come to, as if it had been tried so often. */
#define URGENCY 4

static uint32_t select_child(const Tree *tree, uint32_t number)
{
    const TreeNode *node = tree->nodes + number;
    uint32_t mover = node->mover, chosen = NO_NODE;
    double low = tree->settings.low[mover], spread = tree->settings.high[mover] - low, most = -INFINITY;
    double times = node->visits ? (double)node->visits : 1, widening = tree->settings.exploration * log(times);
    double untried = sqrt(widening / URGENCY);
    if (spread > 0)
        untried += (sums_of(tree, number)[mover] / times - low) / spread;
    for (uint32_t place = node->first; place < node->first + node->count; place++) {
        const TreeNode *child = tree->nodes + place;
        if (child->solved)
            continue;
        double visits = (double)child->visits, score = child->visits ? sqrt(widening / visits) : untried;
        if (child->visits && spread > 0)
            score += (sums_of(tree, place)[mover] / visits - low) / spread;
        if (chosen == NO_NODE || score > most) {
            chosen = place;
            most = score;
        }
    }
    return chosen;
}

/*  What a solved position is worth to a player; the second of two opponents wants the first to have less. */
static double gain(const Tree *tree, uint32_t mover, uint32_t place)
{
    const double *exact = sums_of(tree, place);
    return mover && tree->settings.opposed ? -exact[0] : exact[mover];
}

static void note_solved(Tree *tree, uint32_t number, uint32_t place)
{
    TreeNode *node = tree->nodes + number;
    const Sampling *stakes = &tree->settings;
    node->unsolved--;
    double found = gain(tree, node->mover, place);
    double before = node->best == NO_NODE ? -INFINITY : gain(tree, node->mover, node->best);
    if (node->best == NO_NODE || found > before || (found == before && place < node->best)) {
        node->best = place;
        before = found;
    }
    double limit = node->mover == 0 ? stakes->most.value : -stakes->least.value;
    if (node->unsolved && !(stakes->opposed && before >= limit))
        return;
    node->solved = true;
    node->floats = tree->nodes[node->best].floats;
    for (uint32_t player = 0; player < tree->players; player++)
        sums_of(tree, number)[player] = sums_of(tree, node->best)[player];
}

/*  Whether a final position is worth to two opponents together what all others are; what is not plain is left to Python. */
static bool same_total(Tree *tree, const double *values)
{
    double total = values[0] + values[1];
    if (isinf(values[0]) || isinf(values[1]))
        return true;
    if (total - values[0] != values[1] || total - values[1] != values[0])
        return false;
    if (!tree->has_total) {
        tree->has_total = true;
        tree->total = total;
    }
    return tree->total == total;
}

static bool solve_at_sight(Tree *tree, Word position, uint32_t number)
{
    Context *context = tree->context;
    Word *mark = context->top;
    bool is_final;
    allow_steps(context);
    if (!tree->rules->is_terminal(context, position, &is_final))
        return end_growth(tree, ending_of(context));
    if (is_final) {
        Number worths[MOST_PLAYERS];
        double *values = sums_of(tree, number);
        allow_steps(context);
        if (!tree->rules->worths(context, position, worths))
            return end_growth(tree, ending_of(context));
        for (uint32_t player = 0; player < tree->players; player++) {
            if (isnan(worths[player].value))
                return end_growth(tree, ESCAPED);
            values[player] = worths[player].value;
            tree->nodes[number].floats |= (uint32_t)worths[player].is_float << player;
        }
        tree->nodes[number].solved = true;
        if (tree->settings.opposed && !same_total(tree, values))
            return end_growth(tree, ESCAPED);
    }
    release(context, mark);
    return true;
}

static bool add_children(Tree *tree, const Expansion *expansion)
{
    for (uint32_t i = 0; i < expansion->count; i++) {
        uint32_t number = tree->count + i;
        new_node(tree, number);
        if (!solve_at_sight(tree, expansion->children[i], number))
            return false;
        if (!append_position(&tree->positions, tree->context, expansion->children[i]))
            return end_growth(tree, NO_MEMORY);
    }
    return true;
}

static bool open_leaf(Tree *tree, uint32_t number)
{
    Context *context = tree->context;
    Word *mark = context->top, position;
    Expansion expansion;
    size_t size;
    const uint8_t *bytes = bytes_of(&tree->positions, number, &size);
    allow_steps(context);
    if (!unpack(context, bytes, size, &position))
        return end_growth(tree, ESCAPED);
    if (!tree->rules->expand(context, position, &expansion))
        return end_growth(tree, ending_of(context));
    if (!expansion.count)
        return end_growth(tree, ESCAPED);
    if (number && (uint64_t)tree->count + expansion.count > tree->settings.room) {
        tree->full = true;
        release(context, mark);
        return true;
    }
    if (!make_node_room(tree, expansion.count))
        return end_growth(tree, NO_MEMORY);
    if (!add_children(tree, &expansion)) {
        tree->positions.count = tree->count;
        tree->positions.used = tree->positions.starts[tree->count];
        return false;
    }
    TreeNode *node = tree->nodes + number;
    node->mover = expansion.mover;
    node->first = tree->count;
    node->count = node->unsolved = expansion.count;
    tree->count += expansion.count;
    for (uint32_t place = node->first; place < tree->count && !node->solved; place++)
        if (tree->nodes[place].solved)
            note_solved(tree, number, place);
    release(context, mark);
    return true;
}

static bool estimate_end(Tree *tree, Word position, double *values)
{
    Context *context = tree->context;
    Number value = tree->settings.unknown;
    for (uint32_t player = 0; player < tree->players; player++)
        values[player] = 0;
    if (!tree->rules->staticval && tree->players != 2)
        return true;
    allow_steps(context);
    if (tree->rules->staticval && !tree->rules->staticval(context, position, &value))
        return end_growth(tree, ending_of(context));
    if (isnan(value.value))
        return end_growth(tree, ESCAPED);
    values[0] = value.value;
    if (tree->players == 2)
        values[1] = -value.value;
    return true;
}

static bool play_out(Tree *tree, uint32_t number, double *values)
{
    Context *context = tree->context;
    Word *start = context->top, position;
    size_t size;
    const uint8_t *bytes = bytes_of(&tree->positions, number, &size);
    if (!unpack(context, bytes, size, &position))
        return end_growth(tree, ESCAPED);
    Chance chance;
    Playout game;
    begin_chance(&chance, tree->settings.seed, tree->growth->nodes);
    enum Ending ending = play_at_random(
        tree->rules, context, context->top, position, &chance, tree->settings.most_plies, &tree->patience, &game);
    if (ending)
        return end_growth(tree, ending);
    if (game.worths) {
        for (uint32_t player = 0; player < tree->players; player++) {
            values[player] = game.worths[player].value;
            if (isnan(values[player]))
                return end_growth(tree, ESCAPED);
        }
    } else if (!estimate_end(tree, game.last, values))
        return false;
    release(context, start);
    return true;
}

static void shares_above(const Tree *tree, const TreeNode *node, uint32_t place, double *shares)
{
    double better[MOST_PLAYERS], here[MOST_PLAYERS];
    if (node->best == NO_NODE)
        return;
    shares_of(tree, sums_of(tree, node->best), better); /* a solved node has the values of its best successor */
    const TreeNode *child = tree->nodes + place;
    if (child->solved)
        shares_of(tree, sums_of(tree, place), here);
    else
        here[node->mover] = sums_of(tree, place)[node->mover] / (double)child->visits;
    if (node->solved || better[node->mover] > here[node->mover])
        for (uint32_t player = 0; player < tree->players; player++)
            shares[player] = better[player];
}

static void back_up(Tree *tree, double *shares)
{
    Sampling *settings = &tree->settings;
    for (uint32_t player = 0; player < tree->players; player++) {
        settings->low[player] = fmin(settings->low[player], shares[player]);
        settings->high[player] = fmax(settings->high[player], shares[player]);
    }
    uint32_t place = NO_NODE;
    for (size_t height = tree->length; height-- > 0;) {
        uint32_t number = tree->path[height];
        TreeNode *node = tree->nodes + number;
        if (place != NO_NODE) {
            if (tree->nodes[place].solved)
                note_solved(tree, number, place);
            shares_above(tree, node, place, shares);
        }
        node->visits++;
        for (uint32_t player = 0; !node->solved && player < tree->players; player++)
            sums_of(tree, number)[player] += shares[player];
        place = number;
    }
}

static bool iterate(Tree *tree)
{
    double values[MOST_PLAYERS], shares[MOST_PLAYERS];
    uint32_t last = 0;
    tree->length = 0;
    if (!go_down(tree, 0))
        return false;
    while (tree->nodes[last].count) {
        last = select_child(tree, last);
        if (!go_down(tree, last))
            return false;
    }
    if ((tree->nodes[last].visits || tree->length == 1) && !tree->full) {
        if (!open_leaf(tree, last))
            return false;
        if (tree->nodes[last].count && !tree->nodes[last].solved) {
            last = select_child(tree, last);
            if (!go_down(tree, last))
                return false;
        }
    }
    if (tree->nodes[last].solved) {
        tree->growth->leaves++;
        shares_of(tree, sums_of(tree, last), shares);
    } else {
        if (!play_out(tree, last, values))
            return false;
        shares_of(tree, values, shares);
    }
    back_up(tree, shares);
    return true;
}

void kernel_grow(Tree *tree, Context *context, Growth *growth)
{
    Word *start = context->top, root;
    size_t size;
    const uint8_t *bytes = bytes_of(&tree->positions, 0, &size);
    tree->context = context;
    tree->growth = growth;
    growth->ending = DONE;
    context->reason = GOING;
    if (!take_in(tree->rules, context, bytes, size, &root))
        end_growth(tree, ESCAPED);
    release(context, start);
    while (!growth->ending && !tree->nodes[0].solved && growth->nodes < growth->most_nodes) {
        pause_now_and_then(&tree->patience);
        if (context->interrupt)
            end_growth(tree, (enum Ending)context->interrupt);
        else if (iterate(tree))
            growth->nodes++;
        release(context, start);
    }
}
