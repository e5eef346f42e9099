"""Reads bank statements with bankstatementparser (PyPI).

Paths on standard input, one a line; one line of JSON for each on standard output. `key` is the statement's id; `fresh` counts the entries that
the library's own deduplication lets through, after every statement so far. Of an account report (camt.052) it keeps neither reference nor status, and
no closing balance: such an entry is read, and not booked.
"""

import json
import sys

from bankstatementparser import Camt052Parser, CamtParser, Deduplicator

deduplicator = Deduplicator()
seen = set()


def plain(amount):
    return format(amount, "f")


def read_statement(path):
    parser = CamtParser(path)
    balances = parser.get_account_balances().to_dict("records")
    entries = parser.get_transactions().to_dict("records")
    fresh, _ = deduplicator.dedupe_by_hash(entries, seen_hashes=seen)
    return {
        "account": balances[0]["AccountId"],
        "currency": balances[0]["Currency"],
        "balances": {each["Code"]: plain(each["Amount"]) for each in balances},
        "entries": [
            {
                "reference": each.get("AcctSvcrRef"),
                "status": None,
                "amount": plain(each["Amount"]),
            }
            for each in entries
        ],
        "key": parser.get_statement_stats().to_dict("records")[0]["StatementId"],
        "fresh": len(fresh),
    }


def read_report(path):
    parser = Camt052Parser(path)
    entries = parser.parse().to_dict("records")
    summary = parser.get_summary()
    return {
        "account": summary["account_id"],
        "currency": summary["currency"],
        "balances": {"OPBD": plain(summary["opening_balance"])},
        "entries": [
            {"reference": None, "status": None, "amount": plain(each["Amount"])}
            for each in entries
        ],
    }


for line in sys.stdin:
    path = line.rstrip("\n")
    print(json.dumps(read_report(path) if path.endswith(".camt052.xml") else read_statement(path)))
