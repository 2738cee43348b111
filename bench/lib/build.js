// A text that grows by + is copied each time in goja: the pieces are joined.
const parts = [];
for (let i = 0; i < 300000; i++) parts.push("row " + i + ";");
const out = parts.join("");
const pieces = out.split(";");
const back = pieces.map(p => p.trim().toUpperCase()).join(",");
print([out.length, pieces.length, back.split("ROW").join("r").length, back.startsWith("ROW 0,"), back.indexOf("ROW 299999")].join(" "));
