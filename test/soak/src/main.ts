/**
 * Fifty clients over HTTP and MCP while the vault changes underneath. Ends with 1 where anything did not hold.
 *
 *     npm run soak [-- --minutes 10]
 */
import { growthOf } from "./flat.js";
import { repeatedRequests } from "./patient-fetch.js";
import { soak } from "./soak.js";

/** What a process may grow by from the second quarter to the last; a leak of 1 KB a call would be past it within minutes. */
const MOST_GROWTH = 1.2;
/** Connections come and go with the clients: fewer than half of them. */
const MOST_DESCRIPTORS = 20;
/** Before that, processes are still warming up. */
const LEAST_MINUTES = 3;

const USAGE = `npm run soak [-- --minutes 10]

Fifty clients over HTTP and MCP while the vault changes underneath, for so many minutes, 120 at the most.
Ends with 1 where an answer was wrong or a server's memory or descriptors grew. Memory is judged from ${LEAST_MINUTES} minutes on.`;

const [option, value = "", ...rest] = process.argv.slice(2);
if (option === "--help") {
  console.log(USAGE);
  process.exit(0);
}
const minutes = option === undefined ? 10 : Number(value);
if ((option !== undefined && option !== "--minutes") || rest.length > 0 || !(minutes > 0 && minutes <= 120)) {
  console.error(USAGE);
  process.exit(2);
}
const { calls, changes, broken, held } = await soak({ seconds: minutes * 60, tell: console.log });
console.log(`\n${calls} calls by 50 clients, ${changes} changes of the vault, ${broken.size} kinds of failure`);
for (const [rule, { times, first }] of broken)
  console.log(`NOT HELD, ${times} times: ${rule}\n  ${JSON.stringify(first)}`);
console.log(`${repeatedRequests()} requests were sent again, on connections that had been closed for silence`);
let flat = true;
for (const [name, samples] of held) {
  const { memory, descriptors } = growthOf(samples);
  const isFlat = (minutes < LEAST_MINUTES || memory <= MOST_GROWTH) && descriptors <= MOST_DESCRIPTORS;
  flat &&= isFlat;
  console.log(
    `${name}: memory ${memory.toFixed(2)} ×, descriptors ${descriptors >= 0 ? "+" : ""}${descriptors}${isFlat ? "" : ", NOT FLAT"}`,
  );
}
process.exit(broken.size > 0 || !flat ? 1 : 0);
