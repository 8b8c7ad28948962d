"""The invoice, coupons, rating and proration of the vectors, with Python's own integers, which have no bound.

Each function takes the input of a case and returns its result, or raises Rejected.
"""

from rejected import Rejected

AMOUNT_MAX = 2**53 - 1


def is_amount(value):
    """Whether a number is a whole one from 0 up to 2^53 - 1."""
    return isinstance(value, int) and 0 <= value <= AMOUNT_MAX


def round_half_away(numerator, denominator):
    """A fraction with a positive denominator as a whole number; a half goes away from zero."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


def line_amounts(lines):
    """The amount of each line; rejects the first line that cannot be billed."""
    amounts = []
    for index, line in enumerate(lines):
        for member in ("unitPrice", "quantity"):
            if not is_amount(line[member]):
                raise Rejected("InvalidLine", index=index, member=member, value=line[member])
        amounts.append(line["unitPrice"] * line["quantity"])
        if sum(amounts) > AMOUNT_MAX:
            operands = [line["unitPrice"], line["quantity"]]
            raise Rejected("AmountOutOfRange", operation="line", operands=operands)
    return amounts


def eligible_amount(lines, amounts, plan_ids):
    """The part of the lines that a coupon for some plans discounts."""
    return sum(
        amount
        for line, amount in zip(lines, amounts)
        if plan_ids is None or line.get("planId") in plan_ids
    )


def coupon_amount(coupon, currency, eligible):
    """The discount of one invoice of a billing period."""
    code, discount = coupon["code"], coupon["discount"]
    is_fixed = discount["type"] == "FIXED"
    value = discount["amount"] if is_fixed else discount["basisPoints"]
    if not is_amount(value) or (not is_fixed and value > 10_000):
        raise Rejected("InvalidDiscount", code=code, value=value)
    if is_fixed and discount["currency"] != currency:
        raise Rejected("DiscountCurrencyMismatch", code=code, currency=discount["currency"])
    before, given = coupon["periodEligibleAmount"], coupon["periodDiscountAmount"]
    for amount in (before, given):
        if not is_amount(amount):
            raise Rejected("InvalidDiscount", code=code, value=amount)
    period = before + eligible
    if period > AMOUNT_MAX:
        raise Rejected("AmountOutOfRange", operation="group", operands=[before, eligible])
    due = min(value, period) if is_fixed else round_half_away(period * value, 10_000)
    return max(0, min(due - given, eligible))


def compute_invoice(given):
    """An invoice: the lines, then the coupon, then vouchers in their order."""
    currency, coupon = given["currency"], given["coupon"]
    amounts = line_amounts(given["lines"])
    total = sum(amounts)
    wanted = []
    if coupon is not None:
        eligible = eligible_amount(given["lines"], amounts, coupon["planIds"])
        wanted.append(("COUPON", coupon["code"], coupon_amount(coupon, currency, eligible)))
    for voucher in given["vouchers"]:
        if not is_amount(voucher["balance"]):
            raise Rejected("InvalidDiscount", code=voucher["voucherId"], value=voucher["balance"])
        if voucher["currency"] == currency:
            wanted.append(("VOUCHER", voucher["voucherId"], voucher["balance"]))
    payable, discounts = total, []
    for kind, code, most in wanted:
        amount = min(most, payable)
        if amount > 0:
            discounts.append({"type": kind, "code": code, "amount": amount})
        payable -= amount
    return {
        "currency": currency,
        "lines": [{**line, "amount": amount} for line, amount in zip(given["lines"], amounts)],
        "discounts": discounts,
        "totalAmount": total,
        "discountAmount": total - payable,
        "payableAmount": payable,
    }


def discount_period(given):
    """The discount of each invoice of one billing period, and of all of them."""
    coupon = {
        "code": "COUPON",
        "discount": given["discount"],
        "planIds": given["planIds"],
        "periodEligibleAmount": 0,
        "periodDiscountAmount": 0,
    }
    discounts = []
    for lines in given["invoices"]:
        eligible = eligible_amount(lines, line_amounts(lines), coupon["planIds"])
        discounts.append(coupon_amount(coupon, given["currency"], eligible))
        coupon["periodEligibleAmount"] += eligible
        coupon["periodDiscountAmount"] += discounts[-1]
    return {"discountAmounts": discounts, "periodDiscountAmount": sum(discounts)}


def covers_month(given):
    """Whether a coupon that discounted some months discounts one more."""
    duration, before, month = given["duration"], given["discountedMonths"], given["month"]
    if duration["type"] == "FOREVER" or not before or month in before:
        return True
    months = [*before, month]
    return duration["type"] == "REPEATING" and max(months) - min(months) < duration["months"]


def units_by_band(price, quantity):
    """The units, or packages, that each band of a price has of a quantity, with their price."""
    if price["model"] == "STANDARD":
        return [(price["unitPrice"], quantity)]
    if price["model"] == "PACKAGE":
        billable = max(0, quantity - price["freeUnits"])
        return [(price["packagePrice"], -(-billable // price["packageSize"]))]
    bands, before = [], 0
    for band in price["bands"]:
        reached = quantity if band["upTo"] is None else min(quantity, band["upTo"])
        bands.append((band["unitPrice"], max(0, reached - before)))
        before = max(before, reached)
    return bands


def rate(given):
    """What a quantity costs, band by band."""
    quantity = given["quantity"]
    if not is_amount(quantity):
        raise Rejected("AmountOutOfRange", operation="rate", operands=[quantity])
    rated, cost = [], 0
    for band, (unit_price, units) in enumerate(units_by_band(given["price"], quantity)):
        if units == 0:
            continue
        cost += unit_price * units
        if cost > AMOUNT_MAX:
            raise Rejected("AmountOutOfRange", operation="rate", operands=[unit_price, units])
        rated.append({"band": band, "unitPrice": unit_price, "quantity": units})
    return rated


def prorate(given):
    """The share of an amount for a part of a cycle."""
    operands = [given["amount"], given["activeMillis"], given["cycleMillis"]]
    are_whole = all(isinstance(one, int) and abs(one) <= AMOUNT_MAX for one in operands)
    if are_whole and operands[2] > 0:
        share = round_half_away(operands[0] * operands[1], operands[2])
        if abs(share) <= AMOUNT_MAX:
            return share
    raise Rejected("AmountOutOfRange", operation="mulDiv", operands=operands)


def active_millis(given):
    """The milliseconds of a window in which a span runs; spans do not overlap."""
    start, end = given["window"]["startAt"], given["window"]["endAt"]
    return sum(
        max(0, min(end if span["to"] is None else span["to"], end) - max(span["from"], start))
        for span in given["spans"]
    )
