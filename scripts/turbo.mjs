// turbo with its telemetry off, e.g. `node scripts/turbo.mjs run build`.
import { run } from "./run.mjs";

process.exitCode = run("turbo", process.argv.slice(2)).code;
