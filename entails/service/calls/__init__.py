"""Every call of the service, by name: all are made from questions."""

from collections.abc import Iterator, Mapping

from entails.questions import every_question
from entails.service.call import Call
from entails.service.made import call_of


class _Calls(Mapping[str, Call]):
    """Which calls there are is known at once; each is made when it is looked up first. To make all of them takes
    seconds, and a server that passes bytes on to its workers looks up none."""

    def __init__(self) -> None:
        self._asked = {f"{name}/{verb}": (name, verb) for name, verb in every_question()}
        self._made: dict[str, Call] = {}

    def __getitem__(self, name: str) -> Call:
        if name not in self._made:
            made = call_of(*self._asked[name])
            self._made.setdefault(name, made)  # of two threads that make the same one, all get the first
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._asked

    def __iter__(self) -> Iterator[str]:
        return iter(self._asked)

    def __len__(self) -> int:
        return len(self._asked)


CALLS: Mapping[str, Call] = _Calls()
