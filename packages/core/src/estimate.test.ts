import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { utf8Length } from "./counters.js";
import { ESTIMATE_MARGIN, estimateTokens } from "./estimate.js";
import { anyText, textClasses } from "./testing/text-classes.js";

const asText = { disallowedSpecial: new Set<string>() };
const o200k = (text: string) => countTokens(text, asText);
const TIMEOUT = 120_000;

describe("R2.4 the margin covers every class of the stated generator, short texts included", () => {
  for (const [name, text] of Object.entries(textClasses)) {
    test(
      name,
      () => {
        const { share, fixed } = ESTIMATE_MARGIN;
        fc.assert(
          fc.property(text, (sample) => {
            const real = o200k(sample);
            const estimated = estimateTokens(sample);
            expect(real).toBeLessThanOrEqual(estimated * (1 + share) + fixed);
            if (real >= 200) expect(estimated).toBeGreaterThanOrEqual(0.9 * real);
          }),
          { numRuns: propertyRuns(0.25) },
        );
      },
      TIMEOUT,
    );
  }
});

describe("R2.9 the estimate is tight where most text is", () => {
  const prose = `The monastery was founded in 1098 and rebuilt twice after fires. Its library, which held about four thousand
volumes, was sold when the order left; a few of the manuscripts are now in the national museum. Visitors can see the
church, the cloister and a small garden, but the upper floors are closed because the stairs are no longer safe. Every
summer a festival of early music is held in the courtyard, and the town expects so many people that it runs extra trains.`;
  const code = `export async function readConfig(path: string): Promise<Config> {
  const text = await readFile(path, "utf8");
  const data = JSON.parse(text) as Partial<Config>;
  if (data.version !== 2) {
    throw new Error(\`Unsupported version \${data.version} in \${path}\`);
  }
  return { ...defaults, ...data, path };
}
`;

  test.each([
    ["prose", prose],
    ["code", code],
    ["prose as a JSON string", JSON.stringify(prose)],
  ])("%s: 97% to 112% of o200k", (_, text) => {
    const ratio = estimateTokens(text) / o200k(text);
    expect(ratio).toBeGreaterThanOrEqual(0.97);
    expect(ratio).toBeLessThanOrEqual(1.12);
  });

  test("words that are no words cost what their letters suggest", () => {
    const nonsense = `wexqpl Trovnik gzhalmu opencollective Uthquavik brzeczyk NMKDLW qwtrpsd vuilonoa htmlembedui xjvkqzw
Yeltharnoc fplmrk oubretski ZRUKPA leoflores guifontwide mnopqrst Wlkjhgf aeiouaeiou Ndrgvelst kdeinit`;
    expect(estimateTokens(nonsense)).toBeGreaterThanOrEqual(0.97 * o200k(nonsense));
  });

  test("a common word costs one token, with its space", () => {
    expect(estimateTokens("people make the world")).toBe(4);
    expect(estimateTokens(" because")).toBe(1);
  });

  test("digits cost one token for each three, whichever they are", () => {
    expect([1, 3, 4, 6, 7, 300].map((length) => estimateTokens("7".repeat(length)))).toEqual([1, 1, 2, 2, 3, 100]);
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(digits, anyText, (number, around) => {
        const zeros = "0".repeat(number.length);
        expect(estimateTokens(`${around}${number}${around}`)).toBe(estimateTokens(`${around}${zeros}${around}`));
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });
});

describe("the estimate is a pure function of the text", () => {
  test("nothing costs nothing", () => {
    expect(estimateTokens("")).toBe(0);
  });

  test("whole, positive, the same each time, and never more than the UTF-8 bytes", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
        const estimated = estimateTokens(text);
        expect(Number.isSafeInteger(estimated)).toBe(true);
        expect(estimated).toBeGreaterThanOrEqual(text === "" ? 0 : 1);
        expect(estimated).toBeLessThanOrEqual(utf8Length(text));
        expect(estimateTokens(text)).toBe(estimated);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("half a surrogate pair is a character like others", () => {
    for (const text of ["\ud83d", "\ude00", "a\ud83d", "\ud83d b", "\ud83d\ud83d", "\ude00\ud83d"]) {
      expect(o200k(text)).toBeLessThanOrEqual(estimateTokens(text) + 1);
      expect(estimateTokens(text)).toBeLessThanOrEqual(utf8Length(text));
    }
  });
});

describe("a whole costs little more than its parts", () => {
  const seam = (a: string, b: string) => estimateTokens(a + b) - estimateTokens(a) - estimateTokens(b);
  // Characters without a meaning yet are taken for letters.
  const word = "[\\p{L}\\p{M}\\p{Cn}]";
  const mark = "[^\\s\\p{L}\\p{M}\\p{N}]";
  const insidePiece = [`${word}\n${word}`, `${mark}\n(?:${mark}|[\\r\\n])`, "\\s\n\\s"].map(
    (at) => new RegExp(at, "u"),
  );

  test("at most 2, unless the cut falls inside a word, a run of marks or a run of blanks: then at most 20", () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.integer({ min: 1, max: 60 }), (text, where, width) => {
        const cut = where % (text.length + 1);
        const [a, b] = [text.slice(Math.max(0, cut - width), cut), text.slice(cut, cut + width)];
        const around = `${Array.from(a).at(-1) ?? ""}\n${Array.from(b)[0] ?? ""}`;
        const inside = insidePiece.some((pattern) => pattern.test(around));
        expect(seam(a, b)).toBeLessThanOrEqual(inside ? 20 : 2);
      }),
      { numRuns: propertyRuns(3) },
    );
  });

  test("at most 2 for each value of a JSON list and for each paragraph", () => {
    const parts = fc.array(anyText, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, (texts) => {
        const values = texts.map((text) => JSON.stringify({ id: "note:a", content: text }));
        const alone = values.reduce((sum, value) => sum + estimateTokens(value) + 2, 0);
        expect(estimateTokens(`[${values.join(",")}]`)).toBeLessThanOrEqual(alone + 2);
        const lines = texts.map((text) => `- ${text.trim()} end`);
        const apart = lines.reduce((sum, line) => sum + estimateTokens(line) + 2, 0);
        expect(estimateTokens(lines.join("\n\n"))).toBeLessThanOrEqual(apart);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });
});

describe("hostile input", () => {
  test.each(["a", "Z", "aB", " ", "\n", " \n", "{", "=/", "9", "é", "я", "中", "한 ", "😀", "\ud83d"])(
    "a megabyte of %j takes linear time",
    (unit) => {
      const text = unit.repeat(Math.floor(1_000_000 / unit.length));
      const before = process.cpuUsage();
      estimateTokens(text);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(3000);
    },
  );

  test.each(["a", "e", "Z", " ", "-", "=", "`", "\\", "é", "я", "中", "😀", "—"])(
    "a long run of %j is not undercounted",
    (unit) => {
      for (const times of [1, 3, 17, 100, 2000]) {
        const text = unit.repeat(times);
        expect(o200k(text)).toBeLessThanOrEqual(estimateTokens(text) + 1);
      }
    },
  );
});
