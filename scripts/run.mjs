import { spawnSync } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

const bins = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));
const windows = process.platform === "win32";

// Nothing here reports to anyone.
const environment = {
  ...process.env,
  PATH: `${bins}${delimiter}${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  DO_NOT_TRACK: "1",
};

/** Runs a command with this repository's tools at hand, at its top or in `cwd`. `show: false` keeps its output, to be shown where it fails. */
export function run(command, args, { show = true, cwd = root } = {}) {
  const stdio = show ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"];
  // npm, npx and what node_modules/.bin holds are .cmd files on Windows, which only a shell starts.
  const options = { cwd, stdio, env: environment, shell: windows, encoding: "utf8", maxBuffer: 1 << 28 };
  const { status, error, stdout, stderr } = spawnSync(command, args, options);
  return { code: status ?? 1, output: `${stdout ?? ""}${stderr ?? ""}${error ? `${error.message}\n` : ""}` };
}

/**
 * One step of several: says what it does and how long it took, and ends the program where it fails. `mayFail` looks at the output of one that
 * did, and says whether the caller has an answer to it; then it gives back false.
 */
export function step(title, command, args, options) {
  const start = performance.now();
  process.stdout.write(`${title} … `);
  if (options?.show !== false) process.stdout.write("\n");
  const { code, output } = run(command, args, options);
  if (code !== 0 && options?.mayFail?.(output)) {
    console.log("not with what is here");
    return false;
  }
  if (code !== 0) {
    console.error(`failed: ${[command, ...args].join(" ")}\n${output}`);
    process.exit(code);
  }
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  return true;
}
