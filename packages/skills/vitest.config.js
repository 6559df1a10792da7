import { withAlone } from "pd-tooling/vitest";

export default withAlone([
  "src/discover/discovery-reads.test.ts",
  "src/pinned-program.test.ts",
  "src/discover/skill-look-ups.test.ts",
]);
