import csv, io
rows = [{"id": str(i), "name": f"name, {i}", "amount": str(i * 7 % 1000)} for i in range(100000)]
out = io.StringIO()
w = csv.DictWriter(out, ["id", "name", "amount"], lineterminator="\n")
w.writeheader()
w.writerows(rows)
text = out.getvalue()
back = list(csv.DictReader(io.StringIO(text)))
print("true" if len(text) > 1000000 else "false", len(back), sum(int(r["amount"]) for r in back), back[99999]["name"])
