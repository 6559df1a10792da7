import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import type { ValidateData } from "../../operations/validate.js";
import { encodingFindings } from "../read/problems.js";
import { temporaryVault } from "../testing/temporary-vault.js";

const TEXT = "# Olá 世界\n\nA ação, ภาษาไทย.\n";
const little = Buffer.from(`\ufeff${TEXT}`, "utf16le");

describe("validate finds notes that are not UTF-8, of which characters are lost", () => {
  test("by file and line, and no longer once they are saved in UTF-8", async () => {
    const folder = temporaryVault({
      "little.md": little,
      "big.md": Buffer.from(little).swap16(),
      "unmarked.md": Buffer.from("# Plain\n\ntext\n", "utf16le"),
      "latin1.md": Buffer.from("---\ntitle: x\n---\n# Title\n\ncora\xe7\xe3o\n", "latin1"),
      "good.md": TEXT,
      "marked.md": `\ufeff${TEXT}`,
      "replaced.md": "# A \ufffd of its own\n",
    });
    const { vault, call } = await folder.open();
    const found = async () => {
      const { data } = await call<ValidateData>("validate");
      return (data?.findings ?? []).filter(({ code }) => code === "wrong-encoding");
    };
    expect(await found()).toMatchObject([
      {
        file: "big.md",
        line: 1,
        severity: "warning",
        message: "It is UTF-16, and UTF-8 is read: most of its text is lost.",
      },
      { file: "latin1.md", line: 6, message: "It is not UTF-8 here: what could not be decoded is replaced." },
      { file: "little.md", line: 1, fix: "Save the file in UTF-8." },
      { file: "unmarked.md", line: 1, message: expect.stringContaining("UTF-16") },
    ]);
    for (const file of ["big.md", "latin1.md", "little.md", "unmarked.md"]) folder.write(file, TEXT);
    await vault.refresh();
    expect(await found()).toEqual([]);
  });

  test("a line that is bad is the line that is named", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.uint8Array({ minLength: 1 }), (lines, bytes) => {
        const good = lines.map((line) => line.replace(/[\0\n]/g, " "));
        const bad = Buffer.from([0xc3, 0x28, ...bytes]);
        const file = Buffer.concat([Buffer.from(["é", ...good, ""].join("\n")), bad]);
        expect(encodingFindings("a.md", file, 0).map(({ line }) => line)).toEqual([good.length + 2]);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("nothing is said of a text that is UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\0"));
        expect(encodingFindings("a.md", Buffer.from(text, "utf8"), 0)).toEqual([]);
      }),
      { numRuns: propertyRuns() },
    );
  });
});
