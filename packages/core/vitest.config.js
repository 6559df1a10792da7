import { withAlone } from "pd-tooling/vitest";

export default withAlone([
  "src/markdown/judge-asked.test.ts",
  "src/vault/snapshot.test.ts",
  "src/vault/watch-degraded.test.ts",
]);
