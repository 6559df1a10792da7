import type { SessionLogEntry } from "@pd/core";

const LONGEST = 90;

/** A call in a few words: what was asked for. */
export function callWords({ input }: SessionLogEntry): string {
  if (typeof input !== "object" || input === null) return "";
  const { query, start, nodes, name, section_key, section_keys } = input as Readonly<Record<string, unknown>>;
  const named = [nodes, start, name, section_key, section_keys].map(listed).find((part) => part !== undefined);
  const asked = [typeof query === "string" ? `“${query}”` : undefined, named].filter((part) => part !== undefined);
  const words = asked.join(" · ");
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1)}…`;
}

function listed(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((one) => typeof one === "string").join(", ") : undefined;
}
