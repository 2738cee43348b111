import hashlib, base64
out = ""
for i in range(50000):
    out = hashlib.sha256((out + str(i)).encode()).hexdigest()
big = "".join("0123456789" for i in range(100000)).encode()
coded = base64.b64encode(big).decode()
print(out, hashlib.sha256(big).hexdigest(), len(coded), str(base64.b64decode(coded) == big).lower())
