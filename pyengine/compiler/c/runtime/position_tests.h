/*  The optional tests of a position, as the kernel and the border ask them. `make contract` writes this file; the table
    is language/contract.py. */

#ifndef PYENGINE_POSITION_TESTS_H
#define PYENGINE_POSITION_TESTS_H

#define TESTS(X) \
    X(noisy) /* do not cut the search off in S */

#endif
