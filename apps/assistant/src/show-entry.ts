import type { LoggedDisclosure, SessionLogEntry, Telemetry } from "@pd/core";
import { shown, type Terminal, thousands } from "./terminal.js";

/** More of one call would push the answer off the screen. */
const MOST_NODES = 6;

/** A call as it happened: what was asked, then each node with its level and tokens. */
export function showEntry(entry: SessionLogEntry, terminal: Terminal): string {
  const { bold, dim, red } = terminal;
  const { operation, disclosed, omitted, error } = entry;
  const asked = askedIn(entry.input);
  const head = `  ${bold(operation)}${asked === "" ? "" : ` ${dim(cut(shown(asked), terminal.width - operation.length - 22))}`}`;
  const price = error === undefined ? dim(`  ${thousands(tokensOf(entry))} tokens`) : "";
  const lines = disclosed.slice(0, MOST_NODES).map((node) => showNode(node, terminal));
  const more = disclosed.length - lines.length;
  const refused = omitted.filter(({ reason }) => reason === "budget").length;
  return [
    head + price,
    ...lines,
    ...(more > 0 ? [dim(`    … ${more} more`)] : []),
    ...(refused > 0 ? [dim(`    left out for the budget: ${refused}`)] : []),
    ...(error === undefined ? [] : [red(`    ${error.code}: ${shown(error.message)}`)]),
  ].join("\n");
}

function showNode({ id, level, from, tokens }: LoggedDisclosure, { level: coloured, dim }: Terminal): string {
  const raised = from === undefined || from >= level ? "" : ` (was ${from})`;
  return `    ${coloured(level, `${level} ${shown(id)}`)}${dim(`${raised}  ${thousands(tokens)}`)}`;
}

/** What a call delivered, by the gate's own count; of the prompt, what its text and tools have grown by. */
export function tokensOf({ answer }: SessionLogEntry): number {
  const { telemetry, tokens } = (answer ?? {}) as { readonly telemetry?: Telemetry; readonly tokens?: number };
  return telemetry?.tokensUsed ?? tokens ?? 0;
}

const HOST_FIELDS: ReadonlySet<string> = new Set(["session", "format", "repeat"]);

/** As one would say it: the braces and quotes of JSON tell a reader nothing. */
function askedIn(input: unknown): string {
  return Object.entries(input ?? {})
    .filter(([field]) => !HOST_FIELDS.has(field))
    .map(([field, value]) => `${field}: ${String(value)}`)
    .join(", ");
}

function cut(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, Math.max(0, most - 1))}…` : line;
}
