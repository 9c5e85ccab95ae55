/*  The hash of a ground term, 128 bits: by structure, whatever is shared, the same in every process.

    The words of the term are mixed from left to right. Symbols that the rules name go in by number, others by the hash
    of their text. A term with more parts than memory has words shares some: it may take forever, and ends in false. */

#include "boxes.h"
#include "context.h"
#include "mixing.h"
#include "walk.h"

#include <math.h>

#define CELL_MARK UINT64_C(0x5851f42d4c957f2d) /* before the item of a list cell */
#define NOT_A_NUMBER UINT64_C(0x7ff8000000000000)

static Mix mix_new_atom(const Context *context, Mix state, uint32_t number)
{
    const Atom *atom = atom_of(context->symbols, number);
    return mix(mix(state, atom->hash[0]), atom->hash[1]);
}

static Mix mix_box(Mix state, Word box)
{
    const Word *cells = CELLS(box);
    size_t words = box_words(cells[0]);
    state = mix(state, cells[0] << 3 | BOX);
    if (is_float(box) && isnan(float_value(box)))
        return mix(state, NOT_A_NUMBER);
    for (size_t i = 1; i <= words; i++)
        state = mix(state, cells[i]);
    return state;
}

/*  A word that is not compound; `mark` tells items of lists apart. */
static inline Mix mix_simple(const Context *context, Mix state, Word word, uint64_t mark)
{
    if (TAG(word) == BOX)
        return mix_box(mark ? mix(state, mark) : state, word);
    if (TAG(word) == ATOM && ATOM_NUMBER(word) >= named_atoms(context->symbols))
        return mix_new_atom(context, mark ? mix(state, mark) : state, ATOM_NUMBER(word));
    return mix(state, word + mark);
}

static inline Mix mix_header(const Context *context, Mix state, Word header)
{
    uint32_t number = (uint32_t)header;
    if (number < named_functors(context->symbols))
        return mix(state, header << 3 | STRUCT);
    Functor functor = functor_of(context->symbols, number);
    state = mix(state, (Word)functor.arity << 3 | STRUCT);
    return mix_simple(context, state, ATOM_WORD(functor.name), CELL_MARK);
}

bool hash_ground(const Context *context, Word term, uint64_t out[2])
{
    Mix state = {MIX_0, MIX_1};
    Walk walk;
    begin_walk(&walk);
    size_t left = context->heap_words;
    do {
        for (;;) {
            if (TAG(term) == LIST) {
                const Word *cells = CELLS(term);
                if (TAG(cells[0]) == INT || TAG(cells[0]) == ATOM || TAG(cells[0]) == BOX) {
                    state = mix_simple(context, state, cells[0], CELL_MARK);
                    term = cells[1];
                    continue;
                }
                state = mix(state, CELL_MARK);
                enter(&walk, cells, cells, 2);
                term = cells[0];
            } else if (TAG(term) == STRUCT) {
                state = mix_header(context, state, *CELLS(term));
                if (!enter_term(&walk, &term))
                    break;
            } else {
                state = mix_simple(context, state, term, 0);
                break;
            }
        }
    } while (--left > 0 && next_word(&walk, &term));
    end_walk(&walk);
    state = mix(state, MIX_3); /* one more round for the last word */
    out[0] = state.first;
    out[1] = state.second;
    return left > 0;
}
