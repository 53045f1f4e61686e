"""Multiplied they make this number."""

from math import prod

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Product

_PRODUCT = Template("the product is {found}, not {value}: {parts}", "le produit est {found}, pas {value} : {parts}")


def faults(said: Product, known: Known) -> Faults:
    found = prod(known.values[number] for number in said.over)
    if found == said.value:
        return NO_FAULT
    return known.fault(said, _PRODUCT(found=found, value=said.value, parts=known.told(said.over)))
