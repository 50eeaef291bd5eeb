#!/usr/bin/env python3
"""Keep one `cmec run --lines` beside a program and ask it one question after the other.

    coprocess.py QUESTIONS COMMAND [ARGUMENT…]

`COMMAND [ARGUMENT…]` is the whole command, `cmec run --domain address --lines` and what is said of the server. Each question
goes in as a line `{"id": …, "text": …}` and comes back as a line `{"id": …, "response": …}`. At the end the figures are
printed as one line of JSON.
"""

import json
import statistics
import subprocess
import sys
import time


class Cmec:
    """A command that answers each line as soon as it has come."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
        )

    def ask(self, number, text, cursor=None):
        """The response to what a model said."""
        line = {"id": number, "text": text}
        if cursor is not None:
            line["cursor"] = cursor
        self.process.stdin.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if answer["id"] != number:
            raise RuntimeError(f"asked {number}, answered {answer['id']}")
        return answer["response"]

    def close(self):
        """Ends the input: the session with the server is closed, and the command ends."""
        self.process.stdin.close()
        return self.process.wait(timeout=30)


def question(number):
    """What a model could have said: every fifth is a question back, every seventh is no intent at all."""
    if number % 7 == 6:
        return "Извините, я не знаю."
    if number % 5 == 4:
        return '{"s":"IS","tg":["documant"]}'
    day = f"2026-{number % 6 + 1:02}-28"
    filters = [{"f": "F411", "op": "EQ", "v": "62"}, {"f": "F412", "op": "EQ", "v": day}]
    return json.dumps({"s": "IS", "tg": ["account_balance"], "C": {"flt": filters, "pg": {"lim": 5}}})


def main():
    questions, command = int(sys.argv[1]), sys.argv[2:]
    cmec = Cmec(command)
    took, kinds = [], {}
    started = time.perf_counter()
    for number in range(questions):
        asked = time.perf_counter()
        response = cmec.ask(number, question(number))
        took.append((time.perf_counter() - asked) * 1000)
        kind = response["response_type"]
        kinds[kind] = kinds.get(kind, 0) + 1
    whole = time.perf_counter() - started
    code = cmec.close()
    rest = sorted(took[1:]) or took
    print(
        json.dumps(
            {
                "questions": questions,
                "answers": kinds,
                "exit": code,
                "seconds": round(whole, 2),
                "first_ms": round(took[0], 1),
                "median_ms": round(statistics.median(rest), 1),
                "p95_ms": round(rest[int(len(rest) * 0.95)], 1),
            }
        )
    )


if __name__ == "__main__":
    main()
