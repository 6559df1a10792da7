export { commandNamed } from "./command-named.js";
export { complete } from "./commands/complete.js";
export { openTool } from "./commands/tool.js";
