import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MadeVault } from "./made-vault.js";

const AREAS = [
  "orchard",
  "kitchen",
  "meadow",
  "pond",
  "hedge",
  "shed",
  "cellar",
  "roof",
  "path",
  "wall",
  "nursery",
  "field",
];
const TYPES = ["note", "concept", "guide", "plant"];

/** As many notes as asked for, in clusters: most links stay in their area and go to older, better known notes. */
export async function largeVault(nodes: number): Promise<MadeVault> {
  const folder = join(await mkdtemp(join(tmpdir(), "pd-large-")), "vault");
  for (const area of AREAS) await mkdir(join(folder, area), { recursive: true });
  const random = randomFrom(7);
  const files: Promise<void>[] = [];
  for (let index = 0; index < nodes; index += 1) {
    const area = AREAS[index % AREAS.length] ?? "";
    const links = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
      // Squared, so that the first ones become hubs; one link in ten leaves its area.
      const older = Math.floor(random() ** 2 * index);
      return random() < 0.1 ? older : older - (older % AREAS.length) + (index % AREAS.length);
    }).filter((target) => target >= 0 && target < index);
    const text = [
      "---",
      `name: ${area} ${index}`,
      `type: ${TYPES[Math.floor(random() * TYPES.length)]}`,
      `domain: ${area}`,
      `description: What is known of ${area} ${index}.`,
      `tags: [t${index % 40}]`,
      "---",
      `Seen from ${links.map((target) => `[[${AREAS[target % AREAS.length]} ${target}]]`).join(", ") || "nowhere"}.`,
      "",
      "It grows where it is left alone, and is written down so that somebody finds it. ".repeat(
        1 + Math.floor(random() * 20),
      ),
      "",
    ].join("\n");
    files.push(writeFile(join(folder, area, `${area} ${index}.md`), text));
    if (files.length === 500) await Promise.all(files.splice(0));
  }
  await Promise.all(files);
  return { folder, remove: () => rm(join(folder, ".."), { recursive: true, force: true }) };
}

/** The same numbers each time (Park and Miller's generator). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
