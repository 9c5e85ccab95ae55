/*  Numbers in a notation

    Prolog takes more for a number than people write: 0x1E, 0'a, 3_0, a sign
    or blanks before it, digits of other scripts. In a notation, a number is
    made of the digits 0 to 9, and of nothing else.
*/

%!  digits_number(+Text, -Number) is semidet.
%
%   Text has digits only, and they say Number.

digits_number(Text, Number) :-
    atom_codes(Text, [Digit|Digits]),
    maplist(between(0'0, 0'9), [Digit|Digits]),
    number_codes(Number, [Digit|Digits]).
