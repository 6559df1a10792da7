import { cpSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { wholeProgram } from "pd-tooling/bundled-bin";

/** The studio's page lies beside the program. */
function copyPage() {
  const studio = dirname(createRequire(import.meta.url).resolve("@pd/studio/package.json"));
  cpSync(join(studio, "dist/client"), "dist/studio", { recursive: true });
}

export default wholeProgram(copyPage);
