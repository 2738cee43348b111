const n = 300, a = [], b = [], c = [];
for (let i = 0; i < n; i++) {
  a.push([]); b.push([]); c.push([]);
  for (let j = 0; j < n; j++) { a[i].push((i * j % 7) + 0.5); b[i].push((i + j) % 5 + 0.25); }
}
let sum = 0;
for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) {
  let s = 0;
  for (let k = 0; k < n; k++) s += a[i][k] * b[k][j];
  c[i].push(s);
  sum += s;
}
const f = x => Number.isInteger(x) ? x.toFixed(1) : String(x);
print([f(c[0][0]), f(c[299][299]), f(sum)].join(" "));
