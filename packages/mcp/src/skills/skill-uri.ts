import type { Resource } from "@modelcontextprotocol/server";
import type { SkillEntry } from "@pd/core";
import { mimeTypeOf } from "../resources/mime-type.js";

const SCHEME = "skill://";

export function isSkillUri(uri: string): boolean {
  return uri.startsWith(SCHEME);
}

/** The address of a file, or of a folder, of a skill. */
export function skillUri(skill: string, ...paths: readonly string[]): string {
  return (
    SCHEME +
    [skill, ...paths]
      .flatMap((path) => path.split("/"))
      .map(encodeURIComponent)
      .join("/")
  );
}

/** The parts of an address, decoded; nothing for what could lead out of a folder. */
export function parseSkillUri(uri: string): readonly string[] | undefined {
  if (!isSkillUri(uri) || /[?#]/u.test(uri)) return undefined;
  try {
    const parts = uri.slice(SCHEME.length).replace(/\/$/u, "").split("/").map(decodeURIComponent);
    return parts.every((part) => part !== "" && part !== "." && part !== ".." && !/[/\\\0]/u.test(part))
      ? parts
      : undefined;
  } catch {
    return undefined;
  }
}

const FOLDER = "inode/directory";

/** What lies directly in a folder of a skill; nothing where there is no such folder. */
export function childrenIn(skill: SkillEntry, folder: readonly string[]): { resources: Resource[] } | undefined {
  const prefix = folder.length === 0 ? "" : `${folder.join("/")}/`;
  const children = new Map<string, Resource>();
  for (const { path, size } of skill.files) {
    if (!path.startsWith(prefix)) continue;
    const [name = "", ...deeper] = path.slice(prefix.length).split("/");
    const uri = skillUri(skill.path, `${prefix}${name}`);
    children.set(
      name,
      deeper.length > 0 ? { uri, name, mimeType: FOLDER } : { uri, name, mimeType: mimeTypeOf(name), size },
    );
  }
  return children.size === 0 ? undefined : { resources: [...children.values()] };
}
