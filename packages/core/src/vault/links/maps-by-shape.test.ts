import { expect, test } from "vitest";
import type { StatsData } from "../../operations/stats.js";
import { temporaryVault } from "../testing/temporary-vault.js";

const names = ["Größe", "三", "Vier", "Fünf", "Sechs", "Sieben"];
const notes = Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n\nText über ${name}.\n`]));
const list = names.map((name) => `- [[${name}]]`).join("\n");

test.each([
  ["a list of links", `# Alles\n\n${list}\n`, true],
  [
    "links with a word on each",
    `# Alles\n\n${names.map((n) => `- **[[${n}]]**: ein Satz, der sagt, worum es darin geht.`).join("\n")}`,
    true,
  ],
  [
    "a table of links",
    `|a|b|\n|-|-|\n${names.map((n) => `|[[${n}\\|${n}]]|[x](${encodeURI(n)}.md)|`).join("\n")}`,
    true,
  ],
  ["four links", list.split("\n").slice(0, 4).join("\n"), false],
  ["five links to the same note", "- [[Größe]]\n".repeat(5), false],
  [
    "prose with many links",
    names.map((n) => `Lange Sätze über vieles, die auch [[${n}]] erwähnen, sind keine Karte.`).join("\n\n"),
    false,
  ],
  ["prose above a list of links", `${"Ein langer Text, der für sich steht. ".repeat(20)}\n\n${list}`, false],
  ["five pictures", names.map((n) => `![[${n}]]`).join("\n\n"), false],
])("R3.4 %s: %s", async (_, text, isMap) => {
  const { call } = await temporaryVault({ ...notes, "index.md": text }).open();
  const { data } = await call<StatsData>("stats");
  expect(data?.mocs.count).toBe(isMap ? 1 : 0);
  const { nodes } = await call("scan", { type: "moc" });
  expect(nodes.map(({ id }) => id)).toEqual(isMap ? ["note:index"] : []);
  expect(data?.byType.find(({ name }) => name === "moc")?.count ?? 0).toBe(isMap ? 1 : 0);
});
