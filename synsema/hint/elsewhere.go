package hint

import "sync"

// Elsewhere is the Synsema form of a function that other languages have under
// this name and Synsema has not, or "". The checker and `synsema docs` know
// these besides the names whose hint is part of the runtime's error.
func Elsewhere(name string) string {
	if form := nameElsewhere(name); form != "" {
		return form
	}
	return elsewhere()[name]
}

// elsewhere has one line for each form, and the names that lead to it.
var elsewhere = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, row := range []struct {
		form  string
		names []string
	}{
		{"text(x)", []string{"string", "String", "to_string", "to_text", "tostring", "toString", "repr"}},
		{"int(x)", []string{"integer", "to_int", "parse_int", "parseInt"}},
		{"float(x)", []string{"double", "to_float", "parse_float", "parseFloat"}},
		{"number(x)", []string{"Number", "to_number"}},
		{"decimal(x)", []string{"Decimal"}},
		{"type_of(x)", []string{"typeof", "typeOf", "instanceof"}},

		{"print(x)", []string{"println", "puts", "echo", "printf"}},
		{"fmt(template, {name: value}) or a template `…{x}…`", []string{"format", "sprintf", "interpolate"}},
		{"slice(text, start, end)", []string{"substring", "substr"}},
		{"trim(s)", []string{"strip", "lstrip", "rstrip", "chomp"}},
		{"upper(s)", []string{"to_upper", "toupper", "toUpperCase", "uppercase"}},
		{"lower(s)", []string{"to_lower", "tolower", "toLowerCase", "lowercase"}},
		{"upper(slice(s, 0, 1)) + slice(s, 1)", []string{"capitalize", "ucfirst", "title", "titlecase"}},
		{`split(text, "\n")`, []string{"lines", "split_lines", "splitlines", "readlines"}},
		{`join(apply(range(n), (i) => s), "")`, []string{"repeat"}},
		{`join(apply(range(n - length(s)), (i) => " "), "") + s, or behind s`, []string{"pad", "pad_left", "pad_right", "lpad", "rpad", "ljust", "rjust", "padStart", "padEnd", "zfill"}},
		{"starts_with(s, prefix)", []string{"startswith", "startsWith", "has_prefix"}},
		{"ends_with(s, suffix)", []string{"endswith", "endsWith", "has_suffix"}},
		{`replace(replace(replace(s, "&", "&amp;"), "<", "&lt;"), ">", "&gt;")`, []string{"escape_html", "html_escape", "escape"}},
		{"matches(text, pattern) for the whole text, regex_capture(text, pattern) for a part", []string{"re", "regex", "regex_match", "regex_search", "regex_test", "preg_match"}},

		{`a map literal {"key": value}`, []string{"dictionary", "hashmap", "Map", "object"}},
		{"set xs to append(xs, item)", []string{"push", "add"}},
		{"set xs to xs + other", []string{"extend"}},
		{"slice(xs, 0, -1) for the rest, xs[-1] for the last", []string{"pop"}},
		{"get(xs, 0)", []string{"first", "head"}},
		{"get(xs, length(xs) - 1)", []string{"last", "tail"}},
		{"slice(xs, 0, n)", []string{"take", "limit"}},
		{"slice(xs, n)", []string{"drop", "skip"}},
		{"`x in xs`, or contains(xs, x)", []string{"includes", "has", "has_key", "hasOwnProperty"}},
		{"items(m)", []string{"entries"}},
		{"some(items, (x) => condition)", []string{"any"}},
		{"every(items, (x) => condition)", []string{"all"}},
		{"find_first(items, (x) => condition)", []string{"find"}},
		{"count_where(items, (x) => condition)", []string{"count_if"}},
		{"flatten(apply(items, f))", []string{"flat_map", "flatMap"}},
		{"reduce(items, (sofar, x) => value, start)", []string{"foldl", "inject"}},
		{"unique(items)", []string{"distinct", "dedupe", "dedup", "uniq"}},
		{"apply(group_by(items, key), (g) => g.items[0])", []string{"unique_by", "distinct_by", "uniq_by"}},
		{"group_by(rows, key)", []string{"groupby", "groupBy"}},
		{"summarize(rows, by, aggregates)", []string{"aggregate", "agg"}},
		{"sort_by(items, key)[0]", []string{"min_by"}},
		{"sort_by(items, key, desc = true)[0]", []string{"max_by"}},
		{"sum(apply(items, f))", []string{"sum_by"}},
		{"mean(xs)", []string{"avg", "average"}},
		{"std(xs)", []string{"stdev", "stddev", "standard_deviation"}},
		{"var(xs)", []string{"variance"}},
		{"corr(xs, ys)", []string{"correlation", "pearson"}},
		{"polyfit(xs, ys, 1)", []string{"linreg", "linregress", "linear_regression"}},
		{"the math functions are builtins: sqrt(x), floor(x), pi", []string{"Math"}},
		{"lists and maps are values: `let b be a` is a copy", []string{"copy", "clone", "deepcopy", "deep_copy"}},

		{`decode(bytes(text), "base64")`, []string{"base64_encode", "to_base64", "b64encode", "btoa"}},
		{`decode(bytes(text, "base64"))`, []string{"base64_decode", "from_base64", "b64decode", "atob"}},
		{`decode(bytes(text), "hex")`, []string{"hex_encode", "to_hex", "hexlify"}},
		{`bytes(text, "hex")`, []string{"hex_decode", "from_hex", "unhexlify"}},
		{`decode(sha256(data), "hex") (weaker digests are left out)`, []string{"md5", "sha1"}},
		{"token() gives an unguessable text", []string{"uuid", "uuid4", "nanoid"}},
		{"random_int(low, high)", []string{"randint", "randrange", "rand"}},

		{"json_decode(text)", []string{"parse_json", "json_parse", "from_json", "json_loads"}},
		{"json_encode(x)", []string{"to_json", "json_stringify", "json_dumps"}},
		{"json_encode(x) / json_decode(text)", []string{"JSON"}},
		{"csv_parse(text)", []string{"parse_csv", "read_csv", "csv_decode"}},
		{"csv_encode(rows)", []string{"to_csv", "write_csv"}},
		{"toml_parse(text)", []string{"parse_toml", "toml_decode"}},
		{"xml_parse(text)", []string{"parse_xml", "xml_decode"}},

		{"date(datetime(now()))", []string{"today"}},
		{`format_time(moment, "%Y-%m-%d")`, []string{"strftime", "format_date", "date_format"}},
		{`parse_datetime(text, "%Y-%m-%d %H:%M")`, []string{"strptime"}},
		{"duration(days = n)", []string{"timedelta"}},
		{`in_units(b - a, "days")`, []string{"date_diff", "days_between", "datediff"}},
		{"date_parts(moment).weekday, 1 is Monday", []string{"weekday", "day_of_week"}},

		{"env(name)", []string{"getenv", "environ"}},
		{"list_dir(path)", []string{"listdir", "readdir", "glob"}},
		{"http_get(url)", []string{"requests", "urlopen"}},
		{`run("command", ["argument"])`, []string{"system", "shell", "subprocess", "popen"}},
		{"raise \"message\"", []string{"error", "Error", "Exception", "panic"}},
	} {
		for _, name := range row.names {
			m[name] = row.form
		}
	}
	return m
})
