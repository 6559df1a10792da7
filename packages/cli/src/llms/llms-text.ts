/** An `llms.txt`: a title, a word on it, and links under headings. */
export interface LlmsText {
  readonly title: string;
  readonly summary: string;
  readonly sections: readonly LlmsSection[];
}

export interface LlmsSection {
  readonly heading: string;
  readonly entries: readonly LlmsEntry[];
}

export interface LlmsEntry {
  readonly name: string;
  /** A path, or an address. */
  readonly target: string;
  readonly description: string;
  /** What opening it costs, where that is known. */
  readonly tokens?: number | undefined;
}

const ENTRY = /^[ \t]*[-*+][ \t]+\[([^\]\n]{1,500})\]\(([^)\s]{1,2000})\)(?:[ \t]*[:–-][ \t]*(.*))?$/u;
/** More than a person lists. */
const MOST_LINES = 20_000;

/** Reads one that somebody wrote; what is no heading and no link is passed over. */
export function readLlmsText(text: string): LlmsText {
  const sections: { heading: string; entries: LlmsEntry[] }[] = [];
  let [title, summary] = ["", ""];
  for (const line of text.split(/\r?\n/u, MOST_LINES)) {
    if (line.startsWith("# ") && title === "") title = line.slice(2).trim();
    else if (line.startsWith("> ") && summary === "") summary = line.slice(2).trim();
    else if (line.startsWith("## ")) sections.push({ heading: line.slice(3).trim(), entries: [] });
    const [, name, target = "", description = ""] = ENTRY.exec(line) ?? [];
    if (name === undefined) continue;
    if (sections.length === 0) sections.push({ heading: "", entries: [] });
    sections.at(-1)?.entries.push({ name, target, description: description.trim() });
  }
  return { title, summary, sections: sections.filter(({ entries }) => entries.length > 0) };
}

/** As lines. */
export function writeLlmsText({ title, summary, sections }: LlmsText): readonly string[] {
  return [
    `# ${oneLine(title)}`,
    "",
    ...(summary === "" ? [] : [`> ${oneLine(summary)}`, ""]),
    ...sections.flatMap(({ heading, entries }) => [
      ...(heading === "" ? [] : [`## ${oneLine(heading)}`, ""]),
      ...entries.map(lineOf),
      "",
    ]),
  ].slice(0, -1);
}

function lineOf({ name, target, description, tokens }: LlmsEntry): string {
  const price = tokens === undefined ? "" : ` (${tokens} tokens)`;
  const said = description === "" ? price.trim() : `${oneLine(description)}${price}`;
  const link = `- [${oneLine(name).replace(/[[\]]/gu, "")}](${target.replace(/[\s()<>]/gu, encodeURIComponent)})`;
  return said === "" ? link : `${link}: ${said}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
