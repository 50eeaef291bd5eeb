"""One grammar in one engine: what it costs to compile, what each mask costs, and which texts it takes."""

from statistics import mean, median

from engines import Refused, accepts, now

TIMES = 5  # Compilations whose median is told; fewer where one takes long.
LONGEST = 10_000  # ms after which the end of a long text is left.
PLACES = 3  # Places of a long text that are timed.
END = 50  # Tokens at the end of the long text that are timed.


def compile_time(engine, text):
    """The compiled grammar, and the median of its compile times in ms."""
    times = []
    while len(times) < TIMES and sum(times) < 4000:
        begin = now()
        compiled = engine.compile(text)
        times.append((now() - begin) * 1000)
    return compiled, median(times)


def measure(engine, text, texts, long_texts, budget=60):
    """Everything that is known of a grammar in an engine; times in ms.

    When masks have taken so many seconds of CPU, the rest of the texts is only held against the grammar.
    """
    try:
        compiled, compile_ms = compile_time(engine, text)
    except Refused as refused:
        return {"loads": False, "error": str(refused)}
    first, masks, refused = [], [], []
    timed = 0
    for intent in texts:
        spent = (sum(first) + sum(masks)) / 1000
        if spent > budget:
            taken, tokens, whole = accepts(engine, compiled, intent)
            refused += [] if whole else [_where(engine, intent, taken, tokens)]
            continue
        timed += 1
        # The lesser of two: what else runs on the machine slows a mask down, and nothing speeds it up.
        (times, whole), (once_more, _) = (follow(engine, engine.start(compiled), intent) for _ in range(2))
        times = [min(pair) for pair in zip(times, once_more)]
        first += times[:1]
        masks += times[1:]
        if not whole:
            tokens = len(engine.vocabulary.cut(intent))
            refused.append(_where(engine, intent, min(len(times) - 1, tokens), tokens))
    return {
        "loads": True,
        "source_bytes": len(text.encode()),
        "compile_ms": compile_ms,
        "compiled_bytes": engine.size(compiled),
        "texts": len(texts),
        "timed": timed,
        "accepted": len(texts) - len(refused),
        "refused": refused,
        "first_ms": mean(first) if first else None,
        "mask": spread(masks),
        "again": again(engine, compiled, texts),
        "long": long(engine, compiled, long_texts),
    }


def follow(engine, run, text):
    """The time of each mask of a text in ms, the one behind its last token too, and whether it is taken whole and may end."""
    times = []
    for token in engine.vocabulary.cut(text):
        times.append(run.mask(token) * 1000)
        if not run.allows(token) or not run.take(token):
            return times, False
    times.append(run.mask(engine.vocabulary.end) * 1000)
    return times, run.may_end()


def again(engine, compiled, texts):
    """The masks of texts that share what the engine learns, where it learns; the texts are gone through once before."""
    start = engine.again(compiled)
    if not start:
        return None
    for _ in range(2):
        masks = [time for text in texts for time in follow(engine, start(), text)[0][1:]]
    return spread(masks)


def long(engine, compiled, long_texts):
    """Times at the end of the first few long texts that are taken, the slowest of them; texts that are refused are left."""
    found = []
    for text in long_texts:
        tokens = engine.vocabulary.cut(text)
        run = engine.start(compiled)
        if all(run.take(token) for token in tokens):
            found.append(_end(engine, compiled, tokens))
        if len(found) == PLACES:
            break
    return max(found, key=lambda times: times["end_mean_ms"], default=None)


def _end(engine, compiled, tokens):
    """What the last tokens of a text cost, each with its mask: in a long text either may be what grows."""
    run = engine.start(compiled)
    run.mask(tokens[0])
    for token in tokens[:-END]:
        run.take(token)
    times = []
    for token in tokens[-END:]:
        begin = now()
        run.mask(token)
        run.take(token)
        times.append((now() - begin) * 1000)
        if sum(times) > LONGEST:
            break
    return {"tokens": len(tokens), "end_mean_ms": mean(times), "end_max_ms": max(times)}


def spread(times):
    if not times:
        return None
    ordered = sorted(times)
    at = lambda part: ordered[min(len(ordered) - 1, int(part * len(ordered)))]
    return {
        "count": len(ordered),
        "mean_ms": mean(ordered),
        "p50_ms": at(0.5),
        "p99_ms": at(0.99),
        "max_ms": ordered[-1],
    }


def _where(engine, text, taken, tokens):
    """A text with a mark where the engine stopped."""
    if taken == tokens:
        return f"{text}⟂ (no end)"
    head = engine.vocabulary.tokenizer.decode_str(engine.vocabulary.cut(text)[:taken])
    return f"{head}⟂{text[len(head):]}"
