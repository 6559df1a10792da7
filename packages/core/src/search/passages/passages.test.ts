import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { passagesOf } from "../../markdown/passages/passages.js";
import {
  compactingPassages,
  compactPassages,
  createPassageBuilder,
  createPassageIndex,
  createPassageRanking,
  cutPassage,
  isPassagesCrowded,
  type NotePassages,
  type PassageIndex,
  passageIndexFromBytes,
  passageIndexToBytes,
  spellingsIn,
  updatePassages,
} from "./index.js";

const encoder = new TextEncoder();
const NONE = new Uint32Array(0);

function note(name: string, text: string): NotePassages {
  const bytes = encoder.encode(text);
  const { starts, ends } = passagesOf(Buffer.from(bytes).toString("latin1"));
  return { names: [name], bytes, starts, ends, headings: [] };
}

function indexOf(notes: readonly NotePassages[]): PassageIndex {
  const builder = createPassageBuilder();
  for (const [number, one] of notes.entries()) builder.set(number, one);
  return createPassageIndex({ base: builder.finish(), dead: NONE, deltaNodes: NONE });
}

function ranked(index: PassageIndex, question: string, also?: readonly string[]) {
  return createPassageRanking(index)
    .rank(question, { limit: 20, also })
    .ranked.map(({ node, ordinal }) => `${node}.${ordinal}`);
}

const NOTES = [
  note("Garden", "Water the roses in the morning.\n\nThe compost needs turning every month.\n\nBees like lavender."),
  note(
    "Bergwerk",
    "Im Bergwerk arbeiteten die Bergleute unter Tage.\n\nDie Universitäten schickten Studenten zur Besichtigung.",
  ),
  note("城市", "北京是中国的首都，历史悠久。\n\n上海的港口很大。"),
  note("مدينة", "القاهرة عاصمة مصر وأكبر مدنها.\n\nيجري نهر النيل في القاهرة."),
  note("ประเทศ", "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย\n\nเชียงใหม่อยู่ทางภาคเหนือ"),
];

describe("ranking passages", () => {
  test.each([
    ["When should the compost be turned?", "0.1"],
    ["Wo arbeiteten Bergmänner?", "1.0"],
    ["Welche Universität schickte Studenten?", "1.1"],
    ["中国的首都是哪里？", "2.0"],
    ["ما هي عاصمة مصر؟", "3.0"],
    ["เมืองหลวงของประเทศไทยคืออะไร", "4.0"],
    ["lavendar bees", "0.2"],
  ])("%s → the passage that answers", (question, best) => {
    expect(ranked(indexOf(NOTES), question)[0]).toBe(best);
  });

  test("one step on: over a mention of a title to the passage that has the rest of the question", () => {
    const index = indexOf([
      note("Brand Play", "Brand Play was written by Henrik Ibsen and first performed in Stockholm."),
      note("Henrik Ibsen", "He was born in Skien, a town in Norway."),
      ...Array.from({ length: 30 }, (_, at) => note(`Other ${at}`, `Somebody was born in town number ${at}.`)),
    ]);
    const { ranked: found } = createPassageRanking(index).rank("In which town was the writer of Brand Play born?", {
      limit: 5,
    });
    expect(found.slice(0, 2).map(({ node }) => node)).toEqual([0, 1]);
    expect(found[1]?.via).toEqual({ passage: 0, kind: "mention" });
  });

  test("a link leads on where no title is mentioned", () => {
    const notes = [
      note("A", "The parser reads the configuration first."),
      note("B", "It then falls back to defaults."),
    ];
    const index = indexOf([
      ...notes,
      ...Array.from({ length: 20 }, (_, at) => note(`Z${at}`, `Filler text ${at} about defaults.`)),
    ]);
    const linked = (passage: number) => (passage === 0 ? [1] : []);
    const { ranked: found } = createPassageRanking(index).rank("parser configuration defaults", { limit: 3, linked });
    expect(found.slice(0, 2).map(({ node }) => node)).toEqual([0, 1]);
  });

  test("a footer that many notes share counts once, and little", () => {
    const footer = "Published under the free licence of gardens.";
    const text = (at: number) => (at === 5 ? "Who may use the free licence?" : `Text number ${at} on beds.`);
    const index = indexOf(Array.from({ length: 12 }, (_, at) => note(`N${at}`, `${text(at)}\n\n${footer}`)));
    const found = ranked(index, "free licence of gardens");
    expect(found.filter((id) => id.endsWith(".1"))).toHaveLength(1);
    expect(found[0]).toBe("5.0");
  });

  test("of several wordings the best counts", () => {
    const index = indexOf(NOTES);
    expect(ranked(index, "rotting heap", ["compost turning"])[0]).toBe("0.1");
  });

  test("a question whose words nobody has is weak, and names the words", () => {
    const answer = createPassageRanking(indexOf(NOTES)).rank("quantum chromodynamics lavender lattice", { limit: 5 });
    expect(answer.weak).toBe(true);
    expect(answer.unknown.length).toBeGreaterThan(0);
    expect(createPassageRanking(indexOf(NOTES)).rank("lavender bees", { limit: 5 }).weak).toBe(false);
  });

  test("nearest spellings come from what was given", () => {
    expect(spellingsIn(["Links", "wikilinks and tags"]).nearest(["wikilnks"])).toEqual([
      { word: "wikilnks", instead: "wikilinks" },
    ]);
    expect(spellingsIn(["wikilinks"]).nearest(["zebra"])).toEqual([]);
  });

  test("a masked node is neither shown nor a way", () => {
    const mask = new Uint8Array(NOTES.length).fill(1);
    mask[0] = 0;
    const { ranked: found } = createPassageRanking(indexOf(NOTES)).rank("compost month", { limit: 5, mask });
    expect(found.some(({ node }) => node === 0)).toBe(false);
  });

  test("no words, no notes, no text: nothing, and no error", () => {
    expect(ranked(indexOf([]), "anything")).toEqual([]);
    expect(ranked(indexOf(NOTES), "?!")).toEqual([]);
    expect(ranked(indexOf([note("empty", "")]), "empty")).toEqual([]);
  });

  test("one note of 20,000 paragraphs", () => {
    const text = Array.from(
      { length: 20_000 },
      (_, at) => `Paragraph ${at} tells of item${at % 977} and some more words.`,
    ).join("\n\n");
    const index = indexOf([note("Huge", text)]);
    expect(index.passages).toBe(20_000);
    expect(ranked(index, "Which paragraph tells of item42?")[0]).toBe("0.42");
  });
});

const words = fc.constantFrom(
  "Anna",
  "baut",
  "ein",
  "Haus",
  "北京",
  "город",
  "compost",
  "Rose",
  "Lima",
  "القاهرة",
  "turning",
  "的",
);
const paragraph = fc.array(words, { minLength: 1, maxLength: 12 }).map((list) => `${list.join(" ")}.`);
const madeNote = fc
  .tuple(fc.array(words, { minLength: 1, maxLength: 2 }), fc.array(paragraph, { maxLength: 4 }))
  .map(([name, paragraphs]) => note(name.join(" "), paragraphs.join("\n\n")));
const question = fc.array(words, { minLength: 1, maxLength: 5 }).map((list) => list.join(" "));

function answerOf(index: PassageIndex, text: string) {
  return createPassageRanking(index)
    .rank(text, { limit: 50 })
    .ranked.map(({ node, ordinal, score }) => ({ id: `${node}.${ordinal}`, score: Math.round(score * 1e6) / 1e6 }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

describe("an index of passages", () => {
  test("the same input gives the same ranking, and so do its bytes", () => {
    fc.assert(
      fc.property(fc.array(madeNote, { maxLength: 6 }), question, (notes, asked) => {
        const index = indexOf(notes);
        expect(answerOf(indexOf(notes), asked)).toEqual(answerOf(index, asked));
        expect(answerOf(passageIndexFromBytes(passageIndexToBytes(index)), asked)).toEqual(answerOf(index, asked));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("changed step by step it ranks as if made from scratch", () => {
    fc.assert(
      fc.property(
        fc.array(madeNote, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(5), fc.option(madeNote, { nil: undefined })), { maxLength: 4 }),
        question,
        (notes, changes, asked) => {
          let index = indexOf(notes);
          const now = [...notes];
          for (const [at, changed] of changes) {
            const node = Math.min(at, now.length);
            // A note that is gone is as good as an empty one.
            now[node] = changed ?? note("", "");
            index = updatePassages(index, {
              changed: changed === undefined ? [] : [{ node, note: changed }],
              removed: changed === undefined ? [node] : [],
            });
          }
          expect(answerOf(index, asked)).toEqual(answerOf(indexOf(now), asked));
          expect(answerOf(passageIndexFromBytes(passageIndexToBytes(index)), asked)).toEqual(answerOf(index, asked));
        },
      ),
      { numRuns: propertyRuns() },
    );
  });
});

describe("an index that many notes changed in", () => {
  const changed = Array.from({ length: 80 }, (_, at) => ({
    node: NOTES.length + at,
    note: note(`New ${at}`, `Fresh ${at}.`),
  }));
  const index = updatePassages(indexOf(NOTES), { changed, removed: [0] });

  test("is crowded until it is compacted, in steps or at once, and answers the same", () => {
    expect(isPassagesCrowded(index)).toBe(true);
    const compact = compactPassages(index);
    expect(isPassagesCrowded(compact)).toBe(false);
    const steps = compactingPassages(index);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    for (const asked of ["Fresh 7", "中国的首都", "compost"]) {
      expect(answerOf(compact, asked)).toEqual(answerOf(index, asked));
      expect(answerOf(step.value, asked)).toEqual(answerOf(index, asked));
    }
  });
});

describe("R3.5 the best passage of some notes", () => {
  const ranking = createPassageRanking(indexOf(NOTES));
  const nodes = NOTES.map((_, at) => at);
  const bestIn = (question: string, within: readonly number[]) =>
    ranking.rank(question, { limit: 100, within }).ranked.map(({ node, ordinal, score }) => ({ node, ordinal, score }));

  test("is one for each note that has a word of the question, whatever other notes are asked for", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("Anna Haus", "北京很大", "compost heap", "wikilnks"),
        fc.subarray(nodes),
        (question, some) => {
          const all = bestIn(question, nodes);
          expect(new Set(all.map(({ node }) => node)).size).toBe(all.length);
          expect(bestIn(question, some)).toEqual(all.filter(({ node }) => some.includes(node)));
        },
      ),
      { numRuns: propertyRuns() },
    );
  });

  test("has more of the question's words than the others of its note, and nothing is reached from it", () => {
    const text = ["Ein Absatz ohne Belang.", "Die Rose blüht im Mai.", "Eine Rose."].join("\n\n");
    const { ranked } = createPassageRanking(indexOf([note("x", text), note("y", "Rose")])).rank(
      "Wann blüht die Rose?",
      {
        limit: 10,
        within: [0],
      },
    );
    expect(ranked).toMatchObject([{ node: 0, ordinal: 1 }]);
    expect(ranked[0]?.via).toBeUndefined();
  });
});

describe("cutting and packing", () => {
  const count = (text: string) => text.length;
  const text = "Ein Satz davor. Die Rose blüht im Mai. Danach kommt nichts. 玫瑰很美。最后一句。";

  test("the sentence with the question's words stays; the text says that it is cut", () => {
    const matcher = createPassageRanking(indexOf([note("x", text)])).matcher("Wann blüht die Rose?");
    const cut = cutPassage({ text, matcher, count, room: 30 });
    expect(cut?.text).toBe("…Die Rose blüht im Mai. …");
  });

  test("R1.9 a table keeps its head and loses whole rows, code keeps its fences and loses whole lines", () => {
    const matcher = createPassageRanking(indexOf([note("x", "Rose blüht im Mai 玫瑰")])).matcher("Rose 玫瑰");
    const rows = ["| Distel | Juli. Und August. |", "| Rose | Mai |", "| Nelke | Juni |"];
    const table = ["| Blume | Monat |", "| --- | :-: |", ...rows].join("\n");
    expect(cutPassage({ text: table, matcher, count, room: 50 })?.text).toBe(
      ["| Blume | Monat |", "| --- | :-: |", "…", "| Rose | Mai |", "…"].join("\n"),
    );
    const code = ["So wird gegossen:", "```ts", "function water() {", "  return rose; // 玫瑰", "}", "```"].join("\n");
    expect(cutPassage({ text: code, matcher, count, room: 60 })?.text).toBe(
      ["So wird gegossen:", "```ts", "…", "  return rose; // 玫瑰", "}", "```"].join("\n"),
    );
  });

  test("R1.9 no cut falls inside a character as people see it, a family or a flag", () => {
    const matcher = createPassageRanking(indexOf([note("x", "Rose")])).matcher("Rose");
    for (const one of ["👩‍👩‍👧‍👦", "🏳️‍🌈", "นี้", "🇩🇪"]) {
      const whole = one.repeat(400);
      const cut = cutPassage({ text: whole, matcher, count, room: 700 });
      const kept = cut?.text.replaceAll(/[…\s]/gu, "") ?? "";
      expect(kept.length).toBeGreaterThan(0);
      expect(kept).toBe(one.repeat(kept.length / one.length));
    }
  });

  test("a cut is made of neighbouring sentences of the text, and fits", () => {
    const sentence = fc.constantFrom("Anna baut. ", "Ein Haus steht hier! ", "北京很大。", "هل هذا بيت؟ ", "यह घर है। ");
    const matcher = createPassageRanking(indexOf(NOTES)).matcher("Anna Haus 北京");
    fc.assert(
      fc.property(
        fc.array(sentence, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 80 }),
        (sentences, room) => {
          const whole = sentences.join("");
          const cut = cutPassage({ text: whole, matcher, count, room });
          if (cut === undefined) return;
          expect(count(cut.text)).toBeLessThanOrEqual(room);
          const bounds = sentences.map((_, at) => sentences.slice(0, at + 1).join("").length);
          bounds.push(0);
          expect(bounds).toContain(cut.start);
          expect(bounds).toContain(cut.end);
          expect(cut.text.replace(/^…|\s*…$/gu, "")).toBe(whole.slice(cut.start, cut.end).trim());
        },
      ),
      { numRuns: propertyRuns() },
    );
  });
});
