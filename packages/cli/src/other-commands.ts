import type { Command } from "./command.js";
import { cache } from "./commands/cache.js";
import { completion } from "./commands/completion.js";
import { config } from "./commands/config.js";
import { doctor } from "./commands/doctor.js";
import { evaluate } from "./commands/eval.js";
import { explain } from "./commands/explain.js";
import { init } from "./commands/init.js";
import { llms } from "./commands/llms.js";
import { log } from "./commands/log.js";
import { skill } from "./commands/skill.js";
import { tool } from "./commands/tool.js";
import { trust } from "./commands/trust.js";

export { complete } from "./commands/complete.js";
export { printFirstLines } from "./commands/first-lines.js";
export { withMounted } from "./commands/group.js";
export { openMounted } from "./commands/tool.js";

/** Every command that is no operation, in the order of the help. */
export const OTHER_COMMANDS: readonly Command[] = [
  skill,
  tool,
  llms,
  doctor,
  evaluate,
  log,
  cache,
  explain,
  init,
  config,
  trust,
  completion,
];
