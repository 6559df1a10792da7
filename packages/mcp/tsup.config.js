import { readFileSync, rmSync } from "node:fs";
import shared from "pd-tooling/tsup";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

export default () => {
  rmSync("dist", { recursive: true, force: true });
  return {
    ...shared,
    // What a program imports. What `pd-mcp` runs is made by scripts/bundle.js.
    entry: { index: "src/module/index.ts" },
    outDir: "dist/module",
    define: { PD_VERSION: JSON.stringify(version) },
  };
};
