"""The grammars read as other programs read them: other dialects, other readers, and behind free thought."""

import json
import multiprocessing
import time

import grammars
import texts
from engines import Refused, accepts

HEADER = "%llguidance {}\n\n"  # SGLang and llama.cpp tell llguidance's Lark by it.
THOUGHT = "<think>A dry red one, not over 2000.\n</think>"
PATIENCE = 15  # Seconds that Python's lark has for a grammar and its texts.


def measure(engines, arguments):
    """A row of text for each grammar and way to read it."""
    xgrammar, llguidance = (engine for engine, _ in engines)
    rows = []
    for domain in arguments.domain:
        for kind, notation in grammars.NOTATION.items():
            files = grammars.files(arguments, domain, kind)
            if len(files) < len(grammars.ENDINGS):
                continue
            core = texts.encoded(arguments.root, domain, arguments.cmec, notation)
            lark, gbnf = (files[ending].read_text() for ending in grammars.ENDINGS)
            thought = [THOUGHT + text for text in core]
            by_llguidance = lambda form, text: _taken(llguidance, lambda: llguidance.compile_as(form, text), core)
            by_xgrammar = lambda compile, text, said: _taken(xgrammar, lambda: compile(text), said)
            for read_as, outcome in (
                ("GBNF by llguidance's converter", by_llguidance("gbnf", gbnf)),
                ("Lark in llguidance, as it is", by_llguidance("lark", lark)),
                ("Lark in llguidance, `%llguidance {}` first", by_llguidance("lark", HEADER + lark)),
                ("Lark in XGrammar", by_xgrammar(xgrammar.compile_lark, lark, core)),
                ("Lark in Python's lark, Earley", _python_lark(lark, core)),
                ("GBNF in XGrammar's structural tag, behind a thought", by_xgrammar(xgrammar.compile_tag, tag(gbnf), thought)),
            ):
                rows.append([f"{domain}.{kind}", read_as, outcome])
    return rows


def tag(gbnf):
    """Free thought, then an intent."""
    thought = {"type": "tag", "begin": "<think>", "content": {"type": "any_text"}, "end": "</think>"}
    intent = {"type": "grammar", "grammar": gbnf}
    return json.dumps({"type": "structural_tag", "format": {"type": "sequence", "elements": [thought, intent]}})


def _taken(engine, compile, core):
    try:
        compiled = compile()
    except Refused as refused:
        return f"does not load: {refused}"
    return f"{sum(accepts(engine, compiled, text)[2] for text in core)}/{len(core)} texts"


def _python_lark(text, core):
    """It may take hours over a grammar, so it works in a process of its own that is ended."""
    ours, theirs = multiprocessing.Pipe()
    worker = multiprocessing.get_context("fork").Process(target=_parse, args=(theirs, text, core))
    worker.start()
    end = time.monotonic() + PATIENCE
    outcome, goes_on = "not loaded: 0 texts", True
    while goes_on and ours.poll(max(0, end - time.monotonic())):
        outcome, goes_on = ours.recv()
    worker.terminate()
    worker.join()
    return outcome + (f" of {len(core)}, then {PATIENCE} s were over" if goes_on else "")


def _parse(pipe, text, core):
    import lark

    try:
        parser = lark.Lark(text, start="start", parser="earley")
    except Exception as error:
        return pipe.send((f"does not load: {str(error).splitlines()[0][:200]}", False))
    pipe.send(("loads, 0/0 texts", True))
    taken = 0
    for number, intent in enumerate(core, 1):
        try:
            parser.parse(intent)
            taken += 1
        except lark.exceptions.LarkError:
            pass
        pipe.send((f"{taken}/{number} texts", number < len(core)))
