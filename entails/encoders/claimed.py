"""An encoding with facts that somebody claims besides: "you say r1c1=5". Each is a statement that can be doubted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from entails.models.encoding import Clauses, CpParts, CpSat, Encoding, Group, Native
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.fact_words import DENIED, fact_sentence
from entails.models.sentence import Template

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

A = TypeVar("A")

SAID = Template("you say {fact}", "vous dites {fact}")


def claiming(encoding: Encoding[A], names: Sequence[str]) -> Encoding[A]:
    """The same puzzle, with the facts of these names; "not r1c1=5" says that one does not hold."""
    if not names:
        return encoding
    if isinstance(encoding, Native):
        raise UnsupportedCapability("this engine takes no facts besides: choose another, or an encoder, cnf or cpsat")
    number = {name: fact for fact, name in enumerate(encoding.names, 1)}
    facts = [_fact(number, name.strip()) for name in names]
    groups = (*encoding.groups, *(_group(name) for name in names))
    first = len(encoding.groups)
    if isinstance(encoding, CpSat):
        return replace(encoding, groups=groups, build=partial(_build, encoding.build, tuple(facts), first))
    units = Clauses.of([[fact] for fact in facts], [first + place for place in range(len(facts))])
    return replace(encoding, groups=groups, added=encoding.added + units)


def _fact(number: Mapping[str, int], name: str) -> int:
    """The literal of a name."""
    wanted = name.removeprefix(DENIED)
    if wanted not in number:
        first = next(iter(number), "")
        expected = f"one such as {first}, or not {first}" if first else "none: it has no facts"
        raise InvalidOption(f"the puzzle has no fact {wanted[:40]!r}", where="--also", expected=expected)
    return -number[wanted] if name != wanted else number[wanted]


def _group(name: str) -> Group:
    sentence = SAID(fact=fact_sentence(name.strip()))
    return Group(f"said {name}", sentence.say(), doubtable=True, sentence=sentence)


def _build(build: Callable[..., CpParts], facts: tuple[int, ...], first: int, *arguments: Any) -> CpParts:
    """The model, and a switch for each fact."""
    parts = build(*arguments)
    switches: dict[int, IntVar] = dict(parts.switches)
    for group, fact in enumerate(facts, first):
        variable, value = parts.facts[abs(fact) - 1]
        switch = switches[group] = parts.model.new_bool_var(f"said {group}")
        holds = variable == value if fact > 0 else variable != value
        parts.model.add(holds).only_enforce_if(switch)
    return CpParts(parts.model, parts.facts, switches)
