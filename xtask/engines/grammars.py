"""Which grammars there are: the files of a domain by kind, and the notation of the texts that each kind is for."""

DOMAINS = ("address", "enterprise", "mind", "wine")
READING = "line"
NOTATION = {READING: "line"}
ENDINGS = ("lark", "gbnf")


def files(arguments, domain, kind):
    """The files of a kind that are there, by their endings; those that were given stand for the reading grammar."""
    if arguments.grammar:
        return {file.suffix[1:]: file for file in arguments.grammar} if kind == READING else {}
    named = {ending: arguments.root / "grammars" / f"{domain}.{kind}.{ending}" for ending in ENDINGS}
    return {ending: file for ending, file in named.items() if file.exists()}
