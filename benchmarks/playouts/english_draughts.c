/*  English draughts on sets of 32 squares, row by row from the top: black is at the top and begins, and goes down. The
    board is turned round after each move, so that who is to move goes down. The game is drawn after 80 plies without
    a capture or a move of a man. */

#include "game.h"

enum { DRAW_AFTER = 80, MOST_CAPTURES = 256 };

typedef struct {
    uint32_t own, other, kings; /* kings of both */
    int quiet;
    bool is_second;
} Board;

/*  The end of a capture: what is taken, and where the piece comes from and gets to. */
typedef struct {
    uint32_t taken;
    uint8_t from, to;
} Capture;

typedef struct {
    Board board;
    uint32_t targets[4]; /* squares that a step gets to, by its direction */
    unsigned counts[4];
    unsigned captured;   /* how many captures there are; only where there are some is `captures` filled */
    Capture captures[MOST_CAPTURES];
} Position;

/*  Rows are numbered from 0; in even rows the squares of a row stand to the right of those in odd ones. Down to the right is
    4 squares further from an odd row and 5 from an even one; down to the left is 4 from an even row and 3 from an odd one. */
#define EVEN UINT32_C(0x0f0f0f0f)
#define ODD UINT32_C(0xf0f0f0f0)
#define LEFT UINT32_C(0x10101010)  /* the leftmost squares of odd rows */
#define RIGHT UINT32_C(0x08080808) /* the rightmost of even ones */

static inline uint32_t down_left(uint32_t set) { return ((set & EVEN) << 4) | ((set & ODD & ~LEFT) << 3); }
static inline uint32_t down_right(uint32_t set) { return ((set & ODD) << 4) | ((set & EVEN & ~RIGHT) << 5); }
static inline uint32_t up_left(uint32_t set) { return ((set & EVEN) >> 4) | ((set & ODD & ~LEFT) >> 5); }
static inline uint32_t up_right(uint32_t set) { return ((set & ODD) >> 4) | ((set & EVEN & ~RIGHT) >> 3); }

static inline uint32_t shifted(uint32_t set, int way)
{
    switch (way) {
    case 0: return down_left(set);
    case 1: return down_right(set);
    case 2: return up_left(set);
    default: return up_right(set);
    }
}

static Position start(void) { return (Position){.board = {.own = 0xfff, .other = UINT32_C(0xfff) << 20}}; }

/*  Go on jumping from a square; each capture that cannot go on is one. */
static void jump(Position *position, uint32_t at, int from, uint32_t prey, uint32_t empty, uint32_t taken, int ways)
{
    bool goes_on = false;
    for (int way = 0; way < ways; way++) {
        uint32_t over = shifted(at, way) & prey, to = shifted(over, way) & empty;
        if (to) {
            goes_on = true;
            jump(position, to, from, prey & ~over, empty, taken | over, ways);
        }
    }
    if (!goes_on && taken && position->captured < MOST_CAPTURES)
        position->captures[position->captured++] = (Capture){taken, (uint8_t)from, (uint8_t)__builtin_ctz(at)};
}

static inline uint32_t jumpers(uint32_t set, uint32_t prey, uint32_t empty, int ways)
{
    uint32_t found = 0;
    for (int way = 0; way < ways; way++)
        found |= shifted(shifted(empty, 3 - way) & prey, 3 - way) & set;
    return found;
}

static inline unsigned moves(Position *position)
{
    const Board *board = &position->board;
    position->captured = 0;
    if (board->quiet >= DRAW_AFTER)
        return 0;
    uint32_t kings = board->own & board->kings, men = board->own & ~board->kings, empty = ~(board->own | board->other);
    for (uint32_t rest = jumpers(men, board->other, empty, 2); rest; rest &= rest - 1)
        jump(position, rest & -rest, __builtin_ctz(rest), board->other, empty, 0, 2);
    for (uint32_t rest = jumpers(kings, board->other, empty, 4); rest; rest &= rest - 1)
        jump(position, rest & -rest, __builtin_ctz(rest), board->other, empty | (rest & -rest), 0, 4);
    if (position->captured)
        return position->captured;
    unsigned count = 0;
    for (int way = 0; way < 4; way++) {
        position->targets[way] = shifted(way < 2 ? board->own : kings, way) & empty;
        count += position->counts[way] = (unsigned)bits(position->targets[way]);
    }
    return count;
}

static inline uint32_t turned(uint32_t set)
{
    set = ((set >> 1) & 0x55555555) | ((set & 0x55555555) << 1);
    set = ((set >> 2) & 0x33333333) | ((set & 0x33333333) << 2);
    set = ((set >> 4) & 0x0f0f0f0f) | ((set & 0x0f0f0f0f) << 4);
    return __builtin_bswap32(set);
}

static inline void make(Position *position, unsigned n)
{
    Board *board = &position->board;
    uint32_t from, to, taken = 0;
    if (position->captured) {
        from = UINT32_C(1) << position->captures[n].from;
        to = UINT32_C(1) << position->captures[n].to;
        taken = position->captures[n].taken;
    } else {
        int way = 0;
        while (n >= position->counts[way])
            n -= position->counts[way++];
        to = (uint32_t)nth_bit(position->targets[way], n);
        from = shifted(to, 3 - way);
    }
    bool is_king = board->kings & from;
    uint32_t own = (board->own & ~from) | to, other = board->other & ~taken;
    uint32_t kings = board->kings & ~(taken | from);
    kings |= is_king ? to : to & UINT32_C(0xf0000000);
    *board = (Board){
        .own = turned(other),
        .other = turned(own),
        .kings = turned(kings),
        .quiet = is_king && !taken ? board->quiet + 1 : 0,
        .is_second = !board->is_second,
    };
}

static inline int worth(const Position *position)
{
    Position again = *position;
    again.board.quiet = 0;
    if (position->board.quiet >= DRAW_AFTER && moves(&again))
        return 0;
    return position->board.is_second ? 1000 : -1000;
}

#include "main.h"
