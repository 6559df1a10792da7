import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface MadeVault {
  readonly folder: string;
  remove(): Promise<void>;
}

/** A folder of notes for one test. */
export async function madeVault(notes: Readonly<Record<string, string>>): Promise<MadeVault> {
  const folder = await mkdtemp(join(tmpdir(), "pd-studio-"));
  for (const [path, text] of Object.entries(notes)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

const filler =
  "Budgets are kept per call and never per wish, so that a pack of notes fits where it has to fit. ".repeat(12);

/** Small, with every kind of node and link, something broken, and a name that would be markup if it were not escaped. */
export const GARDEN: Readonly<Record<string, string>> = {
  "notes/Garden.md": `---\nname: Garden\ntype: moc\ndomain: garden\ndescription: Where to begin reading about the garden.\ntags: [start]\n---\n# Garden\n\nSee [[Soil]], [[Compost]], [[Roses]], [[Watering]] and [[Tools]].\n`,
  "notes/Soil.md": `---\nname: Soil\ntype: concept\ndomain: garden\ndescription: What roots live in, and how to test it.\ntags: [ground, start]\n---\n# Soil\n\nSoil is clay, sand and [[Compost]].\n\n## Testing\n\nA handful and water tell most. ${filler}\n\n## Lime\n\nSour ground wants lime, see [[Roses]].\n`,
  "notes/Compost.md": `---\nname: Compost\ntype: concept\ndomain: garden\ndescription: Old leaves become new ground.\ntags: [ground]\nextends: Soil\n---\n# Compost\n\nLayers of green and brown. ${filler}\n\n## Turning\n\nOnce a month, with a fork from [[Tools]].\n`,
  "notes/Roses.md": `---\nname: Roses\ntype: plant\ndomain: plants\ndescription: How to plant, prune and feed them.\ntags: [flower]\n---\n# Roses\n\nThey like heavy [[Soil]].\n\n## Pruning\n\nIn early spring. ${filler}\n`,
  "notes/Watering.md": `---\nname: Watering\ntype: guide\ndomain: garden\ndescription: Early, slowly and deep.\ntags: [water]\n---\n# Watering\n\nIn the morning; [[Roses]] at the root. ${filler}\n`,
  "notes/Tools.md": `---\nname: Tools\ntype: guide\ndomain: shed\ndescription: Fork, spade, shears and how to keep them.\n---\n# Tools\n\nClean and oil them. See [[Missing Note]]. ${filler}\n`,
  "notes/Markup.md": `---\nname: "<img src=x onerror=alert(1)>"\ntype: note\ndomain: shed\ndescription: "<script>alert(2)</script> is only text."\n---\n# Markup\n\n<b>bold</b> [[Tools]]\n`,
  "notes/Alone.md": "# Alone\n\nNobody links here.\n",
  ".claude/skills/prune-roses/SKILL.md":
    "---\nname: prune-roses\ndescription: Prunes roses step by step. Use it in early spring.\n---\n# Pruning\n\nCut above an outward bud.\n",
};
