"""A faster compiler of kernels, based on numba's private classes; `jit` uses it only with tested versions of numba.

**Linking.** Numba compiles a function that a kernel calls like any other: it generates machine code, a wrapper for
Python and a file in the cache, links the code into the caller, and uses none of the rest. It also compiles the function
again for each integer width and each literal argument. Here, a kernel has a second form, its `LinkedPart`, which is
what other kernels call. A part is translated to LLVM once for all integers and linked into the `Kernel` that Python
calls; only that whole is optimised and stored.

**Unneeded work.** About a sixth of the time is saved by leaving out what no kernel needs: garbage collection while
compiling, comparisons of equal flags, an optimiser per function, formatted error messages, reference counts of borrowed
arrays.
"""

# mypy: disable-error-code="no-untyped-call"

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import llvmlite.binding as llvm
from numba.core import ir, typeinfer, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache
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
def without_collection() -> Iterator[None]:
    """Disable garbage collection in this block: compiling creates many objects that live until its end."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def with_large_stack(call: Callable[[Any], Any], argument: Any) -> Any:
    """Return `call(argument)`, called with reserved stack space.

    CPython keeps frames in chunks of 16 KB and frees a chunk when its last frame ends. A function that is called
    repeatedly where a chunk is just full allocates one each time. A frame with a large stack gets a chunk of its own
    size, and the frames below it share the remainder.
    """
    return call(argument)


with_large_stack.__code__ = with_large_stack.__code__.replace(co_stacksize=70_000)


class QuickFlags(Flags):  # type: ignore[misc, unused-ignore]
    """Compiler flags with a fast comparison: numba compares them one by one at every call that it types."""

    __slots__ = ()
    _hash = hash(Flags())

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Flags) and self._values == other._values:
            return True
        return bool(super().__eq__(other))


class QuickLibrary(JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """A code library that optimises its functions with a shared pass manager; numba creates one per declaration."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)


_OURS = "7entails"
"""A part of the mangled names of functions of this package."""
_ENVIRONMENT = "_ZN08NumbaEnv"
"""Prefix of the global variables from which compiled functions take their constants."""


class _PartLibrary(QuickLibrary):  # type: ignore[misc, unused-ignore]
    """The LLVM code of one kernel, without the functions that it calls."""

    def finalize(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _WholeLibrary(QuickLibrary):  # type: ignore[misc, unused-ignore]
    """A kernel called from Python with all functions that it calls, linked and optimised once, not at each level."""

    def finalize(self) -> None:
        self._linking_libraries = _callers_first(self)[1:]
        super().finalize()

    def _verify_declare_only_symbols(self) -> None:
        """Check that all functions of this package are linked; a missing one would crash a process at loading."""
        super()._verify_declare_only_symbols()
        functions = self._final_module.functions
        missing = [function.name for function in functions if function.is_declaration and _OURS in function.name]
        if missing:
            raise AssertionError(f"{missing[0]} is called in {self.name} but not linked")


def _callers_first(whole: _WholeLibrary) -> list[Any]:
    """Return the libraries of a kernel and of its callees, callers first, because the linker drops unused functions."""
    finished: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in finished:
            for called in library._linking_libraries if library is whole or isinstance(library, _PartLibrary) else ():
                visit(called)
            finished[library] = None

    visit(whole)
    return list(reversed(finished))


class _ThoroughLibrary(_WholeLibrary):
    """A kernel that is optimised a second time, after small functions have been inlined."""

    def _optimize_final_module(self) -> None:
        super()._optimize_final_module()
        super()._optimize_final_module()


def _raise_shapes(shapes: Any, wanted: Any) -> None:
    """Raise the error of an array assignment with mismatched shapes; numba compiles `_raise_shapes_impl` instead."""


@overload(_raise_shapes)
def _raise_shapes_impl(shapes: Any, wanted: Any) -> Any:
    del shapes, wanted

    def raise_shapes(shapes: Any, wanted: Any) -> None:  # noqa: ARG001
        raise ValueError("cannot assign: the shapes of the arrays do not match")

    return raise_shapes


@contextmanager
def _without_formatting() -> Iterator[None]:
    """Replace numba's error for mismatched shapes by a constant one: formatting code takes seconds to compile."""
    usual, arrayobj.raise_with_shape_context = arrayobj.raise_with_shape_context, _raise_shapes
    try:
        yield
    finally:
        arrayobj.raise_with_shape_context = usual


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(NativeLowering):  # type: ignore[misc, unused-ignore]
    """Compiler pass that generates machine code and sets the constants of every linked part."""

    _name = "entails_lower_whole"
    library: type[_WholeLibrary] = _WholeLibrary

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
    library = _ThoroughLibrary


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(NativeLowering):  # type: ignore[misc, unused-ignore]
    """Compiler pass that generates LLVM code for linking into callers: no machine code, no Python wrapper."""

    _name = "entails_lower_part"

    def run_pass(self, state: Any) -> bool:
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
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
"""Operations whose result is a view of an array, unless an index is an array."""


def _only_borrows(state: Any) -> bool:
    """Return whether a function uses only its array arguments and views of them, which the caller keeps alive."""

    def is_counted(numba_type: Any) -> bool:
        return bool(state.targetctx.data_model_manager[numba_type].contains_nrt_meminfo())

    if is_counted(state.return_type):
        return False
    for node, signature in state.calltypes.items():
        if not isinstance(node, ir.Expr) or signature is None:
            continue
        if node.op not in _VIEWS and is_counted(signature.return_type):
            return False
        if node.op in _VIEWS and any(map(is_counted, signature.args[1:])):
            return False
    return True


def _without_counting(context: Any) -> Any:
    """Return a target context without reference counting, for functions that only borrow arrays.

    Numba counts references at each call, for every array of a tuple, with atomic instructions that are about twenty
    times as slow as others.
    """
    uncounted = context.subtarget(enable_nrt=False)
    uncounted.__dict__["nrt"] = _BorrowedArrays(uncounted, True)
    return uncounted


class _BorrowedArrays(NRTContext):  # type: ignore[misc, unused-ignore]
    """Memory management of borrowed arrays: no reference counts, and no allocation, which would leak."""

    def incref(self, builder: Any, typ: Any, value: Any) -> None:
        del builder, typ, value

    def decref(self, builder: Any, typ: Any, value: Any) -> None:
        del builder, typ, value

    def _call_varsize_alloc(self, *_: Any) -> Any:
        raise AssertionError("a function that only borrows arrays allocates one")

    def meminfo_alloc(self, *_: Any) -> Any:
        raise AssertionError("a function that only borrows arrays allocates one")

    meminfo_alloc_unchecked = meminfo_alloc_dtor = meminfo_alloc_dtor_unchecked = meminfo_alloc
    meminfo_alloc_aligned = meminfo_alloc_aligned_unchecked = meminfo_new = meminfo_alloc


class _Key:
    """The key under which numba finds a linked part, in place of the address of a compiled function."""


class _WholeCompiler(CompilerBase):  # type: ignore[misc, unused-ignore]
    lowering: type[NativeLowering] = _LowerWhole

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        self.state.flags = QuickFlags(self.state.flags)
        return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        usual.passes = [(self.lowering, why) if step is NativeLowering else (step, why) for step, why in usual.passes]
        usual.finalize()
        return [usual]


class _ThoroughCompiler(_WholeCompiler):
    lowering = _LowerThoroughly


class _PartCompiler(_WholeCompiler):
    lowering = _LowerPart


_OPTIONS = {"nopython": True, "nogil": True}


class LinkedPart(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """The dispatcher of a kernel that other kernels call; it widens signed integers to int64."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_widest, args)), {name: _widest(kws[name]) for name in kws})

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres


def _widest(numba_type: Any) -> Any:
    """Return int64 for every signed integer type, and the underlying type of a literal."""
    numba_type = types.unliteral(numba_type)
    return types.int64 if numba_type in types.signed_domain else numba_type


class _NamesOnly(CompileResultCacheImpl):  # type: ignore[misc, unused-ignore]
    """A cached kernel without its LLVM code, which numba would otherwise parse and keep in every process.

    Nobody links this code: other kernels link the part, or a recursive kernel, which is stored as a whole.
    """

    def reduce(self, cres: Any) -> Any:
        (name, kind, (code, _)), *rest = super().reduce(cres)
        return (name, kind, (code, _defined_names(cres.library._get_module_for_linking()))), *rest


def _defined_names(module: Any) -> bytes:
    """Return bitcode that defines the same names with empty bodies, since numba looks up only names."""
    lines = [f'define void @"{each.name}"() {{ ret void }}' for each in module.functions if not each.is_declaration]
    lines += [f'@"{each.name}" = global i8 0' for each in module.global_variables if not each.is_declaration]
    code: bytes = llvm.parse_assembly("\n".join(lines)).as_bitcode()
    return code


class _NamesOnlyCache(FunctionCache):  # type: ignore[misc, unused-ignore]
    _impl_class = _NamesOnly


class Kernel(CPUDispatcher):  # type: ignore[misc, unused-ignore]
    """The dispatcher of a kernel that Python calls.

    A recursive kernel, which has a `signature`, is its own part.
    """

    def __init__(self, function: Callable[..., Any], signature: Any, *, cached: bool, thorough: bool = False) -> None:
        super().__init__(
            function, targetoptions=dict(_OPTIONS), pipeline_class=_ThoroughCompiler if thorough else _WholeCompiler
        )
        self._is_recursive = signature is not None
        if cached:
            self.enable_caching()
        if self._is_recursive:
            with typeinfer.register_dispatcher(self):
                self.compile(signature)
                self.disable_compile()

    def enable_caching(self) -> None:
        self._cache = (FunctionCache if self._is_recursive else _NamesOnlyCache)(self.py_func)

    def compile(self, sig: Any) -> Any:
        with without_collection():
            return with_large_stack(super().compile, sig)

    @cached_property
    def part(self) -> LinkedPart:
        return LinkedPart(self.py_func, targetoptions=dict(_OPTIONS), pipeline_class=_PartCompiler)

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self if self._is_recursive else self.part)
