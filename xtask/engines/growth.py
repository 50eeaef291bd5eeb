"""A codebook of any number of types, each with nine fields, and what its grammars cost."""

import subprocess
import tempfile
from pathlib import Path

import grammars
from speed import compile_time

SIZES = (10, 20, 40)
SLOW = 10_000  # ms; of a kind that took so long in an engine, larger grammars are left.

TYPES = (
    "account agency airport auction author bank branch bridge campaign cargo clinic contract course customer depot "
    "driver estate factory festival forest garden harbour hospital hotel journal library machine market museum "
    "orchard parcel patent pipeline printer project quarry refinery school station theatre"
).split()

# A field of each kind of value; the name of the field is followed by that of its type, as columns often are.
FIELDS = (
    ("name", "type: string"),
    ("city", "type: string, groupable: true"),
    ("owner", "type: string, case: folded, groupable: true"),
    ("state", "type: enum, groupable: true, values: [{0}_new, {0}_open, {0}_shut, {0}_gone]"),
    ("size", "type: integer, sortable: true, groupable: true"),
    ("price", "type: decimal, sortable: true"),
    ("opened", "type: date, sortable: true"),
    ("listed", "type: boolean"),
    ("notes", "type: text"),
)


def codebook(count):
    """The text of `codebook.yaml` with so many types, and a relation from each to the next."""
    types = TYPES[:count]
    lines = [
        "name: growth",
        "version: 0.1.0",
        "contract_version: v0.3",
        "languages: [en]",
        "lanes:",
        "  structured: [instance_search, attributes_fetch, relation_query, relation_existence, path_query, subgraph, aggregation, set_ops]",
        "types:",
        *(f"  {name}: {{key: name, label: {{en: {name}}}}}" for name in types),
        "fields:",
    ]
    code = 0
    for name in types:
        for field, told in FIELDS:
            code += 1
            told = told.format(name)
            lines.append(f"  F{code:03}: {{path: {name}.{field}, {told}, label: {{en: {name} {field}}}}}")
    lines.append("relations:")
    for number, (one, other) in enumerate(zip(types, types[1:]), 1):
        ends = f"from: {one}, to: {other}, label: {{en: {one} of {other}}}"
        lines.append(f"  R{number:03}: {{name: {one}_of_{other}, {ends}}}")
    return "\n".join(lines) + "\n"


def measure(cmec, engines, core):
    """A row for each size, kind of grammar and engine; kinds that the compiler does not write are left out."""
    rows, slow = [], set()
    for count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder) / "growth", Path(folder) / "out"
            source.mkdir()
            (source / "codebook.yaml").write_text(codebook(count))
            (Path(folder) / "core.yaml").write_text(core.read_text())
            command = [cmec, "compile", source, "--emit", "grammars", "--out", out]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode != 0:
                raise SystemExit(f"`cmec compile` of {count} types failed: {(run.stderr or run.stdout).strip()[:800]}")
            for kind in grammars.NOTATION:
                for engine, ending in engines:
                    file = out / f"growth.{kind}.{ending}"
                    if file.exists() and (kind, engine.name) not in slow:
                        rows.append(_row(engine, count, kind, file.read_text()))
                        if rows[-1]["compile_ms"] > SLOW:
                            slow.add((kind, engine.name))
    return rows


def _row(engine, count, kind, text):
    compiled, compile_ms = compile_time(engine, text)
    return {
        "types": count,
        "kind": kind,
        "engine": engine.name,
        "family": engine.vocabulary.family,
        "source_bytes": len(text.encode()),
        "compile_ms": compile_ms,
        "compiled_bytes": engine.size(compiled),
    }
