/*  The kernel: searches of a game compiled to C, the same algorithms as those of `pyengine/search`, with the same values
    and the same counts.

    What Python calls is declared here, with the structures that it fills in and reads (`structures.py` reads them from here).
    Each task runs on the thread that calls it; `tasks.c` gives a task a thread of its own with a large stack, so that
    Python can look after signals and limits meanwhile.
*/

#ifndef PYENGINE_KERNEL_H
#define PYENGINE_KERNEL_H

#include "rules.h"

#define EXPORT __attribute__((visibility("default")))

/*  How a task ended. The first ones are what others write into `interrupt` of a context. */
enum Ending {
    DONE = 0,
    STOPPED_BY_USER = 1,   /* Ctrl-C */
    STOPPED_BY_CLOCK = 2,
    STOPPED_BY_SIGNAL = 3,
    STOPPED_BY_NODES = 4,
    ESCAPED = 5,           /* the rules stopped: another reasoner must do it */
    CYCLIC = 6,            /* a position came back on its own path: `place` has it */
    NOT_OPPOSED = 7,       /* what one player wins the other does not lose: `total`, `worths` */
    NO_MEMORY = 8
};

/*  Drafts (see `pyengine/search/horizon.py`) are whole numbers; these stand for the infinite ones. */
#define ENDLESS INT64_MAX
#define BEFORE_ALL INT64_MIN

/*  What a value rests on; `pyengine/search/table.py` says what each is. */
enum Proof { LIMITED = 0, PROVED = 1, SETTLED = 2 };
enum Bound { EXACT = 0, LOWER = 1, UPPER = 2 };
enum Replacement { BY_WORK = 0, BY_RECENCY = 1, BY_USE = 2 };

/*  Bytes that Python owns while it reads them, and the kernel frees. */
typedef struct {
    uint8_t *bytes;
    size_t size;
} Packed;

/*  The techniques of a search; `pyengine/search/options.py` says what each is. */
typedef struct {
    int64_t unit, floor; /* of the horizon */
    Number unknown;
    Number least, most; /* what a final position can be worth; infinite where the rules do not say */
    uint32_t killers;
    uint8_t scouts, strict, deeper, canonical, table_move, table_leaves;
    uint8_t order, static_order, previous_order, history, changes;
    uint8_t frees_single, frees_noisy; /* 0 where there are no extensions */
    uint8_t cutoff; /* whether the rules cut lines off */
    uint8_t reductions; /* whether late moves are searched less deep at first */
    uint8_t finals, etc; /* which successors are tried first */
    uint64_t long_search; /* nodes from which on a search is long */
    uint64_t alike_visits; /* positions of a ply from which on it is decided whether to ask for those that are alike */
    uint8_t lazy; /* whether successors may be made one by one */
    uint32_t returns; /* how often a line may come back to a state of a game with memory; 0 where there is none */
} Settings;

EXPORT void kernel_free_packed(Packed *packed);

typedef struct Table Table;
typedef struct Search Search;
struct SharedTable;

/*  Moves of the line of best play that are told while a run goes on. */
enum { LEADING = 16 };

/*  One run of a search: a position within a window. */
typedef struct {
    /* asked */
    const uint8_t *root, *first; /* packed; `first` is the successor to try first, or NULL */
    size_t root_size, first_size;
    int64_t draft, ply;
    Number alpha, beta;
    uint64_t most_nodes;
    /* counted on from what is there */
    uint64_t nodes, leaves, cutoffs, hits, made; /* `made`: successors */
    uint8_t has_total; /* what a final position is worth to both players together, where known */
    Number total;
    /* answered */
    uint32_t ending;
    Number value; /* while it runs, of the best of the root's moves so far */
    uint32_t leads;           /* grows by one before the line of that move is written, and by one after it */
    uint32_t leading_length;
    uint32_t leading[LEADING]; /* that line, as far as there is room: which successor, at each of its positions */
    uint8_t bound, solved, is_final, has_line, is_open, was_opened, mover;
    uint32_t line_length, score_count, root_count;
    const uint32_t *line;         /* which successor, at each position of the line, in the author's order */
    const uint32_t *score_places; /* which successors of the root were searched, in that order */
    const Number *scores;
    Packed place;
    Number worths[2];
} Run;

/*  How far a run has come at one ply of its path: at which successor, tried as the n-th, and of how many; 0 of them where
    they are made one by one. */
typedef struct {
    uint32_t child, place, count;
} Stage;

/*  What the table has of a position for good: it rests on final positions alone. */
typedef struct {
    Number value;
    uint32_t bound;
    uint32_t child; /* the best successor, counted from 1 in the author's order; 0 where it is not known */
    uint32_t work;  /* the rank in the table: the bits of the number of nodes, where it goes by work */
} Proved;

/*  A context for the kernel alone, with the symbols of another of the same game. NULL: no memory. */
EXPORT Context *kernel_make_context(const Rules *rules, const Context *other, uint64_t memory_bytes);
EXPORT void kernel_free_context(Context *context);
EXPORT const char *kernel_what(const Context *context); /* what stopped the rules last, for people; or NULL */

EXPORT Table *kernel_make_table(uint64_t entries, uint64_t bytes, uint32_t replacement);
EXPORT void kernel_free_table(Table *table);
/*  How full a table is, as `TableUse` of the driver. */
typedef struct {
    uint64_t entries, room, bytes, sweeps;
} TableUse;

EXPORT void kernel_table_use(const Table *table, TableUse *out);

/*  At most one of the tables is given. */
EXPORT Search *kernel_make_search(
    const Rules *rules, Context *context, const Settings *settings, Table *table, struct SharedTable *shared);
EXPORT void kernel_free_search(Search *search);
EXPORT void kernel_next_iteration(Search *search);
EXPORT uint64_t kernel_nodes(const Search *search); /* entered so far by the run that is under way */
/*  The path of the run that is under way, or that was stopped: how many plies of it were copied. */
EXPORT uint32_t kernel_stages(const Search *search, Stage *out, uint32_t most);
EXPORT void kernel_search(Search *search, Run *run);
EXPORT void kernel_minimax(Search *search, Run *run); /* by the definition; `draft` is plies */
/*  The successor of a position that the table holds for the best, where it has an exact value of this very search;
    -1 where it has not. */
EXPORT int64_t kernel_known_best(Search *search, const uint8_t *position, size_t size, int64_t draft, double value,
    int64_t ply);

/*  What the table has of a position for good, and to give it that. False: nothing; it was not kept. */
EXPORT bool kernel_proved(Search *search, const uint8_t *position, size_t size, Proved *out);
EXPORT bool kernel_keep(Search *search, const uint8_t *position, size_t size, const Proved *known);

#endif
