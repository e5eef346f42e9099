"""Reads bank statements with camt053 (PyPI).

Paths on standard input, one a line; one line of JSON for each on standard output. `key` is the library's own, by which it knows a
document that is delivered once more; `problems` are those of ISO's schema, which it brings along.
"""

import json
import sys

from camt053 import parse_document
from camt053.parse.dedupe import compute_dedupe_key
from camt053.xml.validate_statement import validate_statement


def signed(each):
    sign = "-" if each.credit_debit_indicator == "DBIT" else ""
    return sign + (each.amount or "")


def read(path):
    with open(path, encoding="utf-8") as file:
        xml = file.read()
    document = parse_document(xml)
    [statement] = document.statements
    return {
        "account": statement.account.identifier(),
        "currency": statement.account.currency,
        "balances": {each.type_code: signed(each) for each in statement.balances},
        "entries": [
            {
                "reference": each.account_servicer_ref,
                "status": each.status,
                "amount": signed(each),
            }
            for each in statement.entries
        ],
        "key": compute_dedupe_key(document),
        "problems": validate_statement(xml)["errors"],
    }


for line in sys.stdin:
    print(json.dumps(read(line.rstrip("\n"))))
