// `npm run studio -- [folder …]`: install, build, and open the studio on what an agent has seen of your notes.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { install } from "./install.mjs";
import { root, step } from "./run.mjs";

install();
step("Building", "turbo", ["run", "build", "--filter=@pd/studio", "--output-logs=errors-only"], { show: false });
const studio = spawn(process.execPath, [join(root, "apps/studio/dist/server/main.js"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
// Ctrl-C reaches the studio by itself, which closes what it has opened; until then this waits.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => studio.kill("SIGTERM"));
studio.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
