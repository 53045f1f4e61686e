"""OR-Tools models: every constraint type against brute force, with and without enforcement literals."""

from itertools import product
from random import Random

import pytest

from entails.encoders.cp_model.check import CpChecker, breach
from entails.encoders.cp_model.recipe import as_written
from entails.formats.cp_model import from_object
from entails.models.cp_model import OrToolsModel
from entails.models.limits import DEFAULTS, UNLIMITED, Options
from entails.models.outcome import Satisfied
from entails.solvers.engine import engine, solutions
from tests.encoders.cp_model_makers import MAKERS, CpModelMaker

CPSAT = engine("cpsat")
Answers = set[tuple[tuple[str, int], ...]]


def by_brute_force(model: OrToolsModel, apart_from: set[int] = frozenset()) -> Answers:  # type: ignore[assignment]
    """Return the assignments that violate nothing, by a separate interpretation of the constraints."""
    variables, names = model.contents.variables, model.names
    domains = [range(variable.domain[0], variable.domain[-1] + 1) for variable in variables]
    places = [place for place in range(len(model.contents.constraints)) if place not in apart_from]
    answers: Answers = set()
    for values in product(*domains):
        check = CpChecker(model.contents, dict(enumerate(values)))
        if not any(map(check.broken, places)):
            answers.add(tuple((names[index], value) for index, value in enumerate(values) if index in names))
    return answers


def by_engine(model: OrToolsModel) -> Answers:
    return {tuple(answer.items()) for answer in solutions(CPSAT, as_written(model), UNLIMITED, DEFAULTS)}


def random_model(kind: str, seed: int) -> tuple[OrToolsModel, int]:
    """Return a random model and the index of its constraint of the tested type."""
    maker = CpModelMaker(Random(f"{kind} {seed}"))
    constraint = MAKERS[kind](maker)
    if seed % 3:
        constraint.only_enforce_if(*[maker.literal() for _ in range(seed % 3)])
    constraint.with_name("soft")
    return from_object(maker.model), constraint.index


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", MAKERS)
def test_every_kind_of_constraint_against_brute_force(kind: str, seed: int) -> None:
    model, place = random_model(kind, seed)
    expected = by_brute_force(model)
    assert by_engine(model) == expected
    encoding = as_written(model)
    assert [encoding.groups[index].id for index in encoding.soft] == ["soft"]
    with CPSAT.open(encoding, UNLIMITED, Options(soft_groups=True)) as session:
        assert isinstance(session.solve(), Satisfied) == bool(expected)
        assert isinstance(session.solve(groups=()), Satisfied) == bool(by_brute_force(model, {place}))


@pytest.mark.parametrize("kind", MAKERS)
def test_a_switched_off_constraint_says_nothing(kind: str) -> None:
    """A constraint whose selector is off excludes no assignment, even if it would be violated."""
    for seed in range(3):
        model, place = random_model(kind, seed)
        encoding = as_written(model)
        with CPSAT.open(encoding, UNLIMITED, Options(soft_groups=True)) as session:
            answers: Answers = set()
            while isinstance(outcome := session.solve(groups=()), Satisfied) and len(answers) < 12:
                answers.add(tuple(outcome.answer.items()))
                session.block(outcome.facts)
        everything = by_brute_force(model, {place})
        assert answers <= everything
        assert len(answers) == min(12, len(everything))


@pytest.mark.parametrize("kind", MAKERS)
def test_wrong_answers_are_refused_with_the_constraint(kind: str) -> None:
    model, place = random_model(kind, 0)
    right = by_brute_force(model)
    wrong = by_brute_force(model, {place}) - right
    for answer in sorted(right)[:5]:
        assert breach(model, dict(answer)) is None
    for answer in sorted(wrong)[:5]:
        assert (breach(model, dict(answer)) or "").startswith("soft does not hold: ")
