"""Runs the vectors: python3 check_vectors.py FOLDER

FOLDER has the vectors; unless given, it is the one of the package that this example is in. The status is 1 where a case does
not hold.
"""

import json
import pathlib
import sys

# The folder of an installed package is not written to.
sys.dont_write_bytecode = True

import billing  # noqa: E402
import cycles  # noqa: E402
from rejected import Rejected  # noqa: E402

FUNCTIONS = {
    "computeInvoice": billing.compute_invoice,
    "rate": billing.rate,
    "prorate": billing.prorate,
    "activeMillis": billing.active_millis,
    "cycleOf": cycles.cycle_of,
    "cycleAt": cycles.cycle_at,
    "reanchor": cycles.reanchor,
    "discountPeriod": billing.discount_period,
    "coversMonth": billing.covers_month,
}

FILES = ("invoice", "rating", "proration", "billing-calendar", "coupon-periods", "boleto-dates")


def answer(case):
    """What the functions answer to a case, in the form of `expected`."""
    try:
        return {"result": FUNCTIONS[case["function"]](case["input"])}
    except Rejected as rejected:
        return {"rejection": rejected.rejection}


def holds(case):
    """Whether a case is answered as it says; of a rejection, the members that are given."""
    expected, given = case["expected"], answer(case)
    if "rejection" in expected and "rejection" in given:
        return given["rejection"].items() <= expected["rejection"].items()
    return given == expected


def check(path):
    """Prints how many cases of a file hold, and each that does not; returns whether all do."""
    vectors = json.loads(path.read_text(encoding="utf-8"))
    if vectors["version"] != 1:
        raise SystemExit(f"{path.name} has version {vectors['version']}: this example reads version 1")
    tried = [case for case in vectors["cases"] if case["function"] in FUNCTIONS]
    if not tried:
        print(f"{path.name}: not tried")
        return True
    wrong = [case for case in tried if not holds(case)]
    for case in wrong:
        print(f"{path.name}, {case['name']}: expected {case['expected']}, got {answer(case)}")
    print(f"{path.name}: {len(tried) - len(wrong)} of {len(tried)} cases hold")
    return not wrong


def main():
    here = pathlib.Path(__file__).resolve().parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[2] / "vectors"
    results = [check(folder / f"{name}.json") for name in FILES]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
