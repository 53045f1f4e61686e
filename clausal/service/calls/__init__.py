"""Every call of the service, by name: all are made from questions."""

from collections.abc import Mapping
from types import MappingProxyType

from clausal.service.call import Call
from clausal.service.made import calls

CALLS: Mapping[str, Call] = MappingProxyType({call.name: call for call in calls()})
