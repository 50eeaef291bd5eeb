"""What a grammar has to keep to, and whether it does."""

from grammars import READING

# What is held, in ms; each is for the slowest family of models.
COMPILE = {"xgrammar": 250, "llguidance": 50}
MEAN, P99, LONG = 0.2, 2, 5
FORTY_TYPES = 1000


def bars(grammars, growth):
    """A row for each bar: domain, kind, engine, what, the bar, the worst value of all families, and whether it is kept."""
    rows = []
    groups = {}
    for row in grammars:
        groups.setdefault((row["domain"], row["kind"], row["engine"]), []).append(row)
    for (domain, kind, engine), found in groups.items():
        loaded = [row for row in found if row["loads"]]
        told = lambda what, bar, values: rows.append(_bar(domain, kind, engine, what, bar, values))
        refused = sum(row["texts"] - row["accepted"] for row in loaded) if len(loaded) == len(found) else None
        told("core texts refused", 0, [refused])
        if engine not in COMPILE:
            continue
        told("compile", COMPILE[engine], [row["compile_ms"] for row in loaded])
        told("mean of a mask", MEAN, [_of(row, "mask", "mean_ms") for row in loaded])
        told("p99 of a mask", P99, [_of(row, "mask", "p99_ms") for row in loaded])
        told("end of a long text, a token", LONG, [_of(row, "long", "end_mean_ms") for row in loaded])
    reading = [row for row in growth if row["kind"] == READING and row["engine"] == "xgrammar"]
    if reading:
        # Where a smaller grammar took too long, that of 40 types was left, and the bar is missed.
        forty = [row["compile_ms"] for row in reading if row["types"] == 40] or [None]
        rows.append(_bar("40 types", READING, "xgrammar", "compile", FORTY_TYPES, forty))
    return rows


def _of(row, part, key):
    return row[part][key] if row[part] else None


def _bar(domain, kind, engine, what, bar, values):
    known = [value for value in values if value is not None]
    worst = max(known) if known and len(known) == len(values) else None
    met = worst is not None and worst <= bar
    return {"domain": domain, "kind": kind, "engine": engine, "what": what, "bar": bar, "worst": worst, "met": met}
