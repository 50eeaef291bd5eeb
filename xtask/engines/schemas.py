"""The schemas of cMEC as constraints: whether an engine loads them, what it refuses, and whether it takes the core texts.

A schema that an engine loads may hold nothing all the same, so what is no cMEC is held against it.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import texts
from engines import Refused, accepts

NO_CMEC = ("123", "null", '{"foo":1}')


def measure(engines, arguments):
    """A row of text for each schema, engine and family."""
    rows = []
    for domain in arguments.domain:
        core = texts.encoded(arguments.root, domain, arguments.cmec, "c0.2")
        for name, schema in _schemas(arguments, domain):
            for engine, _ in engines:
                rows.append([name, engine.vocabulary.family, engine.name, *_outcome(engine, schema, core)])
    return rows


def _outcome(engine, schema, core):
    try:
        compiled = engine.compile_schema(schema)
    except Refused as refused:
        return [str(refused), "", "", "", ""]
    taken = lambda text: accepts(engine, compiled, text)[2]
    lets_in = ["let in" if taken(text) else "refused" for text in NO_CMEC]
    return ["loads", *lets_in, f"{sum(map(taken, core))}/{len(core)}"]


def _schemas(arguments, domain):
    """The committed schema, and the one of the profile `engine`, which is compiled away from the repository."""
    file = arguments.root / "schemas" / domain / "cmec-c0.2.schema.json"
    yield f"schemas/{domain}/{file.name}", file.read_text()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "codebook" / domain
        shutil.copytree(arguments.root / "codebook" / domain, source)
        shutil.copy(arguments.root / "codebook" / "core.yaml", source.parent)
        command = [arguments.cmec, "compile", source, "--emit", "profiles", "--out", Path(folder) / "out"]
        subprocess.run(command, capture_output=True, check=True)
        engine = Path(folder) / "out" / domain / "engine" / file.name
        yield f"{domain}, profile engine", engine.read_text()
