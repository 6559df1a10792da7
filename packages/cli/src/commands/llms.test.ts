import { expect, test } from "vitest";
import { readLlmsText } from "../llms/llms-text.js";
import { temporaryPlace } from "../testing/temporary-place.js";

const NOTES = {
  "notes/Größe.md": "---\ndescription: Wie groß ein Rad ist.\n---\n# Größe\n\nText.\n",
  "notes/a/水車.md": "---\ndescription: 水車とは何か。\n---\n# 水車\n\n本文。\n",
};

test("R2.6 pd llms lists every note by domain, with its description and its price", async () => {
  const { stdout, code } = await temporaryPlace(NOTES).pd(["llms", "--vault", "notes"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^# notes\n\n> 2 notes, \d+ tokens in all\.\n\n## /u);
  expect(stdout).toMatch(/## general\n\n- \[Größe\]\(Größe\.md\): Wie groß ein Rad ist\. \(\d+ tokens\)\n/u);
  expect(stdout).toMatch(/## a\n\n- \[水車\]\(a\/水車\.md\): 水車とは何か。 \(\d+ tokens\)\n/u);
});

test("R3.1 a folder's own llms.txt gives headings, order and descriptions, and every note is listed once", async () => {
  const own =
    "# Mühle\n\n> Alles über Räder.\n\n## Zuerst\n\n- [Rad](https://example.org/a/水車.md): anders gesagt\n- [Fort](https://example.org/fort)\n";
  const { stdout } = await temporaryPlace({ ...NOTES, "notes/llms.txt": own }).pd(["llms", "--vault", "notes"]);
  expect(stdout).toMatch(/^# Mühle\n\n> Alles über Räder\. 2 notes/u);
  expect(stdout).toMatch(
    /## Zuerst\n\n- \[Rad\]\(https:\/\/example\.org\/a\/水車\.md\): anders gesagt \(\d+ tokens\)\n- \[Fort\]/u,
  );
  expect(stdout.match(/水車\.md/gu)).toHaveLength(1);
  expect(stdout).toContain("[Größe](Größe.md)");
});

test("what is neither a heading nor a link is passed over", () => {
  expect(readLlmsText("Text.\n\n- kein Link\n- [x](y)\n")).toEqual({
    title: "",
    summary: "",
    sections: [{ heading: "", entries: [{ name: "x", target: "y", description: "" }] }],
  });
});
