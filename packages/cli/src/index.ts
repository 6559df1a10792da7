export { main } from "./main.js";
export type { MountedPart, Program, ProgramPart, StartedPart } from "./program.js";
export { run } from "./run.js";
export type { ExitCode, Io, Output } from "./terminal/io.js";
