import statistics
xs = [(i * 7919 % 100003) / 8 for i in range(200000)]
def quantile(xs, q):
    s = sorted(xs)
    pos = q * (len(s) - 1)
    k = int(pos)
    return s[k] + (s[min(k + 1, len(s) - 1)] - s[k]) * (pos - k)
print(statistics.fmean(xs), statistics.median(xs), round(statistics.stdev(xs), 6), max(xs), quantile(xs, 0.9), len(dict.fromkeys(xs)))
