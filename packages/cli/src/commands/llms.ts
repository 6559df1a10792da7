import { isPdError, type JsonAnswer, type Toolkit } from "@pd/core";
import { readContainedSync } from "@pd/core/files";
import type { Vault } from "@pd/core/vault";
import type { Command } from "../command.js";
import { type LlmsEntry, type LlmsSection, type LlmsText, readLlmsText, writeLlmsText } from "../llms/llms-text.js";
import { counted, thousands } from "../render/figures.js";
import { type Serving, serving } from "../serving.js";
import { safeLine } from "../terminal/safe-text.js";
import { writeDocument } from "../terminal/write-document.js";

/** `pd llms`: an `llms.txt` of the first vault, with the price of each note. */
export const llms: Command = {
  name: "llms",
  words: 0,
  folder: "alone",
  usage: "",
  heading: "Read",
  summary: "Print an llms.txt: every note with its description and its price",
  details:
    "Every note with its path, its description and what opening it costs, by domain. Where the folder has an llms.txt of its own, that gives the order, the headings and the descriptions, and the other notes follow. Write it with: pd llms <dir> > llms.txt",
  options: [],
  examples: ["pd llms", "pd llms --json"],
  async run(invocation) {
    const text = await serving(invocation, made);
    const items = text.sections.flatMap(({ heading, entries }) => entries.map((entry) => ({ heading, ...entry })));
    writeDocument(invocation, {
      operation: "llms",
      data: text,
      items,
      human: () => {
        for (const line of writeLlmsText(text)) invocation.out.line(safeLine(line));
      },
    });
    return 0;
  },
};

/** Where sites keep their own. */
const OWN_FILES = ["llms.txt", "static/llms.txt", "public/llms.txt", "docs/llms.txt"];
const MOST_BYTES = 4 * 1024 * 1024;
const EVERYTHING = { tokenBudget: Number.POSITIVE_INFINITY };

async function made({ served, toolkit }: Serving): Promise<LlmsText> {
  const [vault] = served.vaults;
  const graphId = vault?.id;
  const notes = await notesOf(toolkit, graphId);
  const own = vault === undefined ? undefined : ownText(vault);
  const listed = new Set<string>();
  const sections: LlmsSection[] = [];
  for (const { heading, entries } of own?.sections ?? []) {
    const priced: LlmsEntry[] = [];
    for (const entry of entries) {
      const path = await pathOf(toolkit, graphId, entry.target);
      const note = path === undefined ? undefined : notes.get(path);
      if (path !== undefined) listed.add(path);
      priced.push({ ...entry, description: entry.description || (note?.description ?? ""), tokens: note?.tokens });
    }
    sections.push({ heading, entries: priced });
  }
  const total = [...notes.values()].reduce((sum, { tokens = 0 }) => sum + tokens, 0);
  return {
    title: own?.title || (graphId ?? "notes"),
    summary: [own?.summary ?? "", `${counted(notes.size, "note")}, ${thousands(total)} tokens in all.`]
      .join(" ")
      .trim(),
    sections: [...sections, ...byDomain([...notes.values()].filter(({ target }) => !listed.has(target)))],
  };
}

interface ListedNote extends LlmsEntry {
  readonly domain: string;
}

async function notesOf(toolkit: Toolkit, graphId: string | undefined): Promise<ReadonlyMap<string, ListedNote>> {
  const notes = new Map<string, ListedNote>();
  let cursor: string | undefined;
  do {
    const input = {
      limit: 1000,
      ...EVERYTHING,
      ...(graphId === undefined ? {} : { graphId }),
      ...(cursor ? { cursor } : {}),
    };
    const page: JsonAnswer = await toolkit.call("scan", input, { maxBudget: Number.POSITIVE_INFINITY });
    for (const node of page.nodes) {
      if (!("description" in node)) continue;
      const { name, path = node.id, description, domain, tokens } = node;
      notes.set(path, { name, target: path, description, domain, tokens });
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return notes;
}

function byDomain(notes: readonly ListedNote[]): readonly LlmsSection[] {
  const sections = new Map<string, LlmsEntry[]>();
  for (const { domain, ...entry } of notes.toSorted((a, b) => (a.target < b.target ? -1 : 1)))
    sections.set(domain, [...(sections.get(domain) ?? []), entry]);
  return [...sections].map(([heading, entries]) => ({ heading, entries }));
}

/** The note that an entry means: by its path, or by its address without the site's name. */
async function pathOf(toolkit: Toolkit, graphId: string | undefined, target: string): Promise<string | undefined> {
  const reference = target.replace(/^https?:\/\/[^/]+/u, "").replace(/[#?].*$/u, "");
  if (reference === "") return undefined;
  try {
    const input = { nodes: [reference], level: 1 as const, ...(graphId === undefined ? {} : { graphId }) };
    const { nodes }: JsonAnswer = await toolkit.call("node", input);
    return nodes[0]?.path;
  } catch (error) {
    if (isPdError(error)) return undefined;
    throw error;
  }
}

function ownText({ root }: Vault): LlmsText | undefined {
  for (const path of OWN_FILES) {
    try {
      return readLlmsText(new TextDecoder().decode(readContainedSync(root, path, { maxBytes: MOST_BYTES }).bytes));
    } catch (error) {
      // Most folders have none.
      if (!isPdError(error)) throw error;
    }
  }
  return undefined;
}
