rows = [{"id": i, "n": i * 7919 % 100003, "name": f"n{i * 31 % 9973}"} for i in range(100000)]
a = sorted(rows, key=lambda r: r["n"])
b = sorted(rows, key=lambda r: r["name"])
c = sorted([r["n"] * 0.5 for r in rows])
print(a[0]["id"], a[99999]["id"], b[0]["id"], b[99999]["id"], c[50000])
