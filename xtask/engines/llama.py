"""llama.cpp: its own grammar parser and matcher, called in the library that an npm package ships.

The library wants a model file for the vocabulary. One with the vocabulary alone is written from `tokenizer.json`: the
tokens, their kinds and the merges, and no weights.
"""

import ctypes
import json
import struct
from pathlib import Path

from engines import Refused, now

BUILD = Path("@node-llama-cpp") / "linux-x64" / "bins" / "linux-x64"
# How llama.cpp cuts a text before its merges; the measuring cuts texts itself, but the loader wants a known name.
CUTS = {"llama3": "llama-bpe", "qwen3": "qwen2", "deepseek": "deepseek-v3"}
NORMAL, CONTROL, UNUSED, BYTE_OF_WORD = 1, 3, 5, 4
TEXT, LIST, NUMBER, SIGNED = 8, 9, 4, 5  # Kinds of GGUF's values: string, array, u32, i32.


class Missing(Exception):
    """There is no build of llama.cpp here, or it is not as expected."""


class Params(ctypes.Structure):
    """`llama_model_params`, with room behind it; only the flag that leaves the weights out is touched."""

    _fields_ = [("before", ctypes.c_uint8 * 72), ("vocab_only", ctypes.c_bool), ("behind", ctypes.c_uint8 * 183)]


class TokenData(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int32), ("logit", ctypes.c_float), ("p", ctypes.c_float)]


class TokenDataArray(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.POINTER(TokenData)),
        ("size", ctypes.c_size_t),
        ("selected", ctypes.c_int64),
        ("sorted", ctypes.c_bool),
    ]


class Llama:
    """llama.cpp; `compile` takes GBNF."""

    name = "llama.cpp"

    def __init__(self, vocabulary, packages, folder):
        self.vocabulary = vocabulary
        self.library = _library(Path(packages) / BUILD)
        self.version = _version(Path(packages) / BUILD)
        file = Path(folder) / f"{vocabulary.family}.gguf"
        if not file.exists():
            write_vocabulary(vocabulary, file)
        params = self.library.llama_model_default_params()
        if params.vocab_only or list(params.behind[:2]) != [0, 1]:  # As the pinned version has it by default.
            raise Missing("its parameters are laid out in another way")
        params.vocab_only = True
        model = self.library.llama_model_load_from_file(str(file).encode(), params)
        if not model:
            raise Missing("it does not load a file with a vocabulary alone")
        self.vocab = self.library.llama_model_get_vocab(model)
        self.end = self.library.llama_vocab_eos(self.vocab)
        self.every = (TokenData * vocabulary.size)()

    def compile(self, text):
        sampler = self.library.llama_sampler_init_grammar(self.vocab, text.encode(), b"root")
        if not sampler:
            raise Refused("llama.cpp does not parse it")
        self.library.llama_sampler_free(sampler)
        return text

    def size(self, compiled):
        return None

    def start(self, compiled):
        return _LlamaRun(self, self.library.llama_sampler_init_grammar(self.vocab, compiled.encode(), b"root"))

    def again(self, compiled):
        return None

    def judge(self, sampler, data, size):
        tokens = TokenDataArray(data, size, -1, False)
        self.library.llama_sampler_apply(sampler, ctypes.byref(tokens))


class _LlamaRun:
    def __init__(self, engine, sampler):
        self.engine = engine
        self.sampler = sampler
        self.began = False

    def mask(self, token):
        """Judges the whole vocabulary at the start of a text, and then only the token that comes.

        So does its own sampling: it looks at the token that the model likes best, and at all where that one is refused.
        """
        every = (TokenData * 1)(TokenData(token, 0.0, 0.0)) if self.began else self.engine.every
        if not self.began:
            for number in range(len(every)):
                every[number].id, every[number].logit = number, 0.0
        self.began = True
        begin = now()
        self.engine.judge(self.sampler, every, len(every))
        return now() - begin

    def allows(self, token):
        one = (TokenData * 1)(TokenData(token, 0.0, 0.0))
        self.engine.judge(self.sampler, one, 1)
        return one[0].logit == 0.0

    def take(self, token):
        # It ends the process on a token that it does not allow.
        if not self.allows(token):
            return False
        self.engine.library.llama_sampler_accept(self.sampler, token)
        return True

    def may_end(self):
        return self.allows(self.engine.end)

    def __del__(self):
        self.engine.library.llama_sampler_free(self.sampler)


def write_vocabulary(vocabulary, file):
    """A GGUF file with the vocabulary and nothing else."""
    told = json.loads(vocabulary.file.read_text())
    tokens = [f"[unused{number}]" for number in range(vocabulary.size)]
    kinds = [UNUSED] * vocabulary.size
    for text, number in told["model"]["vocab"].items():
        tokens[number], kinds[number] = text, NORMAL
    for added in told["added_tokens"]:
        tokens[added["id"]] = added["content"]
        kinds[added["id"]] = CONTROL if added["special"] else BYTE_OF_WORD
    merges = [pair if isinstance(pair, str) else " ".join(pair) for pair in told["model"]["merges"]]
    values = [
        ("general.architecture", TEXT, _text("llama")),
        ("tokenizer.ggml.model", TEXT, _text("gpt2")),
        ("tokenizer.ggml.pre", TEXT, _text(CUTS[vocabulary.family])),
        ("tokenizer.ggml.tokens", LIST, _list(TEXT, [_text(token) for token in tokens])),
        ("tokenizer.ggml.token_type", LIST, _list(SIGNED, [struct.pack("<i", kind) for kind in kinds])),
        ("tokenizer.ggml.merges", LIST, _list(TEXT, [_text(merge) for merge in merges])),
        ("tokenizer.ggml.eos_token_id", NUMBER, struct.pack("<I", vocabulary.end)),
    ]
    written = file.with_suffix(".part")
    with written.open("wb") as out:
        out.write(b"GGUF" + struct.pack("<IQQ", 3, 0, len(values)))
        for key, kind, value in values:
            out.write(_text(key) + struct.pack("<I", kind) + value)
    written.rename(file)


def _text(text):
    written = text.encode()
    return struct.pack("<Q", len(written)) + written


def _list(kind, items):
    return struct.pack("<IQ", kind, len(items)) + b"".join(items)


def _library(folder):
    """The library, with the ones it wants loaded before it."""
    if not folder.is_dir():
        raise Missing("npm has no build of it for this machine")
    for name in ("libggml-base*", "libggml.*", "libllama.*"):
        found = sorted(folder.glob(name))
        if not found:
            raise Missing(f"its package has no {name}")
        library = ctypes.CDLL(str(found[0]), mode=ctypes.RTLD_GLOBAL)
    pointer, token = ctypes.c_void_p, ctypes.c_int32
    for name, result, takes in (
        ("llama_log_set", None, [pointer, pointer]),
        ("llama_model_default_params", Params, []),
        ("llama_model_load_from_file", pointer, [ctypes.c_char_p, Params]),
        ("llama_model_get_vocab", pointer, [pointer]),
        ("llama_vocab_eos", token, [pointer]),
        ("llama_sampler_init_grammar", pointer, [pointer, ctypes.c_char_p, ctypes.c_char_p]),
        ("llama_sampler_apply", None, [pointer, pointer]),
        ("llama_sampler_accept", None, [pointer, token]),
        ("llama_sampler_free", None, [pointer]),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, takes
    library.quiet = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)(lambda *_: None)
    library.llama_log_set(ctypes.cast(library.quiet, pointer), None)
    return library


def _version(folder):
    told = next(iter(folder.glob("libllama.v*.so")), None)
    return told.name.removeprefix("libllama.v").removesuffix(".so") if told else "?"
