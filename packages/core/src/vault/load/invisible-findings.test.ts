import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../ports/content.js";
import { invisibleLines } from "../../text/invisible.js";
import { invisibleFindings } from "../read/problems.js";
import { temporaryVault } from "../testing/temporary-vault.js";

const TAGGED = "\u{e0049}\u{e0067}\u{e006e}";

describe("H8 validate finds what nobody sees", () => {
  test("by file and line, in frontmatter, body and file name, and no longer once it is gone", async () => {
    const folder = temporaryVault({
      "nota.md": `---\ndescription: Uma nota.${TAGGED}\n---\n# 題\n\nTexto com senha\u200b.\n`,
      "na\u2060me.md": "# Nome\n",
      "limpa.md": "# Persa\n\nمی‌خواهم 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩‍💻 “x” – ภาษา\u200bไทย\n",
    });
    const { vault, call } = await folder.open();
    const found = async () => {
      const { data } = await call<{ findings: readonly Finding[] }>("validate");
      return (data?.findings ?? []).filter(({ code }) => code === "invisible-characters");
    };
    expect(await found()).toMatchObject(
      [
        { file: "na\u2060me.md", line: 1, severity: "warning", message: expect.stringContaining("U+2060") },
        { file: "nota.md", line: 2, message: expect.stringContaining("U+E0049, U+E0067, U+E006E") },
        { file: "nota.md", line: 6, message: expect.stringContaining("U+200B") },
      ].map((finding) => ({ ...finding, fix: expect.stringContaining("Delete") })),
    );
    folder.write("nota.md", "---\ndescription: Uma nota.\n---\n# 題\n");
    await vault.refresh();
    expect(await found()).toHaveLength(1);
    folder.write("limpa.md", `# Persa\n${TAGGED}`);
    await vault.refresh();
    expect((await found()).map(({ file, line }) => [file, line])).toEqual([
      ["limpa.md", 2],
      ["na\u2060me.md", 1],
    ]);
  });

  test("the quick look at bytes misses none that is there", () => {
    const character = fc.oneof(
      fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
      fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
      fc.constantFrom(
        ..."\u034f\u17b4\u200b\u200c\u200d\u202a\u202e\u2060\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9",
        "\u{e0001}",
        "\u{e0041}",
        "\u{e0100}",
        "\u{e01ef}",
        "\u{1f3f4}",
      ),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 8 }), (characters) => {
        const bytes = Buffer.from(characters.join(""), "utf8");
        const lines = invisibleFindings("a.md", bytes.toString("latin1"), bytes).map(({ line }) => line);
        expect(lines).toEqual(invisibleLines(characters.join("")).map(({ line }) => line));
      }),
      { numRuns: propertyRuns() },
    );
  });
});
