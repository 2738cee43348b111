from decimal import Decimal, ROUND_HALF_EVEN
def main():
    total = Decimal(0)
    tax = Decimal(0)
    cent = Decimal("0.01")
    for i in range(200000):
        price = Decimal(i % 1000) + Decimal("0.95")
        total = total + price
        tax = tax + (price * Decimal("0.21")).quantize(cent, ROUND_HALF_EVEN)
    prices = [Decimal(f"{i % 100}.{i % 10}5") for i in range(100000)]
    print(total, tax, sum(prices), (total / 3).quantize(Decimal("0.0001")))
main()
