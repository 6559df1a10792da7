import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A generator of numbers that is the same every time. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const ONSETS = ["b", "br", "c", "d", "f", "g", "h", "k", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "tr", "v", "w"];
const VOWELS = ["a", "e", "i", "o", "u", "ea", "ou"];
const CODAS = ["", "n", "r", "s", "t", "nd", "ck", "l", "m", "ng"];

/** The words of this repository's documents, the most common first: text that reads like text to a tokenizer. */
function realWords(): string[] {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const counts = new Map<string, number>();
  for (const path of ["", "docs", "docs/decisions", "packages/core"]) {
    for (const name of readdirSync(join(root, path)).filter((file) => file.endsWith(".md"))) {
      const text = readFileSync(join(root, path, name), "utf8");
      for (const word of text.match(/[A-Za-z]{2,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

/** Words as common as they are in a language: the n-th is used 1/n as often as the first. Real ones first, made-up ones for the long tail. */
export function words(count: number, seed = 5): (random: () => number) => string {
  const random = randomFrom(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const syllable = () => pick(ONSETS) + pick(VOWELS) + pick(CODAS);
  const rare = Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, syllable).join(""),
  );
  const all = [...realWords(), ...rare].slice(0, count);
  return (from) => all[Math.min(count - 1, Math.floor(Math.exp(from() * Math.log(count))))]!;
}

/** Writes a vault of so many notes of about 3 KB with frontmatter, headings and links, once; gives its folder. */
export function madeVault(notes: number): string {
  const folder = join(tmpdir(), `pd-bench-vault-2-${notes}`);
  if (existsSync(join(folder, "done"))) return folder;
  const random = randomFrom(notes);
  const word = words(20_000);
  const sentence = () => {
    const text = Array.from({ length: 6 + Math.floor(random() * 12) }, () => word(random)).join(" ");
    return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
  };
  const title = (number: number) => `Note ${number} ${word(randomFrom(number))}`;
  for (let number = 0; number < notes; number += 1) {
    const path = join(folder, `area ${number % 40}`);
    if (number < 40) mkdirSync(path, { recursive: true });
    const paragraphs: string[] = [];
    let size = 0;
    while (size < 2600) {
      const paragraph = `${sentence()} ${sentence()} See [[${title(Math.floor(random() * notes))}]] for ${word(random)}. ${sentence()} ${sentence()}`;
      paragraphs.push(...(paragraphs.length % 3 === 2 ? [`## ${sentence().slice(0, 40)}`, paragraph] : [paragraph]));
      size += paragraph.length;
    }
    const head = `---\nname: ${title(number)}\ndescription: ${sentence()}\ntype: note\ntags: [${word(random)}, ${word(random)}]\n---\n`;
    writeFileSync(join(path, `${title(number)}.md`), `${head}\n# ${title(number)}\n\n${paragraphs.join("\n\n")}\n`);
  }
  writeFileSync(join(folder, "done"), "");
  return folder;
}
