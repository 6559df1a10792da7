import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ALL_GRAPHS } from "@pd/core";
import type { Vault } from "@pd/core/vault";

/** Where a terminal goes when somebody follows a path of an answer; nothing where the file is not known. */
export type AddressOf = (path: string) => string | undefined;

/** In an Obsidian vault a note opens in Obsidian, elsewhere as a file. In an answer of all vaults, a path begins with the name of its vault. */
export function fileAddresses(vaults: readonly Pick<Vault, "id" | "root">[], graphId: string): AddressOf {
  const roots = new Map(vaults.map(({ id, root }) => [id, root]));
  const isObsidian = new Map<string, boolean>();
  const address = (root: string, path: string) => {
    const opens = isObsidian.get(root) ?? existsSync(join(root, ".obsidian"));
    isObsidian.set(root, opens);
    const file = join(root, path);
    return opens ? `obsidian://open?path=${encodeURIComponent(file)}` : pathToFileURL(file).href;
  };
  return (path) => {
    const own = roots.get(graphId);
    if (own !== undefined) return address(own, path);
    const slash = path.indexOf("/");
    const root = graphId === ALL_GRAPHS ? roots.get(path.slice(0, Math.max(0, slash))) : undefined;
    return root === undefined ? undefined : address(root, path.slice(slash + 1));
  };
}
