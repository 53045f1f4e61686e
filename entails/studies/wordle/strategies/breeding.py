"""How individuals are bred in Huang & Hu 2022, part 2: parents in proportion to fitness, one cut, three mutations."""

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.models.letters import Letters
from entails.studies.wordle.strategies.base import Options
from entails.studies.wordle.strategies.operators import (
    Dice,
    Domains,
    exchange,
    inversion,
    one_point,
    proportional,
    random_letter,
)


class BreedingOptions(Options):
    """The parameters of the study, in English."""

    mu: int = Field(default=40, ge=2, le=10_000, description="parents")
    lambda_: int = Field(default=120, ge=1, le=10_000, description="children of a generation")
    generations: int = Field(default=8, ge=1, le=1_000_000, description="generations")
    max_size: int = Field(default=40, ge=1, le=1_000_000, description="MAXSIZE: stop when the set holds so many")
    max_gen: int = Field(
        default=500, ge=1, le=1_000_000, description="MAXGEN: stop after so many generations in any case"
    )
    max_time: float = Field(default=0.0, ge=0, le=3600, description="MAXTIME: stop after so many seconds; 0: no clock")
    p_mutation: float = Field(default=0.9, ge=0, le=1, description="how often a child is mutated at all")
    p_random: float = Field(default=0.6, ge=0, le=1, description="then, how often one letter becomes another")
    p_exchange: float = Field(default=0.3, ge=0, le=1, description="then, how often two letters change places")
    p_inversion: float = Field(default=0.2, ge=0, le=1, description="then, how often a run of letters is turned round")


def bred(
    parents: Letters, fitness: NDArray[np.float64], options: BreedingOptions, domains: Domains, dice: Dice
) -> Letters:
    """One batch of children."""
    count = options.lambda_
    mothers, fathers = (parents[proportional(fitness, count, dice)] for _ in range(2))
    children = one_point(mothers, fathers, dice)
    mutates = dice.random((count, 1)) < options.p_mutation

    def chosen(chance: float) -> NDArray[np.bool_]:
        return mutates & (dice.random((count, 1)) < chance)

    children = np.where(chosen(options.p_random), random_letter(children, domains, dice), children)
    children = np.where(chosen(options.p_exchange), exchange(children, dice), children)
    return np.where(chosen(options.p_inversion), inversion(children, dice), children)
