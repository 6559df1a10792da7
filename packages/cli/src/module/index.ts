export type { ExitCode, Io, Output } from "../io.js";
export { run } from "../run.js";
