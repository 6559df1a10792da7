import { routeKey } from "./routes.js";

/** More than any site has. */
const MOST_LINES = 100_000;
const MOST_STEPS = 5;

/** The lines of a file of redirects (`/old /new 301`), by the folded key of the address where each ends. Patterns are left out. */
export function redirectsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string>();
  for (const line of text.split("\n", MOST_LINES)) {
    const [from, to] = line.trim().split(/\s+/u);
    if (from?.startsWith("/") !== true || to?.startsWith("/") !== true || /\*/u.test(from + to)) continue;
    next.set(keyOf(from), to);
  }
  const ends = new Map<string, string[]>();
  for (const [from, to] of next) {
    let end = to;
    for (let step = 0; step < MOST_STEPS && next.has(keyOf(end)); step += 1) end = next.get(keyOf(end)) ?? end;
    const known = ends.get(keyOf(end));
    if (known === undefined) ends.set(keyOf(end), [from]);
    else known.push(from);
  }
  return ends;
}

function keyOf(address: string): string {
  return routeKey(address.replace(/[#?].*$/u, "")).toLowerCase();
}
