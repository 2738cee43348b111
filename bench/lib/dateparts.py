from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo
def main():
    start = date(2000, 1, 1)
    day = start
    n = 0
    for i in range(60000):
        day = day + timedelta(days=i % 3)
        if day.isoweekday() >= 6:
            n += day.day
    at = datetime(2026, 1, 1, 0, 0, 0, tzinfo=timezone.utc)
    madrid = ZoneInfo("Europe/Madrid")
    local = [(at + timedelta(hours=i)).astimezone(madrid) for i in range(20000)]
    noon = sum(1 for t in local if t.hour == 12)
    last = local[19999].strftime("%A, %d %B %Y %H:%M %z")
    print(n, day, (day - start) / timedelta(weeks=1), noon, last)
main()
