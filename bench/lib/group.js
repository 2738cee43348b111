const rows = [];
for (let i = 0; i < 200000; i++) rows.push({city: "city " + (i * 7 % 500), amount: i % 97});
function group(rows, key) {
  const groups = new Map();
  for (const r of rows) {
    const k = key(r);
    const g = groups.get(k);
    if (g) g.push(r); else groups.set(k, [r]);
  }
  return Array.from(groups, ([key, items]) => ({key, items}));
}
const groups = group(rows, r => r.city);
const totals = groups.map(g => g.items.reduce((s, r) => s + r.amount, 0));
const parity = group(rows, r => r.amount % 10);
print([groups.length, totals.reduce((a, b) => Math.max(a, b)), parity.length, parity[0].items.length].join(" "));
