"""Whether XGrammar and llguidance load the schemas of cMEC, in what time, what they let in that is no cMEC, and whether
they take the core texts.

A schema that an engine loads may hold nothing all the same, so what is no cMEC is held against it.

It is run by hand, in a folder of its own outside of the repository (REPO), and takes 0.3 GB from PyPI and npm:

    python3 -m venv venv
    venv/bin/pip install --no-deps -r REPO/xtask/engines/requirements.txt
    cp REPO/xtask/engines/package.json . && npm install --ignore-scripts
    venv/bin/python REPO/xtask/engines/measure.py --packages node_modules --cmec REPO/target/debug/cmec
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engines import FAMILIES, LLGuidance, Refused, Vocabulary, XGrammar, accepts

DOMAINS = ("address", "enterprise", "mind", "wine")
NO_CMEC = ("123", "null", '{"foo":1}')
HEAD = ("schema", "family", "engine", "outcome", "ms", *NO_CMEC, "texts taken")


def main():
    arguments = read_arguments()
    rows = [HEAD]
    for family in arguments.family:
        vocabulary = Vocabulary(family, arguments.packages)
        for domain in arguments.domain:
            core = encoded(arguments, domain)
            for name, schema in schemas(arguments, domain):
                for engine in (XGrammar(vocabulary), LLGuidance(vocabulary)):
                    print(f"{family}: {name} in {engine.name} {engine.version}", file=sys.stderr, flush=True)
                    rows.append((name, family, engine.name, *outcome(engine, schema, core)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def outcome(engine, schema, core):
    begin = time.thread_time()
    try:
        compiled = engine.compile_schema(schema)
    except Refused as refused:
        return [str(refused)] + [""] * (len(NO_CMEC) + 2)
    took = (time.thread_time() - begin) * 1000
    taken = lambda text: accepts(engine, compiled, text)
    let_in = ["let in" if taken(text) else "refused" for text in NO_CMEC]
    return ["loads", f"{took:.0f}", *let_in, f"{sum(map(taken, core))}/{len(core)}"]


def schemas(arguments, domain):
    """The committed schema, and the one of the profile `engine`, which is compiled away from the repository."""
    file = arguments.root / "schemas" / domain / "cmec-c0.2.schema.json"
    yield f"schemas/{domain}/{file.name}", file.read_text()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "codebook" / domain
        shutil.copytree(arguments.root / "codebook" / domain, source)
        shutil.copy(arguments.root / "codebook" / "core.yaml", source.parent)
        command = [arguments.cmec, "compile", source, "--emit", "profiles", "--out", Path(folder) / "out"]
        subprocess.run(command, capture_output=True, check=True)
        yield f"{domain}, profile engine", (Path(folder) / "out" / domain / "engine" / file.name).read_text()


def encoded(arguments, domain):
    """The core intents as `cmec encode` writes them in cMEC."""
    folder = arguments.root / "fixtures" / "decode" / "contract" / domain
    said = [file.read_text().strip() for file in sorted(folder.glob("core_*.txt"))]
    lines = "".join(json.dumps({"text": text}) + "\n" for text in said)
    command = [arguments.cmec, "encode", "--domain", arguments.root / "codebook" / domain, "--to", "c0.2", "--lines"]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return [answer["text"] for answer in answers if "text" in answer]


def read_arguments():
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=root, help="the repository")
    parser.add_argument("--packages", type=Path, required=True, help="vocabularies")
    parser.add_argument("--cmec", type=Path, required=True, help="the command")
    parser.add_argument("--domain", action="append", choices=DOMAINS, help="only these domains")
    parser.add_argument("--family", action="append", choices=list(FAMILIES), help="only these families")
    arguments = parser.parse_args()
    arguments.domain = arguments.domain or list(DOMAINS)
    arguments.family = arguments.family or list(FAMILIES)
    return arguments


if __name__ == "__main__":
    main()
