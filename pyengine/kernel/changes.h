/*  What a move changes in a position. */

#ifndef PYENGINE_CHANGES_H
#define PYENGINE_CHANGES_H

#include "rule_calls.h"

/*  A key that two moves have in common where they change the same in their positions. False: so much is changed that hardly
    any other move changes the same. */
bool change(const Context *context, Word before, Word after, Key *out);

#endif
