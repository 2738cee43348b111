const rows = [];
for (let i = 0; i < 6000; i++) rows.push({id: i, name: "user " + i, email: "user" + i + "@example.com", score: i * 1.5, tags: ["a", "b", "é"], active: i % 2 == 0, address: {street: "Main \"St\"", zip: i, extra: null}});
let text = JSON.stringify(rows);
for (let k = 0; k < 5; k++) {
  const back = JSON.parse(text);
  text = JSON.stringify(back);
}
print([JSON.parse(text).length, text == JSON.stringify(rows), JSON.parse(text)[5999].address.zip].join(" "));
