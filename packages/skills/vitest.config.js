import { withAlone } from "pd-tooling/vitest";

export default withAlone(["src/discovery-reads.test.ts", "src/pinned-program.test.ts"]);
