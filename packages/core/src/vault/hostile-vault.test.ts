import { beforeAll, expect, test } from "vitest";
import { temporaryVault } from "./testing/temporary-vault.js";

const KB100 = 100 * 1024;
const fill = (unit: string, bytes = KB100) => unit.repeat(Math.ceil(bytes / unit.length));

const HOSTILE: readonly (readonly [string, string])[] = [
  ["links that never close", fill("[a](")],
  ["images that never close", fill("![a](")],
  ["brackets", fill("[")],
  ["brackets that close", fill("[") + fill("]")],
  ["wikilinks that never close", fill("[[a|")],
  ["embeds within embeds", fill("![[")],
  ["emphasis", fill("*a_ ")],
  ["quotes", fill(">")],
  ["quotes with blanks", fill("> ")],
  ["lists within lists", fill("- ")],
  ["lists, deeper line by line", Array.from({ length: 400 }, (_, at) => `${" ".repeat(2 * at)}- a`).join("\n")],
  ["quotes, deeper line by line", Array.from({ length: 400 }, (_, at) => `${">".repeat(at)} a`).join("\n")],
  ["one line of 1 MB", fill("word ", 2 ** 20)],
  ["one word of 1 MB", "x".repeat(2 ** 20)],
  ["backticks", fill("`")],
  ["backticks of all lengths", Array.from({ length: 440 }, (_, at) => "`".repeat(at)).join(" ")],
  ["HTML that never closes", fill("<a ")],
  ["comments that never close", fill("<!-- ")],
  ["headings", fill("# a\n")],
  ["the same heading", fill("# usage\n\n")],
  ["underlines", fill("a\n=\n")],
  ["tables", `| a |\n|${fill("-|")}\n${fill("|")}`],
  ["definitions", fill("[a]: b\n")],
  ["a definition that never ends", `[a]: <${fill("x")}`],
  ["references", `${fill("[a][b] ")}\n\n[b]: c.md`],
  ["tags", fill("#a ")],
  ["block ids", fill("a ^b\n\n")],
  ["backslashes", fill("\\")],
  ["entities", fill("&amp;")],
  ["frontmatter that never closes", `---\n${fill("a: b\n")}`],
  ["frontmatter of brackets", `---\na: ${fill("[", 15_000)}\n---\n`],
  ["frontmatter of keys", `---\n${Array.from({ length: 1500 }, (_, at) => `k${at}: v`).join("\n")}\n---\n`],
  ["a description without an end", `---\ndescription: ${fill("a.", 15_000)}\n---\n`],
  ["hidden text", fill("%% a")],
  ["hidden text that begins lines", fill("%%\n\na ")],
  ["formulas", fill("$a ")],
  ["formulas with backslashes", fill("$\\\\")],
  ["formulas that never close", `$${fill("\\$")}`],
  ["zeros", "\0".repeat(KB100)],
  ["carriage returns", "\r".repeat(KB100)],
  ["marks without a letter", "\u0301".repeat(KB100 / 2)],
  ["joined emoji", fill("👩‍👩‍👧‍👦")],
];

/** What a note takes to be opened and indexed, in processor time: the least of a few attempts, since code that ran for the first time takes more. */
async function opening(text: string, enough: number) {
  const temporary = temporaryVault({ "plain.md": "# Plain\n", "hostile.md": text });
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; ; attempt += 1) {
    const started = process.cpuUsage();
    const opened = await temporary.open({ cache: false });
    await opened.vault.ready();
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, user + system);
    if (least < enough || attempt === 3) return { call: opened.call, microseconds: least };
  }
}

/** The yardstick: a megabyte that nobody made to break anything. */
const ORDINARY = fill("Die Größe der Datei sagt wenig über ihren Inhalt, and neither does its name.\n\n", 2 ** 20);
let ordinary = 0;
beforeAll(async () => {
  ordinary = (await opening(ORDINARY, 0)).microseconds;
}, 600_000);

const TIMES = 8;

test.each(HOSTILE)(
  "%s: at most 8 times the CPU of a megabyte of ordinary text, and no stack",
  {
    timeout: 600_000,
  },
  async (_, text) => {
    const { call, microseconds } = await opening(text, TIMES * ordinary);
    expect(microseconds).toBeLessThan(TIMES * ordinary);
    for (const level of [2, 3]) expect((await call("node", { nodes: "hostile.md", level })).nodes).toHaveLength(1);
    const full = await call("node", { nodes: "hostile.md", level: 4, tokenBudget: 500 });
    expect(full.telemetry.tokensUsed).toBeLessThanOrEqual(500);
    await call("search", { query: text.slice(0, 1000) });
  },
);
