"""How kernels are compiled: what one kernel calls is translated once, and machine code is made of the whole only.

Numba compiles a function that another one calls like any other: it makes machine code of it, wraps it for Python and
keeps it on disk; then it is linked into its caller, and none of that is used. And what differs only in the width of an
integer, or is called once with 3 and once with 4, is compiled for each. Here a `Kernel` has a second face, its `Part`,
which is all that other kernels see: translated once for all integers, and linked into the `Kernel` that Python called,
where the whole is optimised.

This reaches below what numba promises to keep, so it is done with the versions that it was tried with; with any other
kernels are compiled as numba does by itself, in about twice the time.

What numba does while it compiles a kernel that no kernel needs, left undone: about a sixth of the time.

Like all of `linking`, this is for the versions of numba that it was tried with.
"""

# mypy: disable-error-code="no-untyped-call"

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, cast

import numba
from numba.core import ir, typeinfer, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import register_pass
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.runtime.context import NRTContext
from numba.core.typed_passes import NativeLowering
from numba.extending import overload
from numba.np import arrayobj


@contextmanager
def uncollected() -> Iterator[None]:
    """Python looks for garbage again and again while hundreds of thousands of values are made that all stay until the
    end; here once, afterwards."""
    usual = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if usual:
            gc.enable()


def spaciously(call: Callable[[Any], Any], argument: Any) -> Any:
    """The call, with room for all the calls below it.

    CPython keeps its frames in chunks of 16 KB and gives a chunk back when its last frame ends: what is called again
    and again where one is just full asks the system for memory each time. A frame that claims much gets a chunk of
    its own size, and those below it share what is left.
    """
    return call(argument)


spaciously.__code__ = spaciously.__code__.replace(co_stacksize=70_000)


class QuickFlags(Flags):  # type: ignore[misc, unused-ignore]
    """The same options. Numba compares them at every call that it gives types to, one after the other."""

    __slots__ = ()
    _hash = hash(Flags())

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Flags) and self._values == other._values:
            return True
        return bool(super().__eq__(other))


class QuickLibrary(JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """Code whose functions are optimised by one set of passes; numba makes one for each function, and for each that
    is only named."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)


TRIED = ("0.68.",)
"""Versions of numba."""

_OURS = "7entails"
"""What the mangled names of our functions have in them."""
_ENVIRONMENT = "_ZN08NumbaEnv"
"""What numba begins the names of those pointers with that compiled functions take their constants from."""


def is_possible() -> bool:
    """Is this a numba whose parts can be handled so? With NUMBA_DISABLE_JIT=1 it compiles nothing."""
    return not cast("Any", numba.config).DISABLE_JIT and numba.__version__.startswith(TRIED)


class _Translated(QuickLibrary):  # type: ignore[misc, unused-ignore]
    """A part in the words of LLVM, without what it calls."""

    def finalize(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _LinkedWhole(QuickLibrary):  # type: ignore[misc, unused-ignore]
    """A kernel that Python calls, with all that it calls: linked and optimised here, not at each level of calls."""

    def finalize(self) -> None:
        self._linking_libraries = _callers_first(self)[1:]
        super().finalize()

    def _verify_declare_only_symbols(self) -> None:
        """Numba looks for its own functions; one of ours that is missing would crash the process that loads this."""
        super()._verify_declare_only_symbols()
        missing = [one.name for one in self._final_module.functions if one.is_declaration and _OURS in one.name]
        if missing:
            raise AssertionError(f"{missing[0]} is called in {self.name} and was not linked")


def _callers_first(whole: _LinkedWhole) -> list[Any]:
    """A kernel and all that is called in it, each after those that call it: the linker leaves out what nothing that
    is there already has a use for."""
    finished: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in finished:
            for called in library._linking_libraries if library is whole or isinstance(library, _Translated) else ():
                visit(called)
            finished[library] = None

    visit(whole)
    return list(reversed(finished))


class _Thorough(_LinkedWhole):
    """One that is optimised again when small functions have become part of larger ones."""

    def _optimize_final_module(self) -> None:
        super()._optimize_final_module()
        super()._optimize_final_module()


def _complain(shapes: Any, wanted: Any) -> None:
    """What an assignment of one array to another does where they do not fit."""


@overload(_complain)
def _complaint(shapes: Any, wanted: Any) -> Any:
    del shapes, wanted

    def complain(shapes: Any, wanted: Any) -> None:  # noqa: ARG001
        raise ValueError("cannot assign: the shapes of the arrays do not match")

    return complain


@contextmanager
def _without_formatting() -> Iterator[None]:
    """Numba's own complaint names the shapes, and seconds are spent on compiling how numbers are written as text."""
    usual, arrayobj.raise_with_shape_context = arrayobj.raise_with_shape_context, _complain
    try:
        yield
    finally:
        arrayobj.raise_with_shape_context = usual


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(NativeLowering):  # type: ignore[misc, unused-ignore]
    """Machine code, and the constants of every part where it looks for them."""

    _name = "entails_lower_whole"
    library: type[_LinkedWhole] = _LinkedWhole

    def run_pass(self, state: Any) -> bool:
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        with _without_formatting():
            super().run_pass(state)
        for pointer in state.library._final_module.global_variables:
            environment = lookup_environment(pointer.name) if pointer.name.startswith(_ENVIRONMENT) else None
            if environment is not None:
                state.library.codegen.set_env(pointer.name, environment)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerThoroughly(_LowerWhole):
    _name = "entails_lower_thoroughly"
    library = _Thorough


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(NativeLowering):  # type: ignore[misc, unused-ignore]
    """Only what a caller links: no machine code, no way in for Python."""

    _name = "entails_lower_part"

    def run_pass(self, state: Any) -> bool:
        state.library = _Translated(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        usual = state.targetctx
        if _only_borrows(state):
            state.targetctx = _without_counting(usual)
        with _without_formatting():
            super().run_pass(state)
        state.targetctx = usual
        key = _Key()
        lowered = state["cr"]
        state.targetctx.insert_user_function(key, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = lowered._replace(cfunc=key)
        return True


_VIEWS = ("getitem", "static_getitem", "getiter", "iternext")
"""What gives an array that is part of another one, where no array says which part."""


def _only_borrows(state: Any) -> bool:
    """Are all arrays in a function those that it is called with, and parts of them? Its caller keeps these alive."""

    def counts(kind: Any) -> bool:
        return bool(state.targetctx.data_model_manager[kind].contains_nrt_meminfo())

    if counts(state.return_type):
        return False
    for node, signature in state.calltypes.items():
        if not isinstance(node, ir.Expr) or signature is None:
            continue
        if node.op not in _VIEWS and counts(signature.return_type):
            return False
        if node.op in _VIEWS and any(map(counts, signature.args[1:])):
            return False
    return True


def _without_counting(context: Any) -> Any:
    """Numba counts who holds an array, at each call and for every array of a tuple, by instructions that take as long
    as twenty others. One who only borrows need not be counted."""
    uncounted = context.subtarget(enable_nrt=False)
    uncounted.__dict__["nrt"] = _Lent(uncounted, True)
    return uncounted


class _Lent(NRTContext):  # type: ignore[misc, unused-ignore]
    """Arrays that belong to others: nobody counts, and no new one is made, since nobody would free it."""

    def incref(self, builder: Any, kind: Any, value: Any) -> None:
        del builder, kind, value

    def decref(self, builder: Any, kind: Any, value: Any) -> None:
        del builder, kind, value

    def _call_varsize_alloc(self, *_: Any) -> Any:
        raise AssertionError("a function that only borrows arrays makes one")

    def meminfo_alloc(self, *_: Any) -> Any:
        raise AssertionError("a function that only borrows arrays makes one")

    meminfo_alloc_unchecked = meminfo_alloc_dtor = meminfo_alloc_dtor_unchecked = meminfo_alloc
    meminfo_alloc_aligned = meminfo_alloc_aligned_unchecked = meminfo_new = meminfo_alloc


class _Key:
    """What numba finds a part by, in place of the function that Python would call."""


class _OfWhole(CompilerBase):  # type: ignore[misc, unused-ignore]
    lowering: type[NativeLowering] = _LowerWhole

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        self.state.flags = QuickFlags(self.state.flags)
        return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        usual.passes = [(self.lowering, why) if step is NativeLowering else (step, why) for step, why in usual.passes]
        usual.finalize()
        return [usual]


class _OfThorough(_OfWhole):
    lowering = _LowerThoroughly


class _OfPart(_OfWhole):
    lowering = _LowerPart


_OPTIONS = {"nopython": True, "nogil": True}


class LinkedPart(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """A kernel as other kernels call it."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_widest, args)), {name: _widest(kws[name]) for name in kws})

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres


def _widest(kind: Any) -> Any:
    """One type for all integers with a sign, and for a value that is known when it is compiled."""
    kind = types.unliteral(kind)
    return types.int64 if kind in types.signed_domain else kind


class Kernel(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """A kernel as Python calls it. One that calls itself, with the types of its `signature`, is its own part."""

    def __init__(self, function: Callable[..., Any], signature: Any, *, cached: bool, thorough: bool = False) -> None:
        super().__init__(function, targetoptions=dict(_OPTIONS), pipeline_class=_OfThorough if thorough else _OfWhole)
        self._calls_itself = signature is not None
        if cached:
            self.enable_caching()
        if self._calls_itself:
            with typeinfer.register_dispatcher(self):
                self.compile(signature)
                self.disable_compile()

    def compile(self, sig: Any) -> Any:
        with uncollected():
            return spaciously(super().compile, sig)

    @cached_property
    def part(self) -> LinkedPart:
        return LinkedPart(self.py_func, targetoptions=dict(_OPTIONS), pipeline_class=_OfPart)

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self if self._calls_itself else self.part)
