def main():
    m = {}
    for i in range(1000000):
        m[f"k{i}"] = i
    total = 0
    for i in range(0, 1000000, 3):
        total = total + m[f"k{i}"]
    for i in range(0, 1000000, 5):
        m[f"k{i}"] = 0
    print(len(m), total, sum(m.values()), str("k999999" in m).lower(), str("x" in m).lower())
main()
