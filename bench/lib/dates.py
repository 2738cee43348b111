from datetime import date, datetime, timedelta
start = date(2020, 1, 1)
days = [start + timedelta(days=i % 3000) for i in range(50000)]
sundays = sum(1 for d in days if d.isoweekday() == 7)
texts = [d.strftime("%d/%m/%Y") for d in days]
back = [datetime.strptime(t, "%d/%m/%Y").date() for t in texts]
gaps = [(back[i + 1] - back[i]) / timedelta(days=1) for i in range(49999)]
print(len(days), sundays, texts[2999], back[2999], sum(gaps), max(back))
