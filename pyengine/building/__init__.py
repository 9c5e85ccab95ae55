"""C source to a shared library: find a compiler, build, and keep what was built."""
