def main():
    groups = {}
    for i in range(200000):
        k = f"group {i * 7 % 300}"
        groups.setdefault(k, []).append(i)
    stack = []
    popped = 0
    for i in range(150000):
        stack.append(i)
        if i % 3 == 0:
            popped += stack.pop()
    seen = {}
    for i in range(100000):
        seen[f"key {i}"] = i
    for i in range(0, 100000, 2):
        del seen[f"key {i}"]
    print(len(groups), sum(g[-1] for g in groups.values()), len(stack), popped, len(seen))
main()
