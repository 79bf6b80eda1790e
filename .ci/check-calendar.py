#!/usr/bin/python3
"""Reads an iCalendar file with Debian's python3-icalendar and prints its events, one a line, sorted:

    uid start end status summary

Times are in UTC; a newline in the summary becomes a space. Ends with 1, and says why, when anything does not parse.
"""

import sys
from datetime import datetime, timezone

from icalendar import Calendar


def instant(event, name):
    time = event.decoded(name)
    if not isinstance(time, datetime) or time.tzinfo is None:
        raise ValueError(f"{name} is no instant: {time}")
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def line(event):
    start, end = instant(event, "DTSTART"), instant(event, "DTEND")
    return " ".join([event["UID"], start, end, event["STATUS"], event["SUMMARY"].replace("\n", " ")])


def read(file):
    calendar = Calendar.from_ical(file.read().decode("utf-8"))
    components = calendar.walk()
    # Of a VEVENT the parser only notes what it could not read.
    broken = [f"{name}: {why}" for component in components for name, why in component.errors]
    if broken:
        raise ValueError("; ".join(broken))
    if calendar.name != "VCALENDAR" or len(components) < 2:
        raise ValueError("it is no calendar with a component")
    return sorted(line(event) for event in calendar.walk("VEVENT"))


if len(sys.argv) != 2:
    sys.exit("Usage: check-calendar.py <file.ics>")
sys.stdout.reconfigure(encoding="utf-8")
try:
    with open(sys.argv[1], "rb") as file:
        for event in read(file):
            print(event)
except Exception as error:  # its text may quote the whole file
    sys.exit(f"{sys.argv[1]} does not parse: {error!r:.300}")
