import type { Command } from "@pd/core";
import type { SkillManager } from "../invoke/skill-manager.js";
import { collide } from "./collide.js";
import { cost } from "./cost.js";
import { init } from "./init.js";
import { lint } from "./lint.js";
import { list } from "./list.js";
import { lock } from "./lock.js";
import { pack } from "./pack.js";
import { route } from "./route.js";
import { show } from "./show.js";
import { test } from "./test.js";
import { validate } from "./validate.js";
import { verify } from "./verify.js";

/**
 * The commands below `skill` for a command line. With a manager they are about its skills, unless the command line names folders; without
 * one, about every SKILL.md in the folders of notes.
 */
export function skillCommands(manager?: SkillManager): readonly Command[] {
  return [
    list(manager),
    show(manager),
    cost(manager),
    route(manager),
    collide(manager),
    validate(manager),
    lint(manager),
    test(manager),
    init,
    lock(manager),
    verify(manager),
    pack,
  ];
}
