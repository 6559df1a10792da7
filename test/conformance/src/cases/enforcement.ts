import { ENFORCEMENT_CASES } from "@pd/core/testing";
import type { Case } from "../case.js";
import type { RequirementId } from "../requirements.js";

/** Core's own cases, which every door also has beside its code, here through the doors as they are shipped and compared. */
export const enforcement: readonly Case[] = ENFORCEMENT_CASES.map(({ rule, title, steps }) => ({
  id: `enforcement/${title.replace(/\W+/gu, "-")}`,
  cites: rule === "R1" ? ["R1.1", "R1.4"] : [rule as RequirementId],
  steps: steps.map(({ operation, input, expect }) => ({ call: operation, input, expect })),
}));
