import sys, math
sys.set_int_max_str_digits(0)
a = 1
for i in range(1, 3000):
    a = a * i
b = 3 ** 20000
print(len(str(a)), len(str(b)), (a + b) % 1000000007, math.gcd(a, b) % 1000000007, len(str(math.factorial(3000))))
