import { describe, test } from "vitest";
import { contentCases } from "../testing/content-cases/content-cases.js";
import { contentSamples } from "../testing/content-cases/sample-nodes.js";
import { vaultFixture } from "./testing/vault-fixture.js";

describe.each(contentSamples())("a vault, made from $title:", ({ nodes }) => {
  for (const { rule, name, run } of contentCases(() => vaultFixture(nodes))) test(`${rule}: ${name}`, run);
});
