/*  What alpha-beta and minimax share: the state of a search, its counters, its path and its line of best play. */

#ifndef PYENGINE_SEARCH_H
#define PYENGINE_SEARCH_H

#include <math.h>

#include "rule_calls.h"
#include "ordering.h"
#include "slices.h"

/*  Plies of a path that are told: while the search goes on, and when it has to stop. */
enum { WATCHED = 8, STAGES = 256 };

/*  Final positions at the horizon whose worth for the second player is looked at too. */
enum { CHECKED = 256 };

/*  What was saved at a ply by knowing positions that are alike, as `pyengine/search/alike.py` counts it. */
typedef struct {
    uint64_t visits, saved_nodes;
} AlikePly;

enum { MOST_ALIKE_PLIES = 256 };

/*  Plies to go from which on a position of a long search is worth the time that ordering its moves takes. */
enum { DEEP_PLIES = 3, FINALS_SHARE = 16 };

struct Search {
    const Rules *rules;
    Context *context;
    Table *table;
    SharedTable *shared; /* in its place, where several threads search */
    bool has_table;
    Entry found;         /* what was found last */
    Settings settings;
    Ordering ordering;
    Notes path;        /* how often each position is on the path of a search without a depth limit */
    Notes states;      /* the same without the memory, of a game that has one */
    uint32_t *line;    /* lines of best play of all positions on the path, one after the other */
    size_t line_room;
    Number *scores;
    uint32_t *score_places;
    uint32_t score_room;
    bool keeps_use;    /* entries of the table note when they are used */
    bool asks_alike;   /* keys may stand for all positions that are alike */
    AlikePly alike[MOST_ALIKE_PLIES];
    bool may_be_lazy;  /* no technique wants to see all successors before one is searched */
    /* of the current run */
    Run *run;
    bool endless;
    Number least, most; /* what a position can be worth in it */
    bool finals;        /* whether final successors that none can better go first */
    uint64_t nodes, leaves, cutoffs, hits, made, most_nodes; /* `made`: successors */
    uint64_t estimates, rule_cuts; /* positions valued by estimate: at the depth limit, and where the rules cut off */
    uint32_t patience;
    Stage stages[STAGES + 1]; /* of the path, up to the one that is at no successor */
    bool has_end;             /* the last of them is noted */
    /* of all runs */
    uint32_t openings;        /* of positions that could be opened lazily */
    uint64_t sampled, spared; /* successors of those that were opened whole, and those of them that were made in vain */
};

/*  The line of best play of one position: which successor, and what follows. It starts at `base` of `line`; lines of
    positions further down come behind it. */
typedef struct {
    size_t base, length;
    bool is_open; /* the table answered at its end */
} Line;

/*  Put a successor and its line in place of a position's line; `has_room` has seen to it that there is room. */
static inline void lead(Search *search, Line *line, uint32_t child, const Line *rest)
{
    size_t length = rest ? rest->length : 0;
    if (length)
        __builtin_memmove(search->line + line->base + 1, search->line + rest->base, length * sizeof(uint32_t));
    search->line[line->base] = child;
    line->length = length + 1;
    line->is_open = rest && rest->is_open;
}

#define NO_CHILD UINT32_MAX

/*  Note at which successor of one of the first positions of its path the search is, for who asks how far it has come. */
static inline void note_stage(Search *search, int64_t height, uint32_t child, uint32_t place, uint32_t count)
{
    search->stages[height] = (Stage){child, place, count};
    search->stages[height + 1].child = NO_CHILD;
}

/*  Note where the search was at a position when it had to stop; the last one of the path comes first. */
void note_end(Search *search, int64_t height, uint32_t child);

/*  End a run: always false. */
bool end_run(Search *search, enum Ending ending);

/*  Whether there is stack, and room for lines, for one more position. A line gets longer by one on each way up that it is the
    first of, so it ends at most as many places behind the lowest base as there are positions above. */
static inline bool has_room(Search *search, size_t base, int64_t height)
{
    char here;
    return (&here >= search->context->stack_limit && base + (size_t)height + 2 <= search->line_room)
        || end_run(search, ESCAPED);
}

/*  Whether the next position may be entered; it then counts. */
static inline bool enter_node(Search *search)
{
    if (__builtin_expect(search->nodes >= search->most_nodes, 0))
        return end_run(search, STOPPED_BY_NODES);
    pause_now_and_then(&search->patience);
    if (__builtin_expect(search->context->interrupt, 0))
        return end_run(search, (enum Ending)search->context->interrupt);
    __atomic_store_n(&search->nodes, search->nodes + 1, __ATOMIC_RELAXED); /* who watches may read it meanwhile */
    return true;
}

/*  Whether final successors go first: all are looked at for it, which pays much earlier than looking farther ahead. */
static inline bool tries_finals(const Search *search)
{
    return search->finals && FINALS_SHARE * search->nodes >= search->settings.long_search;
}

/*  Whether so much is searched that it pays to leave out what saves nodes and no time, and to look farther ahead. */
static inline bool is_long(const Search *search)
{
    return search->nodes >= search->settings.long_search || (search->settings.reductions && !search->endless);
}

/*  Whether it pays to look at all successors of a position before one is searched. */
static inline bool looks_ahead(const Search *search, int64_t draft)
{
    return is_long(search) && draft >= DEEP_PLIES * search->settings.unit;
}

/*  End a run because the rules stopped: always false. */
static inline bool rules_stopped(Search *search)
{
    return end_run(search, ending_of(search->context));
}

/*  Whether positions at a ply share the entries of those that are alike. */
static inline bool asks_alike(const Search *search, int64_t ply)
{
    const AlikePly *at = search->alike + (ply < MOST_ALIKE_PLIES ? ply : MOST_ALIKE_PLIES - 1);
    return search->asks_alike
        && (search->keeps_use || at->visits < search->settings.alike_visits || at->saved_nodes > 0);
}

/*  The key under which the table has a position, with those that are alike where that is asked; where the distance from
    the root counts, with it. `is_own` says that it stands for the position itself, and not for another that is alike. */
bool special_key(Search *search, Word position, Key own, int64_t ply, bool asks_alike, Key *out, bool *is_own);

static inline bool table_key(
    Search *search, Word position, Key own, int64_t ply, bool asks_alike, Key *out, bool *is_own)
{
    *out = own;
    *is_own = true;
    return (!asks_alike && !search->settings.cutoff)
        || special_key(search, position, own, ply, asks_alike, out, is_own);
}

/*  What the values rest on that were found since there were so many estimates. */
static inline enum Proof proof(const Search *search, uint64_t estimates, uint64_t rule_cuts)
{
    return search->estimates != estimates ? LIMITED : search->rule_cuts != rule_cuts ? SETTLED : PROVED;
}

/*  Note what a value that the table gave rests on. */
static inline void note_standing(Search *search, uint8_t solved)
{
    search->estimates += solved == LIMITED;
    search->rule_cuts += solved == SETTLED;
}

/*  Estimate a position that is cut off. */
bool estimate(Search *search, Word position, Number *value);

/*  Whether the rules cut off a position that is not final; it then has its estimate in `value`. */
bool cut_off(Search *search, Word position, int64_t ply, bool *is_cut, Number *value);

/*  What the table has of a key, until it is asked again; NULL where it has nothing. */
static inline const Entry *known_entry(Search *search, Key key)
{
    bool is_known = search->table ? find_entry(search->table, key, &search->found)
                                  : find_shared(search->shared, key, &search->found);
    return is_known ? &search->found : NULL;
}

/*  Take the value of a position from what the table has of it. */
static inline Number take_entry(Search *search, const Entry *entry, Line *line)
{
    line->is_open = true;
    search->hits++;
    note_standing(search, entry->solved);
    if (search->keeps_use)
        touch_entry(search->table, entry);
    return (Number){entry->value, entry->is_float};
}

/*  Keep the value of a position that took so many nodes, with its best successor, counted from 1, or none. False: that
    ended the run. */
bool store_value(
    Search *search, Key key, int64_t depth, Number value, enum Bound bound, enum Proof solved, uint32_t child,
    bool is_own, uint64_t nodes);
bool store_leaf(Search *search, Key key, int64_t left, Number value, enum Proof solved);

/*  Whether a search with a draft goes on wherever one with `less` does, as `Horizon.covers` of the driver. */
static inline bool covers(const Settings *settings, int64_t draft, int64_t less)
{
    int64_t unit = settings->unit;
    if (unit == 1 || less == BEFORE_ALL || less == ENDLESS || draft == ENDLESS)
        return less <= draft;
    if (less < unit) /* no free ply is spent any more; drafts below zero are rounded down */
        return draft >= unit || (less - (less < 0) * (unit - 1)) / unit <= (draft - (draft < 0) * (unit - 1)) / unit;
    return less / unit <= draft / unit && less % unit <= draft % unit;
}

/*  Whether the best successor that an entry has is that of a position. A search that deepens comes back by the same ways,
    so what was noted of a position that stands for no others either is taken for this one's; one to the end comes by many. */
static inline bool is_noted_of(const Search *search, const Entry *entry, bool is_own)
{
    return entry->is_own == is_own && (is_own || !search->endless);
}

/*  Whether an entry is of a search that says what one with so much left would. */
static inline bool serves(const Settings *settings, const Entry *entry, int64_t left)
{
    return entry->depth == left || (entry->solved && (settings->deeper || covers(settings, left, entry->depth)))
        || (settings->deeper && entry->depth >= left);
}

/*  Check what a final position is worth to both players together. False: that ended the run. */
bool check_sum(Search *search, const Number *worths);

/*  Tell whether the game is over, and value a position without opening it: by its end, or by an estimate. False: that
    ended the run. */
static inline bool is_final(Search *search, Word position, bool *out)
{
    Context *context = search->context;
    Word *mark = context->top;
    allow_steps(context);
    if (!search->rules->is_terminal(context, position, out))
        return rules_stopped(search);
    release(context, mark);
    return true;
}

static inline bool value_at_sight(Search *search, Word position, bool final, Number *value)
{
    Context *context = search->context;
    const Rules *rules = search->rules;
    Word *mark = context->top;
    allow_steps(context);
    if (final) {
        Number worths[2];
        if (!rules->worths(context, position, worths))
            return rules_stopped(search);
        if (search->leaves < CHECKED && !check_sum(search, worths))
            return false;
        *value = worths[0];
    } else {
        search->estimates++;
        return estimate(search, position, value);
    }
    release(context, mark);
    return !isnan(value->value) || end_run(search, ESCAPED);
}

/*  Note what a successor of the root is worth. */
void note_score(Search *search, uint32_t child, Number value);

/*  Note the best of the root's moves so far, and its line, for who watches. */
void note_leader(Search *search, const Line *line, Number value);

/*  Before and after a run. `begin_run` unpacks the root. */
bool begin_run(Search *search, Run *run, Word *root);
bool open_root(Search *search, Word root, Expansion *out);
void finish_run(Search *search, const Line *line);

/*  Go to a position on the path of an endless search, and back. False: it is on the path already. */
bool go_to(Search *search, Word position, Key own);
void come_back(Search *search, Word position, Key own);

#endif
