#!/usr/bin/env bash
# What a capability check costs when each one is recorded in a file: 10^6 checks
# of one path in synsema, in Deno (DENO_AUDIT_PERMISSIONS) and in Node
# (--permission-audit, whose messages a listener writes to a file).
#
# Each loop asks whether a file exists. It runs with the record and, as the
# yardstick, with the permission check alone and without any; what the record
# adds is the difference. Deno and Node come from npm into a temporary folder.
#
#   bench/checks.sh [N [ROUNDS]]
set -euo pipefail
cd "$(dirname "$0")/.."
n=${1:-1000000} rounds=${2:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# SYNSEMA, DENO and NODE name programs that are there already.
synsema=${SYNSEMA:-$work/synsema}
[ -n "${SYNSEMA:-}" ] || CGO_ENABLED=0 go build -o "$synsema" ./cmd/synsema
cd "$work"
if [ -z "${DENO:-}" ] || [ -z "${NODE:-}" ]; then
    npm install --silent --no-audit --no-fund deno node@latest >/dev/null
    PATH=$work/node_modules/.bin:$PATH
fi
deno=${DENO:-deno} node=${NODE:-node}

mkdir data
echo text > data/a.txt
cat > checks.syn <<END
require file.read("data/*")
each i in range($n)
    file_exists("data/a.txt")
END
cat > checks.ts <<END
for (let i = 0; i < $n; i++) Deno.statSync("data/a.txt");
END
cat > checks.mjs <<END
import fs from "node:fs";
for (let i = 0; i < $n; i++) fs.existsSync("data/a.txt");
END
cat > audited.mjs <<END
import fs from "node:fs";
import dc from "node:diagnostics_channel";
const out = fs.openSync(process.env.AUDIT, "w");
let lines = [], seen = 0;
// The listener itself may open nothing: it only writes, in batches.
for (const name of ["node:permission-model:fs", "node:permission-model:fs-read"])
  dc.subscribe(name, (m) => {
    seen++;
    lines.push(JSON.stringify({ at: Date.now(), ...m }));
    if (lines.length >= 1000) { fs.writeSync(out, lines.join("\n") + "\n"); lines = []; }
  });
for (let i = 0; i < $n; i++) fs.existsSync("data/a.txt");
fs.writeSync(out, lines.join("\n"));
END

# The rows take turns, so that a busy moment of the machine hits all of them.
names=() best=() commands=()
row() { names+=("$1"); best+=(""); shift; commands+=("$*"); }
export DENO_NO_UPDATE_CHECK=1 NO_COLOR=1
row "synsema, no ceiling" "'$synsema' run checks.syn"
row "synsema, ceiling" "'$synsema' run --cap-set 'stdout,file.read=data/*' checks.syn"
row "synsema, ceiling, record" "'$synsema' run --cap-set 'stdout,file.read=data/*' --audit synsema.jsonl checks.syn"
row "deno, --allow-all" "'$deno' run --quiet --no-prompt -A checks.ts"
row "deno, --allow-read" "'$deno' run --quiet --no-prompt --allow-read=data checks.ts"
row "deno, --allow-read, record" "DENO_AUDIT_PERMISSIONS=$work/deno.jsonl '$deno' run --quiet --no-prompt --allow-read=data checks.ts"
row "node, no permission model" "'$node' checks.mjs"
row "node, --permission" "'$node' --permission '--allow-fs-read=$work/*' checks.mjs"
row "node, --permission-audit, record" "AUDIT=$work/node.jsonl '$node' --no-warnings --permission-audit audited.mjs"
for _ in $(seq "$rounds"); do
    for i in "${!names[@]}"; do
        rm -f deno.jsonl
        begin=$(date +%s%N)
        bash -c "${commands[$i]}" >/dev/null
        took=$((($(date +%s%N) - begin) / n))
        if [ -z "${best[$i]}" ] || [ "$took" -lt "${best[$i]}" ]; then best[i]=$took; fi
        case ${names[$i]} in
        deno*record) wc -l < deno.jsonl > deno.count; tail -n 1 deno.jsonl > deno.last ;;
        node*record) wc -l < node.jsonl > node.count; tail -n 1 node.jsonl > node.last ;;
        synsema*record) wc -l < synsema.jsonl > synsema.count; tail -n 2 synsema.jsonl | head -n 1 > synsema.last ;;
        esac
    done
done
echo "best of $rounds rounds, whole process, $n checks of one path; $("$deno" --version | head -1), node $("$node" --version)"
for i in "${!names[@]}"; do printf '%-34s %8s ns a check\n' "${names[$i]}" "${best[$i]}"; done
for peer in synsema deno node; do
    echo "$peer: $(cat $peer.count) lines, such as $(cat $peer.last)"
done
