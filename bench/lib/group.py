rows = [{"city": f"city {i * 7 % 500}", "amount": i % 97} for i in range(200000)]
def group(rows, key):
    groups = {}
    for r in rows:
        groups.setdefault(key(r), []).append(r)
    return [{"key": k, "items": v} for k, v in groups.items()]
groups = group(rows, lambda r: r["city"])
totals = [sum(r["amount"] for r in g["items"]) for g in groups]
parity = group(rows, lambda r: r["amount"] % 10)
print(len(groups), max(totals), len(parity), len(parity[0]["items"]))
