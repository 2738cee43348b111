a = [[(i * j % 7) + 0.5 for j in range(300)] for i in range(300)]
b = [[(i + j) % 5 + 0.25 for j in range(300)] for i in range(300)]
cols = list(zip(*b))
c = [[sum(x * y for x, y in zip(row, col)) for col in cols] for row in a]
print(c[0][0], c[299][299], sum(sum(row) for row in c))
