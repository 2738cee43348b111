const rows = [];
for (let i = 0; i < 100000; i++) rows.push({id: i, n: i * 7919 % 100003, name: "n" + (i * 31 % 9973)});
const a = rows.slice().sort((x, y) => x.n - y.n);
const b = rows.slice().sort((x, y) => x.name < y.name ? -1 : x.name > y.name ? 1 : 0);
const c = rows.map(r => r.n * 0.5).sort((x, y) => x - y);
const f = x => Number.isInteger(x) ? x.toFixed(1) : String(x);
print([a[0].id, a[99999].id, b[0].id, b[99999].id, f(c[50000])].join(" "));
