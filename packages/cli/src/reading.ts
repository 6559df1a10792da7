import { operationNamed } from "./commands/operation.js";
import { useCommands } from "./library-loader.js";

// The bundle for a line that names an operation. It has nothing of the other commands, which would only be read, and not run.
useCommands(operationNamed);

export { main } from "./main.js";
export { noted } from "./noted.js";
