/*  Where a line of play is cut off: what is left of its draft, as `pyengine/search/horizon.py` counts it. */

#include "frames.h"

bool is_noisy(Search *search, Word position, bool *out)
{
    Context *context = search->context;
    Word *mark = context->top;
    *out = false;
    if (!search->rules->noisy)
        return true;
    allow_steps(context);
    if (!search->rules->noisy(context, position, NULL, out))
        return rules_stopped(search);
    release(context, mark);
    return true;
}

bool count_draft(Search *search, Frame *frame)
{
    const Settings *settings = &search->settings;
    if (search->endless) {
        frame->left = ENDLESS;
        return true;
    }
    bool is_free = false;
    if ((settings->frees_single || settings->frees_noisy) && frame->draft % settings->unit > 0
        && frame->draft >= settings->unit) {
        is_free = settings->frees_single && frame->opened.count == 1;
        if (!is_free && settings->frees_noisy && !is_noisy(search, frame->state, &is_free))
            return false;
    }
    frame->left = frame->draft - (is_free ? 1 : settings->unit);
    return true;
}
