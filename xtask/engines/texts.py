"""The texts that engines are measured with: the core intents of a domain, and a long quoted text put into one of them."""

import json
import re
import subprocess

RUSSIAN = "Красное сухое вино с нотами вишни и ванили для долгого вечера, не дороже двух тысяч рублей. "
LONG = 2000  # Characters of the quoted text.


def said(root, domain):
    """The core texts as their fixtures say them."""
    folder = root / "fixtures" / "decode" / "contract" / domain
    return [file.read_text().strip() for file in sorted(folder.glob("core_*.txt"))]


def encoded(root, domain, cmec, notation):
    """The core texts as `cmec encode` writes them, without those that the notation has no place for."""
    lines = "".join(json.dumps({"text": text}) + "\n" for text in said(root, domain))
    command = [cmec, "encode", "--domain", root / "codebook" / domain, "--to", notation, "--lines"]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if not answers:
        error = run.stderr.strip()[:300]
        raise SystemExit(f"`cmec encode --to {notation}` of {domain} says nothing: {error}")
    return [answer["text"] for answer in answers if "text" in answer]


def is_line(text):
    return not text.startswith("{")


def long_quoted(texts):
    """Texts with a quoted one of 2,000 Russian characters: each a core text whose last quoted piece is that long."""
    long = (RUSSIAN * (LONG // len(RUSSIAN) + 1))[:LONG].strip()
    found = [f'"{long}"', f'?"{long}"'] if any(map(is_line, texts)) else []
    for text in texts:
        pieces = list(re.finditer(r'"(?P<piece>[^"\\]+)"', text))
        if not is_line(text):  # In cMEC a text stands behind `"txt":` or `"v":`; all else in quotes is a key or a code.
            pieces = [p for p in pieces if re.search(r'"(txt|v)":$', text[: p.start()])]
        if pieces:
            last = pieces[-1]
            found.append(text[: last.start()] + f'"{long}"' + text[last.end() :])
    return found
