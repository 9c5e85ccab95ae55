% A game of Nim.
% To be written.
