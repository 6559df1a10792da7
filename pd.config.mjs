// What pd works with in this repository: its documentation, and the skills that say how it is kept.
import { existsSync } from "node:fs";

// By path, because the root depends on none of its packages. Before they are built, the documentation alone is there.
const built = new URL("./packages/skills/dist/index.js", import.meta.url);

async function skills() {
  const { SkillManager, skillMount } = await import(built.href);
  const manager = new SkillManager({ projectDir: import.meta.dirname, personalDir: false });
  await manager.discover();
  return skillMount(manager);
}

export default { vaults: ["docs"], mounts: existsSync(built) ? [await skills()] : [] };
