const m = new Map();
for (let i = 0; i < 1000000; i++) m.set("k" + i, i);
let total = 0;
for (let i = 0; i < 1000000; i += 3) total = total + m.get("k" + i);
for (let i = 0; i < 1000000; i += 5) m.set("k" + i, 0);
let sum = 0;
for (const v of m.values()) sum += v;
print([m.size, total, sum, m.has("k999999"), m.has("x")].join(" "));
