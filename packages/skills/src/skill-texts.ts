import { join } from "node:path";
import { PdError, type Price, type PriceRequest, type TokenCounter, tokens } from "@pd/core";
import { outline, type SectionRange } from "@pd/core/markdown";
import type { FileStamp } from "@pd/core/node";
import { LRUCache } from "lru-cache";
import { expandBody } from "./expand-body.js";
import { isUnchanged, readBody } from "./read-body.js";
import type { ClearedFiles, SkillClearance } from "./skill-clearance.js";
import { readSkillFile } from "./skill-files.js";
import type { SkillNode } from "./skill-nodes.js";

/** A node's text, of which file. */
export interface NodeText {
  readonly text: string;
  readonly stamp: FileStamp;
}

/** The text of nodes and what it costs: read when it is asked for, and figures kept as long as the file stays as it is (R2.6). */
export interface SkillTexts {
  /** As it is written; with an argument, as a skill is invoked with it. */
  read(node: SkillNode, argument?: string): NodeText;
  price(request: PriceRequest, place: SkillPlaceInText, counter: TokenCounter): Price | undefined;
  /** Whether a file that was read is no longer the same. Then all that was kept of it is gone. */
  anyChanged(): boolean;
}

/** A node, or one of its sections. */
export interface SkillPlaceInText {
  readonly node: SkillNode;
  readonly anchor: string | undefined;
}

/** Largest text that is disclosed; more is no reading matter. */
const MAX_TEXT_BYTES = 2 * 2 ** 20;
/** Texts that are held between pricing and reading. */
const HELD_CHARACTERS = 2 * 2 ** 20;
/** Files whose figures are kept, and which are looked at before each request. */
const KNOWN_FILES = 1000;

/** Texts of skills that `clearance` lets through; whoever wants to ask the host does so before. */
export function createSkillTexts(clearance: Pick<SkillClearance, "known">): SkillTexts {
  const held = new LRUCache<string, NodeText>({
    maxSize: HELD_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  const known = new LRUCache<string, { readonly stamp: FileStamp; readonly prices: Map<string, Price> }>({
    max: KNOWN_FILES,
  });

  function read(node: SkillNode, argument?: string): NodeText {
    const cleared = clearance.known(node.skill);
    const file = fileOf(node);
    const key = argument === undefined ? file : `${file}\0${argument}`;
    const kept = held.get(key);
    if (kept !== undefined && isUnchanged(file, kept.stamp)) return kept;
    const made =
      node.resource === undefined
        ? readSkill(node, argument, cleared)
        : readResource(node, node.resource.path, cleared);
    held.set(key, made);
    if (known.get(file) === undefined) known.set(file, { stamp: made.stamp, prices: new Map() });
    return made;
  }

  return {
    read,
    price({ id, argument }, { node, anchor }, counter) {
      const file = fileOf(node);
      const key = `${counter.name}\0${argument === undefined ? "" : `=${argument}`}\0${id}`;
      const stored = known.get(file);
      const price = stored?.prices.get(key);
      if (price !== undefined && stored !== undefined && isUnchanged(file, stored.stamp)) return price;
      const { text, stamp } = read(node, argument);
      const part = anchor === undefined ? text : sectionText(text, anchor);
      if (part === undefined) return undefined;
      const made = { id, text: tokens(counter.count(part)), json: tokens(counter.count(JSON.stringify(part))) };
      const prices = stored !== undefined && isSame(stored.stamp, stamp) ? stored.prices : new Map<string, Price>();
      if (prices.size > 200) prices.clear();
      known.set(file, { stamp, prices: prices.set(key, made) });
      return made;
    },
    anyChanged() {
      let changed = false;
      for (const [file, { stamp }] of known.entries()) {
        if (isUnchanged(file, stamp)) continue;
        known.delete(file);
        changed = true;
      }
      return changed;
    },
  };
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.modified === b.modified && a.changed === b.changed && a.inode === b.inode;
}

/** Where a node's text is, by the path it was found by. */
function fileOf({ skill, resource }: SkillNode): string {
  return resource === undefined ? skill.filePath : join(skill.baseDir, resource.path);
}

function readSkill({ skill }: SkillNode, argument: string | undefined, cleared: ClearedFiles): NodeText {
  const { skill: read, stamp } = readBody(skill, cleared);
  const { body = "", baseDir, arguments: declared, argumentHint } = read;
  const declaresArguments = declared.length > 0 || argumentHint !== undefined;
  return {
    text: argument === undefined ? body : expandBody(body, { baseDir, args: argument, declaresArguments }),
    stamp,
  };
}

const STRICT = new TextDecoder("utf-8", { fatal: true });

function readResource({ skill }: SkillNode, path: string, cleared: ClearedFiles): NodeText {
  const { bytes, stamp } = readSkillFile(skill, path, { maxBytes: MAX_TEXT_BYTES, onEvent: () => undefined, cleared });
  try {
    if (bytes.includes(0)) throw new TypeError("NUL");
    return { text: STRICT.decode(bytes), stamp };
  } catch (cause) {
    throw new PdError("content-unreadable", "The file is no text", {
      cause,
      fix: "Use it by its path: the skill's folder is in its instructions.",
    });
  }
}

/** The text before the first heading has no heading to be named by. */
const LEAD_ANCHOR = "^lead";

export function sectionsIn(text: string): readonly (SectionRange & { readonly id: string })[] {
  return outline(text).map((section) => ({ ...section, id: section.depth === 0 ? LEAD_ANCHOR : section.anchor }));
}

export function sectionText(text: string, anchor: string): string | undefined {
  const section = sectionsIn(text).find(({ id }) => id === anchor);
  return section === undefined ? undefined : text.slice(section.start, section.end);
}
