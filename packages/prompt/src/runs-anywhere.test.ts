import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsup";
import { expect, test } from "vitest";

async function bundledForBrowser(entry: string): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), "pd-prompt-"));
  try {
    await build({
      entry: [join(import.meta.dirname, entry)],
      outDir,
      platform: "browser",
      format: "esm",
      noExternal: [/./],
      esbuildOptions(options) {
        options.conditions = ["@pd/source"];
        options.logLevel = "silent";
      },
      config: false,
      dts: false,
      silent: true,
    });
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

test("the root entry reaches no Node module, so it runs anywhere", { timeout: 600_000 }, async () => {
  await expect(bundledForBrowser("index.ts")).resolves.toBeUndefined();
  // What does reach one cannot be bundled so: otherwise this test could not fail.
  await expect(bundledForBrowser("node/index.ts")).rejects.toThrow();
});
