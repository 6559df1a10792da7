import { withAlone } from "pd-tooling/vitest";

export default withAlone([
  "src/markdown/blocks/judge-asked.test.ts",
  "src/vault/read/section-scans.test.ts",
  "src/vault/snapshot/snapshot.test.ts",
  "src/vault/watch/watch-degraded.test.ts",
]);
