/*  The optional questions about a position, as the kernel and the border ask them: the name of each, the type of its
    answer, and how many words are given besides the position. `make contract` writes this file; the table is
    language/contract.py. */

#ifndef PYENGINE_QUESTIONS_H
#define PYENGINE_QUESTIONS_H

#define QUESTIONS(X) \
    X(category, Word, 0) /* the class of S, for an estimate by classes */ \
    X(noisy, bool, 0) /* do not cut the search off in S */ \
    X(cutoff, bool, 1) /* cut the search off in S, Depth plies from its root */ \
    X(repetition, Word, 0) /* what comes back where S is repeated */

#endif
