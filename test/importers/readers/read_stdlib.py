"""Reads bank statements with nothing but Python itself, as many an importer of one's own does.

Paths on standard input, one a line; one line of JSON for each on standard output.
"""

import json
import sys
import xml.etree.ElementTree as ElementTree


def local(name):
    return "{*}" + name.replace("/", "/{*}")


def text(element, path):
    found = element.find(local(path))
    return None if found is None else found.text


def signed(element):
    sign = "-" if text(element, "CdtDbtInd") == "DBIT" else ""
    return sign + (text(element, "Amt") or "")


def read(path):
    root = ElementTree.parse(path).getroot()
    report = root.find(local("BkToCstmrStmt/Stmt"))
    if report is None:
        report = root.find(local("BkToCstmrAcctRpt/Rpt"))
    return {
        "account": text(report, "Acct/Id/Othr/Id"),
        "currency": text(report, "Acct/Ccy"),
        "balances": {
            text(each, "Tp/CdOrPrtry/Cd"): signed(each) for each in report.findall(local("Bal"))
        },
        "entries": [
            {
                "reference": text(each, "AcctSvcrRef"),
                "status": text(each, "Sts/Cd"),
                "amount": signed(each),
            }
            for each in report.findall(local("Ntry"))
        ],
        "key": root.find(".//" + local("MsgId")).text,
    }


for line in sys.stdin:
    print(json.dumps(read(line.rstrip("\n"))))
