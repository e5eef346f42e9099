"""Checks books as bean-check does: its loader with its hardest validations.

Paths on standard input, one a line; one line of JSON for each on standard output: what is wrong in it.
"""

import json
import sys

from beancount import loader
from beancount.ops import validation

for line in sys.stdin:
    _, errors, _ = loader.load_file(
        line.rstrip("\n"), extra_validations=validation.HARDCORE_VALIDATIONS
    )
    print(json.dumps([f"line {each.source.get('lineno')}: {each.message}" for each in errors]))
