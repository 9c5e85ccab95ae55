%   library(error): the errors of the standard, thrown by name.

type_error(Type, Culprit) :-
    throw(error(type_error(Type, Culprit), _)).

domain_error(Domain, Culprit) :-
    throw(error(domain_error(Domain, Culprit), _)).

existence_error(Kind, Culprit) :-
    throw(error(existence_error(Kind, Culprit), _)).

existence_error(Kind, Culprit, Where) :-
    throw(error(existence_error(Kind, Culprit, Where), _)).

permission_error(Action, Kind, Culprit) :-
    throw(error(permission_error(Action, Kind, Culprit), _)).

instantiation_error(_) :-
    throw(error(instantiation_error, _)).

uninstantiation_error(Culprit) :-
    throw(error(uninstantiation_error(Culprit), _)).

representation_error(Limit) :-
    throw(error(representation_error(Limit), _)).

syntax_error(Message) :-
    throw(error(syntax_error(Message), _)).

resource_error(Resource) :-
    throw(error(resource_error(Resource), _)).
