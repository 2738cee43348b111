import json
import os
import sys

# Which tool was called, and with what, is in the environment. Everything this
# program prints is the result; another exit code than 0 is a failure. It runs in
# the workspace, with all your rights unless plugin.json has "caps".
tool = os.environ["PLUGIN_TOOL"]
args = json.loads(os.environ["PLUGIN_ARGS"])

if tool == "{{tool}}":
    print("Hello, %s!" % args.get("who", "world"))
else:
    sys.exit("unknown tool " + tool)
