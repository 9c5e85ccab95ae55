/*  Classes of classes. Tuned by 800 games of self-play; against the untuned: +275 =0 -125, 68.8 % (64.0 to 73.1), Elo +137 (+100 to +174).  */

expected(Class, Value) :-
    learned(Class, Value, _, _),
    !.
expected(_, 0).

%   learned(Class, Value, games(Won, Drawn, Lost), share(Low, High)): the
%   games with a position of the class, as they ended for the first player,
%   and the 95 % interval of its share of the points.

learned(c(black,-1,-1),-0.9140625,games(1,0,44),share(0.004,0.116)).
learned(c(black,-1,0),-0.4453125,games(28,0,74),share(0.197,0.368)).
learned(c(black,-1,1),0.0625,games(16,0,14),share(0.361,0.698)).
learned(c(black,-2,-1),-0.9140625,games(2,0,64),share(0.008,0.104)).
learned(c(black,-2,0),-0.71875,games(7,0,48),share(0.063,0.24)).
learned(c(black,-2,1),-0.1640625,games(4,0,6),share(0.168,0.687)).
learned(c(black,0,-1),-0.6171875,games(10,0,45),share(0.102,0.303)).
learned(c(black,0,0),-0.0234375,games(102,0,107),share(0.421,0.555)).
learned(c(black,0,1),0.234375,games(85,0,52),share(0.537,0.697)).
learned(c(black,1,-1),-0.90625,games(0,0,20),share(0.0,0.161)).
learned(c(black,1,0),0.2421875,games(134,0,82),share(0.554,0.682)).
learned(c(black,1,1),0.3359375,games(153,0,76),share(0.605,0.726)).
learned(c(black,2,-1),-0.5,games(1,0,5),share(0.03,0.564)).
learned(c(black,2,0),0.515625,games(62,0,19),share(0.662,0.844)).
learned(c(black,2,1),0.7109375,games(166,0,27),share(0.804,0.902)).
learned(c(white,-1,-1),-0.1484375,games(65,0,88),share(0.349,0.504)).
learned(c(white,-1,0),0.0859375,games(68,0,57),share(0.457,0.629)).
learned(c(white,-1,1),0.8359375,games(10,0,0),share(0.722,1.0)).
learned(c(white,-2,-1),-0.765625,games(9,0,73),share(0.059,0.196)).
learned(c(white,-2,0),-0.4609375,games(14,0,40),share(0.161,0.389)).
learned(c(white,-2,1),0.3359375,games(1,0,0),share(0.207,1.0)).
learned(c(white,0,-1),0.0859375,games(98,0,82),share(0.472,0.616)).
learned(c(white,0,0),0.2578125,games(162,0,95),share(0.57,0.687)).
learned(c(white,0,1),0.828125,games(51,0,4),share(0.827,0.971)).
learned(c(white,1,-1),0.2890625,games(63,0,34),share(0.55,0.737)).
learned(c(white,1,0),0.5859375,games(147,0,38),share(0.731,0.847)).
learned(c(white,1,1),0.921875,games(93,0,3),share(0.912,0.989)).
learned(c(white,2,-1),0.4140625,games(16,0,6),share(0.518,0.868)).
learned(c(white,2,0),0.84375,games(96,0,7),share(0.866,0.967)).
learned(c(white,2,1),0.96875,games(126,0,1),share(0.957,0.999)).
