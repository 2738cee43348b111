/* The source of main.wasm. After a change build it again:
 *
 *   clang --target=wasm32-wasi -Os -s -o main.wasm main.c
 *
 * Which tool was called, and with what, is in the environment. Everything this
 * program prints is the result; another exit code than 0 is a failure. What it
 * may touch is in "caps" of plugin.json. A second tool is told apart by
 * getenv("PLUGIN_TOOL"). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(const char *s) {
	for (size_t n = strlen(s); n > 0;) {
		ssize_t done = write(1, s, n);
		if (done <= 0)
			exit(1);
		s += done;
		n -= done;
	}
}

static unsigned hex4(const char *s) {
	char digits[5] = {s[0], s[1], s[2], s[3], 0};
	return strtoul(digits, NULL, 16);
}

static char *utf8(char *to, unsigned c) {
	if (c < 0x80) {
		*to++ = c;
		return to;
	}
	int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
	*to++ = first[more] | c >> 6 * more;
	while (more-- > 0)
		*to++ = 0x80 | (c >> 6 * more & 0x3f);
	return to;
}

/* unquote decodes the JSON text behind a quote into to, and returns what
 * follows its end. The host gives nothing that is not valid. */
static const char *unquote(const char *s, char *to) {
	for (; *s && *s != '"'; s++) {
		if (*s != '\\') {
			*to++ = *s;
			continue;
		}
		static const char from[] = "nrtbf", means[] = "\n\r\t\b\f";
		const char *known = strchr(from, *++s);
		if (*s == 'u') {
			unsigned c = hex4(s + 1);
			s += 4;
			if (c >> 10 == 0x36 && s[1] == '\\') { /* the first half of a pair */
				c = 0x10000 + ((c & 0x3ff) << 10) + (hex4(s + 3) & 0x3ff);
				s += 6;
			}
			to = utf8(to, c);
		} else {
			*to++ = known ? means[known - from] : *s;
		}
	}
	*to = 0;
	return *s ? s + 1 : s;
}

/* text finds a text among the arguments, a flat object; for more than that
 * take a JSON library. */
static char *text(const char *key) {
	const char *at = getenv("PLUGIN_ARGS");
	char *word = malloc(at ? strlen(at) + 1 : 1);
	int wanted = 0;
	while (word && at && (at = strchr(at, '"'))) {
		at = unquote(at + 1, word);
		if (wanted)
			return word;
		at += strspn(at, " ");
		wanted = *at == ':' && strcmp(word, key) == 0 && at[1 + strspn(at + 1, " ")] == '"';
	}
	free(word);
	return NULL;
}

int main(void) {
	char *who = text("who");
	put("Hello, ");
	put(who ? who : "world");
	put("!\n");
	return 0;
}
