#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *path) {
	char line[64] = "";
	FILE *f = fopen(path, "r");
	if (!f) {
		printf("%s: %s\n", path, strerror(errno));
		return;
	}
	fgets(line, sizeof line, f);
	printf("%s: %s\n", path, line);
	fclose(f);
}

int main(int argc, char **argv) {
	printf("%d %s %s\n", argc, argv[0], getenv("PLUGIN_TOOL"));
	show("workspace/data/x.txt");
	show("/workspace/data/x.txt");
	show("workspace/secret.txt");
	show("/etc/passwd");
	return 3;
}
