import { onBuilt as base } from "pd-tooling/vitest";
import { mergeConfig } from "vitest/config";

export default mergeConfig(base, {
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: { include: ["test/**/*.test.ts"] },
});
