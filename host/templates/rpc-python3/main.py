#!/usr/bin/env python3
"""One process for many calls: a JSON object a line in, one a line out."""
import json
import sys

settings = {}


def call(name, args):
    if name == "{{tool}}":
        return {"ok": True, "output": "%s, %s!" % (settings["greeting"], args.get("who", "world"))}
    return {"ok": False, "output": "unknown tool " + name}


for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        settings = message["params"]["settings"]
        result = {"protocol_version": 1, "ok": True}
    elif message["method"] == "tool.call":
        result = call(message["params"]["name"], message["params"]["args"])
    else:
        break
    print(json.dumps({"id": message["id"], "result": result}), flush=True)
