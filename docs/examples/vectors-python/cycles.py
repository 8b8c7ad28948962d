"""The billing calendar of the vectors: months are counted from the year 0, and instants are milliseconds in UTC.

Each function takes the input of a case and returns its result, or raises Rejected.
"""

import calendar
import datetime

from rejected import Rejected

DAY = 86_400_000
EPOCH = datetime.date(1970, 1, 1).toordinal()
INSTANT_MAX = (datetime.date(9999, 12, 31).toordinal() - EPOCH + 1) * DAY - 1


def date_of(instant):
    """The date of an instant; rejects any other number."""
    if not isinstance(instant, int) or not 0 <= instant <= INSTANT_MAX:
        raise Rejected("InstantOutOfRange")
    return datetime.date.fromordinal(EPOCH + instant // DAY)


def month_of(instant):
    """The month of an instant, counted from January of the year 0."""
    date = date_of(instant)
    return date.year * 12 + date.month - 1


def boundary(anchor, cycle):
    """The instant at which a cycle begins."""
    if not isinstance(cycle, int):
        raise Rejected("InstantOutOfRange")
    length = 1 if anchor["interval"] == "MONTHLY" else 12
    year, month = divmod(month_of(anchor["anchorAt"]) + (cycle - anchor["firstCycle"]) * length, 12)
    if not 1970 <= year <= 9999:
        raise Rejected("InstantOutOfRange")
    _, last = calendar.monthrange(year, month + 1)
    date = datetime.date(year, month + 1, min(anchor["anchorDay"], last))
    return (date.toordinal() - EPOCH) * DAY + anchor["anchorAt"] % DAY


def cycle_of(given):
    """A cycle by its number."""
    anchor, cycle = given["anchor"], given["cycle"]
    start, end = boundary(anchor, cycle), boundary(anchor, cycle + 1)
    return {"cycle": cycle, "startAt": start, "endAt": end}


def cycle_at(given):
    """The cycle that holds an instant."""
    anchor, instant = given["anchor"], given["instant"]
    length = 1 if anchor["interval"] == "MONTHLY" else 12
    months = month_of(instant) - month_of(anchor["anchorAt"])
    # The next cycle begins in a later month; this one may begin later in the month of the instant.
    cycle = anchor["firstCycle"] + months // length
    if boundary(anchor, cycle) > instant:
        cycle -= 1
    return cycle_of({"anchor": anchor, "cycle": cycle})


def reanchor(given):
    """The anchor after a change of the interval."""
    date, wanted = date_of(given["at"]), given["anchor"]["anchorDay"]
    _, last = calendar.monthrange(date.year, date.month)
    return {
        "anchorAt": given["at"],
        "anchorDay": wanted if min(wanted, last) == date.day else date.day,
        "interval": given["interval"],
        "firstCycle": given["cycle"],
    }
