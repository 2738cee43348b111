import json
rows = [{"id": i, "name": f"user {i}", "email": f"user{i}@example.com", "score": i * 1.5, "tags": ["a", "b", "é"], "active": i % 2 == 0, "address": {"street": "Main \"St\"", "zip": i, "extra": None}} for i in range(6000)]
text = json.dumps(rows)
for k in range(5):
    back = json.loads(text)
    text = json.dumps(back)
print(len(json.loads(text)), "true" if text == json.dumps(rows) else "false", json.loads(text)[5999]["address"]["zip"])
