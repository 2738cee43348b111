// Which tool was called, and with what, is in the environment. Everything this
// program prints is the result; another exit code than 0 is a failure. It runs in
// the workspace, with all your rights unless plugin.json has "caps".
const tool = process.env.PLUGIN_TOOL;
const args = JSON.parse(process.env.PLUGIN_ARGS);

const tools = {
  "{{tool}}": ({ who = "world" }) => `Hello, ${who}!`,
};

if (!(tool in tools)) {
  console.error(`unknown tool ${tool}`);
  process.exit(1);
}
console.log(tools[tool](args));
