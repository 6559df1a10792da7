import type { Command } from "@pd/core";
import { compactCommand } from "./compact-command.js";
import { migrateCommand } from "./migrate-command.js";
import { syncCommand } from "./sync-command.js";

/** `sync`, `compact` and `migrate`, for a command line. */
export function postgresCommands(): readonly Command[] {
  return [syncCommand, compactCommand, migrateCommand];
}
