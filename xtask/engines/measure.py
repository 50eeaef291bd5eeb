"""Measures the grammars and schemas of cmec in the engines that hold models to them.

    python measure.py                                        every domain, as `cargo xtask engines` does
    python measure.py --lark F --gbnf F --texts F [F …]      one pair of files
    python measure.py --trap F --domain wine                 spellings that a grammar lets begin and not end
"""

import argparse
import json
import sys
from pathlib import Path

import bars
import grammars
import growth
import report
import speed
import texts
from engines import FAMILIES, LLGuidance, Vocabulary, XGrammar

PARTS = ("speed", "growth", "schemas", "dialects")


def main():
    arguments = read_arguments()
    result = {"grammars": [], "growth": [], "schemas": [], "dialects": []}
    families = arguments.family or (["llama3"] if arguments.lark or arguments.gbnf or arguments.trap else list(FAMILIES))
    if arguments.trap:
        import trap

        return trap.run(arguments, Vocabulary(families[0], arguments.packages))
    for family in families:
        vocabulary = Vocabulary(family, arguments.packages)
        engines = [(XGrammar(vocabulary), "gbnf"), (LLGuidance(vocabulary), "lark")]
        llama = llama_of(vocabulary, arguments)
        if llama:
            engines.append((llama, "gbnf"))
        result["versions"] = {engine.name: engine.version for engine, _ in engines}
        if arguments.lark or arguments.gbnf:
            pair(result, engines, arguments)
            continue
        if "speed" in arguments.only:
            for domain in arguments.domain:
                measure_domain(result, engines, domain, arguments)
        if "growth" in arguments.only:
            note(f"{family}: growth")
            core = arguments.root / "codebook" / "core.yaml"
            result["growth"] += growth.measure(arguments.cmec, engines[:2], core)
        if "schemas" in arguments.only:
            import schemas

            note(f"{family}: schemas")
            result["schemas"] += schemas.measure(engines[:2], arguments)
        if "dialects" in arguments.only and family == families[0]:
            import dialects

            note("dialects")
            result["dialects"] += dialects.measure(engines[:2], arguments)
    result["bars"] = bars.bars(result["grammars"], result["growth"])
    result["installed_bytes"] = installed(arguments.packages)
    print(report.text(result))
    if arguments.json:
        arguments.json.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n")
    if arguments.markdown:
        arguments.markdown.write_text(report.markdown(result))


def measure_domain(result, engines, domain, arguments):
    """Every grammar of a domain in every engine."""
    for kind, notation in grammars.NOTATION.items():
        files = grammars.files(arguments, domain, kind)
        if not files:
            note(f"{domain}.{kind}: no such grammar, skipped")
            continue
        core = texts.encoded(arguments.root, domain, arguments.cmec, notation)
        if kind == grammars.READING:
            # A reading grammar takes what people wrote too, not only what the encoder writes.
            core += [text for text in texts.said(arguments.root, domain) if texts.is_line(text) and text not in core]
        for engine, ending in engines:
            if ending in files:
                note(f"{engine.vocabulary.family}: {files[ending].name} in {engine.name}")
                row = speed.measure(engine, files[ending].read_text(), core, texts.long_quoted(core), arguments.budget)
                result["grammars"].append(named(row, domain, kind, engine))


def pair(result, engines, arguments):
    """One pair of files against texts that are given, or those of a domain."""
    given = []
    for file in arguments.texts:
        told = file.read_text()
        given += told.splitlines() if file.suffix == ".lines" else [told.strip()]
    if not given and len(arguments.domain) == 1:
        given = texts.encoded(arguments.root, arguments.domain[0], arguments.cmec, "line")
    for engine, ending in engines:
        file = arguments.lark if ending == "lark" else arguments.gbnf
        if file:
            row = speed.measure(engine, file.read_text(), given, texts.long_quoted(given), arguments.budget)
            result["grammars"].append(named(row, file.stem, grammars.READING, engine))


def named(row, domain, kind, engine):
    return {"domain": domain, "kind": kind, "family": engine.vocabulary.family, "engine": engine.name, **row}


def llama_of(vocabulary, arguments):
    """llama.cpp, or none with a word why."""
    import llama

    try:
        return llama.Llama(vocabulary, arguments.packages, arguments.packages.parent)
    except llama.Missing as missing:
        note(f"llama.cpp left out: {missing}")
        return None


def installed(packages):
    """Bytes of what was installed: the packages of Python without the environment they stand in, and those of npm."""
    import llguidance

    python = Path(llguidance.__file__).parent.parent
    ours = ("llguidance", "xgrammar", "tvm_ffi", "lark", "typing_extensions.py")
    files = lambda path: [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    size = lambda path: sum(file.stat().st_size for file in files(path))
    return {"python": sum(size(python / name) for name in ours), "npm": size(packages)}


def note(said):
    print(said, file=sys.stderr, flush=True)


def read_arguments():
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=root, help="the repository")
    parser.add_argument("--packages", type=Path, help="vocabularies [default: target/engines/node_modules]")
    parser.add_argument("--cmec", type=Path, help="the command [default: target/debug/cmec]")
    parser.add_argument("--domain", action="append", choices=grammars.DOMAINS, help="only these domains")
    parser.add_argument("--family", action="append", choices=list(FAMILIES), help="only these families")
    parser.add_argument("--only", action="append", choices=PARTS, help="only these parts")
    parser.add_argument("--grammar", action="append", type=Path, help="in place of the reading grammar of the domain")
    parser.add_argument("--budget", type=float, default=60, help="seconds of masks for each grammar in each engine")
    parser.add_argument("--lark", type=Path, help="one Lark file")
    parser.add_argument("--gbnf", type=Path, help="one GBNF file")
    parser.add_argument("--texts", nargs="+", type=Path, default=[], help="a text each, or `.lines`")
    parser.add_argument("--trap", type=Path, help="spellings, one JSON object a line: domain, text")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    parser.add_argument("--markdown", type=Path, help="where to write the tables")
    arguments = parser.parse_args()
    arguments.root = arguments.root.resolve()
    arguments.packages = arguments.packages or arguments.root / "target" / "engines" / "node_modules"
    arguments.cmec = arguments.cmec or arguments.root / "target" / "debug" / "cmec"
    arguments.domain = arguments.domain or list(grammars.DOMAINS)
    arguments.only = arguments.only or list(PARTS)
    return arguments


if __name__ == "__main__":
    main()
