import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { createNoteList, createNotePacker } from "./note-list.js";
import { parseInto } from "./parse-note.js";

const stamp = { size: 1, modified: 2, changed: 3, inode: 4 };
const words = fc.string({ unit: fc.oneof(fc.constantFrom(..."abc ÄÖ漢😀"), fc.constant("\\ud800")), maxLength: 30 });

test("What a note is called while it is loaded is what is read back of it, half characters and all", () => {
  fc.assert(
    fc.property(words, words, fc.array(words, { maxLength: 3 }), fc.boolean(), (name, type, aliases, titled) => {
      const list = aliases.map((alias) => `"${alias}"`).join(", ");
      const front = titled ? "" : `---\nname: "${name}"\ntype: "${type}"\naliases: [${list}]\n---\n`;
      const packer = createNotePacker();
      const steps = parseInto(packer, Buffer.from(`${front}# Title ${name}\n\nText.\n`), "area/some note.md", stamp);
      let step = steps.next();
      while (!step.done) step = steps.next();
      expect(step.value.called).toEqual(createNoteList(packer.pack()).called(0));
    }),
    { numRuns: propertyRuns() },
  );
});
