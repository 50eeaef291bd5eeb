"""Results as tables: for a terminal, and in Markdown."""

SPEED = (
    *("domain", "grammar", "family", "engine", "kB", "compile", "MB"),
    *("first", "mean", "p50", "p99", "max", "again", "long", "taken"),
)
SCHEMAS = ("schema", "family", "engine", "loads", "`123`", "`null`", '`{"foo":1}`', "texts taken")
GROWTH = ("types", "grammar", "family", "engine", "kB", "compile", "MB")
BARS = ("domain", "grammar", "engine", "what", "bar", "worst", "outcome")


def tables(result):
    """Titles, heads and rows of everything that was measured."""
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    installed = result.get("installed_bytes")
    if installed:
        versions += f"; installed: {installed['python']} bytes of Python, {installed['npm']} of npm"
    told = []
    if result.get("grammars"):
        title = (
            f"Masks in ms of CPU time, the lesser of two ({versions}). `first`: of a text; `mean` to `max`: those behind it; `again`: their mean "
            "where texts share what the engine learns; `long`: a token at the end of a quoted text of 2,000 characters. "
            "Of llama.cpp `first` is the mask of all tokens, and the others judge one token, as its own sampling does"
        )
        told.append((title, SPEED, [_speed(row) for row in result["grammars"]]))
    if result.get("growth"):
        rows = [_growth(row) for row in result["growth"]]
        told.append(("Growth: types of nine fields; compile in ms", GROWTH, rows))
    for key, title, head in (
        ("schemas", "Schemas: what each lets in", SCHEMAS),
        ("dialects", "Dialects", ("grammar", "read as", "outcome")),
    ):
        if result.get(key):
            told.append((title, head, result[key]))
    if result.get("bars"):
        told.append(("Bars, by the slowest family; times in ms", BARS, [_bar(row) for row in result["bars"]]))
    return told


def text(result):
    return "\n\n".join(_aligned(*table) for table in tables(result)) + _refused(result)


def markdown(result):
    parts = []
    for title, head, rows in tables(result):
        lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
        lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
        parts.append(f"{title}:\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _aligned(title, head, rows):
    widths = [max(len(str(row[column])) for row in [head, *rows]) for column in range(len(head))]
    line = lambda row: "  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip()
    return "\n".join([title, line(head), *map(line, rows)])


def _refused(result):
    """The texts that an engine does not take, which no table has room for."""
    lines = []
    for row in result.get("grammars", []):
        for refused in row.get("refused", [])[:10]:
            lines.append(f"  {row['domain']} {row['kind']} {row['family']} {row['engine']}: {refused}")
    return "\n\nRefused, ⟂ where the engine stopped:\n" + "\n".join(lines) if lines else ""


def _speed(row):
    name = [row["domain"], row["kind"], row["family"], row["engine"]]
    if not row["loads"]:
        return name + [row["error"]] + [""] * (len(SPEED) - 5)
    mask, long = row["mask"] or {}, row["long"] or {}
    taken = f"{row['accepted']}/{row['texts']}"
    if row["timed"] < row["texts"]:
        taken += f" ({row['timed']} timed)"
    return name + [
        f"{row['source_bytes'] / 1e3:.0f}",
        ms(row["compile_ms"]),
        _megabytes(row),
        ms(row["first_ms"]),
        *(ms(mask.get(key)) for key in ("mean_ms", "p50_ms", "p99_ms", "max_ms")),
        ms((row["again"] or {}).get("mean_ms")),
        ms(long.get("end_mean_ms")),
        taken,
    ]


def _growth(row):
    size = f"{row['source_bytes'] / 1e3:.0f}"
    return [str(row["types"]), row["kind"], row["family"], row["engine"], size, ms(row["compile_ms"]), _megabytes(row)]


def _bar(row):
    unit = (lambda value: str(value)) if "refused" in row["what"] else ms
    worst = "?" if row["worst"] is None else unit(row["worst"])
    met = "met" if row["met"] else "missed"
    return [row["domain"], row["kind"], row["engine"], row["what"], str(row["bar"]), worst, met]


def _megabytes(row):
    size = row["compiled_bytes"]
    return "" if size is None else f"{size / 1e6:.1f}"


def ms(value):
    """Three digits at least, and no more than a reader can use."""
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.3f}"
