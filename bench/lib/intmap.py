def main():
    m = {}
    for i in range(1000000):
        m[i] = i
    total = 0
    for i in range(0, 1000000, 3):
        total += m[i]
    for i in range(300000):
        k = i * 7 % 1000
        m[k] = m.get(k, 0) + 1
    for k in m:
        if m[k] == 999999:
            total += int(k)
    print(len(m), total, m[7], "true" if 2000000 in m else "false")
main()
