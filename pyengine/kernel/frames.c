/*  What the frame of a position is asked: `pyengine/search/frames.py`, with the numbers of `pyengine/search/windows.py`. */

#include "frames.h"

static const double LARGE = 9007199254740992.0; /* from here on whole numbers have gaps */

/*  Numbers just above and below another. */
static Number above(Number number)
{
    return number.is_float ? (Number){nextafter(number.value, INFINITY), true} : (Number){number.value + 1, false};
}

static Number below(Number number)
{
    return number.is_float ? (Number){nextafter(number.value, -INFINITY), true} : (Number){number.value - 1, false};
}

bool scout(const Frame *parent, Frame *frame)
{
    Number narrow = parent->is_max ? above(frame->alpha) : below(frame->beta);
    bool is_enough = parent->is_max
        ? frame->alpha.value > -INFINITY && frame->alpha.value < LARGE && narrow.value < frame->beta.value
        : frame->beta.value < INFINITY && frame->beta.value > -LARGE && narrow.value > frame->alpha.value;
    if (is_enough)
        *(parent->is_max ? &frame->beta : &frame->alpha) = narrow;
    return is_enough;
}

enum Bound bound_of(const Search *search, const Frame *frame)
{
    double best = frame->best.value, origin = frame->origin;
    enum Bound bound;
    if (frame->is_max)
        bound = best <= origin && origin > -INFINITY ? UPPER : best >= frame->beta.value ? LOWER : EXACT;
    else
        bound = best >= origin && origin < INFINITY ? LOWER : best <= frame->alpha.value ? UPPER : EXACT;
    return bound != EXACT && best == (bound == LOWER ? search->most.value : search->least.value) ? EXACT : bound;
}

bool open_whole(Search *search, Frame *frame)
{
    allow_steps(search->context);
    if (!search->rules->expand(search->context, frame->state, &frame->opened))
        return rules_stopped(search);
    search->made += frame->opened.count;
    frame->is_whole = true;
    return true;
}
