# Which tool was called, and with what, is in the environment. Everything this
# script prints is the result; another exit code than 0 is a failure. It runs in
# the workspace, with all your rights unless plugin.json has "caps", which then
# needs an item for each program that this script starts: "caps": "exec=sed".

# text KEY prints a text of the arguments, a flat object. It does not read
# escapes; for those and for more take jq, or another language.
text() {
	value=$(printf '%s' "$PLUGIN_ARGS" | sed -n 's/.*"'"$1"'": *"\([^"]*\)".*/\1/p')
	case $value in
	*\\*)
		echo "$1: a text with escapes" >&2
		return 1
		;;
	esac
	printf '%s' "$value"
}

case $PLUGIN_TOOL in
{{tool}})
	who=$(text who) || exit 1
	printf 'Hello, %s!\n' "${who:-world}"
	;;
*)
	echo "unknown tool $PLUGIN_TOOL" >&2
	exit 1
	;;
esac
