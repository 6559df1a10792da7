import { withAlone } from "pd-tooling/vitest";
import { mergeConfig } from "vitest/config";

export default mergeConfig(withAlone(["src/made-up-operation.test.ts"]), {
  test: { globalSetup: "src/testing/build-bin.ts" },
});
