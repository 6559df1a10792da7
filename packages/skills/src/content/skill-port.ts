import { basename } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type Cursor,
  cursorAt,
  isPdError,
  offsetOf,
  type Sha256Digest,
  type SkillEntry,
  type SkillFileEntry,
  type SkillFrontmatter,
  type SkillPort,
  textHash,
} from "@pd/core";
import { hasDotName, readContainedSync } from "@pd/core/files";
import { LRUCache } from "lru-cache";
import { readBody, realFolderOf } from "../invoke/read-body.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import { plain } from "../record/skill-fields.js";
import type { Skill } from "../record/skill-metadata.js";
import { fingerprintSkill } from "../trust/trust.js";

/**
 * A manager's skills for MCP (SEP-2640). Listed are those whose frontmatter can be handed on as it is written: a repaired one would not
 * agree with its file. Skills that no model may invoke are not listed, and neither are those whose files cannot all be digested.
 */
export function skillPort(manager: SkillManager): SkillPort {
  // Digests of the pages that were shown lately; whether files are still the same is asked of the files themselves.
  const entries = new LRUCache<string, SkillEntry>({ max: 1000 });
  manager.onChange(() => entries.clear());

  let known: { readonly version: number; readonly list: readonly Addressed[] } | undefined;

  function addresses(): readonly Addressed[] {
    const skills = manager.listSkills();
    if (known?.version === manager.version) return known.list;
    const list = skills
      .filter(({ disableModelInvocation }) => !disableModelInvocation)
      .map((skill) => [addressOf(skill), skill] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    known = { version: manager.version, list };
    return list;
  }

  function entryAt(path: string, skill: Skill): SkillEntry | undefined {
    const made = entryOf(path, skill);
    if (made === undefined) entries.delete(path);
    else entries.set(path, made);
    return made;
  }

  return {
    async list({ limit, cursor }) {
      await manager.ready();
      const all = addresses();
      const scope = { request: { limit, cursor: cursor as Cursor | undefined }, version: versionOf(all) };
      const start = offsetOf(scope);
      const skills: SkillEntry[] = [];
      let at = start;
      for (; at < all.length && skills.length < limit; at += 1) {
        const [path, skill] = all[at] as Addressed;
        const entry = entryAt(path, skill);
        if (entry !== undefined) skills.push(entry);
        // Each reads all files of a skill.
        await nextTurn();
      }
      return { skills, ...(at < all.length ? { next: cursorAt(String(at), scope) } : {}) };
    },
    async get(path) {
      await manager.ready();
      const found = addresses().find(([address]) => address === path);
      return found === undefined ? undefined : entryAt(path, found[1]);
    },
    async read({ skill: path, file }) {
      await manager.ready();
      const found = addresses().find(([address]) => address === path);
      if (found === undefined) return undefined;
      const entry = entries.get(path) ?? entryAt(path, found[1]);
      if (entry?.files.some((one) => one.path === file) !== true) return undefined;
      const [, skill] = found;
      const listed = file === SKILL_FILE ? basename(skill.filePath) : file;
      const cleared = await manager.clearance.ask(skill);
      const { bytes } = readContainedSync(realFolderOf(skill), listed, {
        maxBytes: MAX_BYTES,
        listed: true,
        noDotNames: true,
      });
      cleared(bytes);
      return bytes;
    },
    onChange: (listener) => manager.onChange(listener),
  };
}

/** A skill and its address. */
type Addressed = readonly [string, Skill];

const SKILL_FILE = "SKILL.md";
/** As much as is digested. */
const MAX_BYTES = 16 * 2 ** 20;

/** Its last part is the name as its file has it; what stands before tells equal names apart. */
function addressOf({ qualifiedName, name, originalName, pluginName }: Skill): string {
  const written = originalName ?? name;
  if (qualifiedName === name) return written;
  const prefix = qualifiedName === `${pluginName}:${name}` ? pluginName : qualifiedName.replace(/[:@]/gu, "-");
  return `${prefix}/${written}`;
}

function versionOf(all: readonly Addressed[]): string {
  return textHash(all.map(([path]) => path).join("\n"));
}

const REFUSED = new Set([
  "skill-invalid",
  "skill-unapproved",
  "content-unreadable",
  "path-escapes-root",
  "file-too-large",
]);

function entryOf(path: string, skill: Skill): SkillEntry | undefined {
  try {
    const { frontmatter } = readBody(skill);
    // A slash in a name would be another address; a repaired frontmatter is not the one in the file.
    const isAsWritten =
      (frontmatter.status === "fast" || frontmatter.status === "yaml") && frontmatter.diagnostics.length === 0;
    if (
      !isAsWritten ||
      !path.endsWith(skill.originalName ?? skill.name) ||
      /[/\\\p{Cc}]/u.test(skill.originalName ?? "")
    )
      return undefined;
    const handedOut = fingerprintSkill(skill.baseDir).files.filter(({ path: file }) => !hasDotName(file));
    const files = handedOut.map(
      ({ path: file, digest, size }): SkillFileEntry => ({
        path: file === basename(skill.filePath) ? SKILL_FILE : file,
        digest: digest as Sha256Digest,
        size,
      }),
    );
    return { path, frontmatter: plain(frontmatter.data) as SkillFrontmatter, files };
  } catch (error) {
    if (isPdError(error) && REFUSED.has(error.code)) return undefined;
    throw error;
  }
}
