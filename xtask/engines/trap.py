"""Spellings that a grammar lets begin and not end. A model that begins one is held to something else than it meant.

A text is taken whole, or refused at its first token, where the model can still say something else; all between is a trap.
"""

import json
from collections import Counter

from engines import LLGuidance, Refused, accepts

WHOLE, REFUSED, DEAD_END, CUT = "taken whole", "refused at once", "trap, must go on", "trap, may end"


def run(arguments, vocabulary):
    """Prints how many spellings are taken, refused and trapped, and those that are trapped."""
    engine = LLGuidance(vocabulary)
    counts, trapped, grammars = {}, [], {}
    for line in arguments.trap.read_text().splitlines():
        if not line.strip():
            continue
        told = json.loads(line)
        domain, text = told["domain"], told["text"]
        if domain not in arguments.domain:
            continue
        if domain not in grammars:
            grammars[domain] = _grammar(engine, arguments, domain)
        outcome, at = judge(engine, grammars[domain], text)
        counts.setdefault(domain, Counter())[outcome] += 1
        if outcome in (DEAD_END, CUT):
            trapped.append({"domain": domain, "text": text, "at": at, "outcome": outcome})
    for trap in trapped:
        print(f"{trap['domain']}: {trap['outcome']}: {trap['at']}")
    for domain, count in counts.items():
        print(f"{domain}: " + ", ".join(f"{count[outcome]} {outcome}" for outcome in (WHOLE, REFUSED, DEAD_END, CUT)))
    if arguments.json:
        told = {"counts": counts, "trapped": trapped}
        arguments.json.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n")


def judge(engine, grammar, text):
    """What becomes of a text, and the text with a mark where the grammar holds it."""
    taken, tokens, whole = accepts(engine, grammar, text)
    if whole:
        return WHOLE, text
    if taken == 0:
        return REFUSED, text
    cut = engine.vocabulary.cut(text)
    head = engine.vocabulary.tokenizer.decode_str(cut[:taken])
    run = engine.start(grammar)
    may_end = all(run.take(token) for token in cut[:taken]) and run.may_end()
    return (CUT if may_end else DEAD_END), f"{head}⟂{text[len(head):]}"


def _grammar(engine, arguments, domain):
    file = arguments.lark or arguments.root / "grammars" / f"{domain}.line.lark"
    try:
        return engine.compile(file.read_text())
    except Refused as refused:
        raise SystemExit(f"{file}: {refused}") from refused
