import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { FINDINGS, type FindingTable } from "../../model/finding-table.js";
import type { ValidateData } from "../../operations/validate.js";
import { temporaryVault } from "../testing/temporary-vault.js";

test("every finding of a vault has a code of the table, and the severity that stands there", async () => {
  const temporary = temporaryVault({
    "größe.md": "---\nname: größe\ndescription: a: b\n---\n[[nirgends]] [[ziel#Kapitel]] [[ziel#^block]] [[doppelt]]",
    "ziel.md": "# Ziel\n\nZurück zu [[größe]].",
    "a/doppelt.md": "Eins.",
    "b/doppelt.md": "Zwei.",
    "paar-1.md": "[[paar-2]]",
    "paar-2.md": "[[paar-1]]",
    // A field that no note has is no fault.
    "mit/feldern.md": "---\ntype: idee\ndomain: x\n---\n[[größe]]",
    "allein.md": "Text mit\u{e0041} Unsichtbarem.",
  });
  symlinkSync("/", temporary.path("hinaus"));
  symlinkSync("fort.md", temporary.path("weg.md"));
  const { call } = await temporary.open();
  const { findings = [] } = (await call<ValidateData>("validate")).data ?? {};
  const table: FindingTable = FINDINGS;
  for (const { code, severity } of findings) expect([code, table[code]?.severity]).toEqual([code, severity]);
  expect([...new Set(findings.map(({ code }) => code))].sort()).toEqual(
    expect.arrayContaining([
      "ambiguous-link",
      "broken-link",
      "circular-pair",
      "frontmatter-unquoted-colon",
      "invisible-characters",
      "link-nowhere",
      "link-outside",
      "missing-block",
      "missing-heading",
      "no-description",
      "no-domain",
      "no-type",
      "orphan",
    ]),
  );
});
