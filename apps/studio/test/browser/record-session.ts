import { createToolkit, recorded, type SessionLogEntry, sessionLogLine } from "@pd/core";
import { openVault } from "@pd/core/vault";

/** One call of a made-up agent. */
export type Call = readonly [operation: string, input: Readonly<Record<string, unknown>>];

/** What an agent would do with a folder of notes, written down as a session log. Times are made up, so that they are the same each time. */
export async function recordSession(folder: string, calls: readonly Call[], id?: string): Promise<string> {
  const vault = await openVault(folder, { cache: false, ...(id === undefined ? {} : { id }) });
  await vault.ready();
  let clock = Date.UTC(2026, 0, 15, 9, 30);
  const entries: SessionLogEntry[] = [];
  const toolkit = recorded(createToolkit({ mounts: [{ content: vault }] }), {
    onEntry: (entry) => entries.push(entry),
    now: () => {
      clock += 700;
      return clock;
    },
  });
  let session = "new";
  for (const [operation, input] of calls) {
    const answer = await toolkit.call(operation as string, { ...input, session }).catch(() => undefined);
    session = (answer as { readonly session?: string } | undefined)?.session ?? session;
  }
  await vault.close();
  return entries.map(sessionLogLine).join("");
}

export const GARDEN_CALLS: readonly Call[] = [
  ["scan", { limit: 5 }],
  ["search", { query: "soil for roses" }],
  ["node", { nodes: "Soil", level: 3 }],
  ["node", { nodes: ["Compost", "Roses"], level: 4, tokenBudget: 500 }],
  ["context", { query: "how to feed roses", tokenBudget: 700 }],
  ["node", { nodes: "No such note", level: 4 }],
];

/** The same question, asked wastefully. */
export const WASTEFUL_CALLS: readonly Call[] = [
  ["scan", { limit: 20 }],
  ["node", { nodes: ["Soil", "Compost", "Roses", "Watering", "Tools"], level: 4 }],
];
