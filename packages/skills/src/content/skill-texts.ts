import { join } from "node:path";
import { PdError, type Price, type PriceRequest, priceOf, type TokenCounter, tokens } from "@pd/core";
import type { FileStamp } from "@pd/core/files";
import { createLineCounter, outline, type SectionRange } from "@pd/core/markdown";
import { LRUCache } from "lru-cache";
import { expandForModel } from "../invoke/expand-body.js";
import { isUnchanged, readBody } from "../invoke/read-body.js";
import { readSkillFile } from "../invoke/skill-files.js";
import type { SkillResources } from "../record/skill-metadata.js";
import type { ClearedFiles, SkillClearance } from "../trust/skill-clearance.js";
import { fileList } from "./skill-file-list.js";
import type { SkillNode } from "./skill-nodes.js";

/** A node's text, of which file. */
export interface NodeText {
  readonly text: string;
  readonly stamp: FileStamp;
  /** The line of its file that it begins at, counted from 1. */
  readonly firstLine: number;
}

/** The text of nodes and what it costs: read when it is asked for, and figures kept as long as the file stays as it is (R2.6). */
export interface SkillTexts {
  /** As it is written; with an argument, as a skill is invoked with it. */
  read(node: SkillNode, argument?: string): NodeText;
  /** The same as it is disclosed: a skill's text, and the files that it does not name. */
  whole(node: SkillNode, argument?: string): NodeText;
  price(request: PriceRequest, place: SkillPlaceInText, counter: TokenCounter): Price | undefined;
}

/** Texts for as long as there are skills, whoever reads. */
export interface KeptTexts extends SkillTexts {
  /** Whether a file that was read is no longer the same. Then all that was kept of it is gone. */
  anyChanged(): boolean;
  /** The same for one reading: a file that changes after its text was read or priced is refused as `content-changed` (R3.9). */
  forReading(): SkillTexts;
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

/** Figures of a file as it was when its stamp was taken, and of its skill's files as they were listed. */
interface KnownFile {
  readonly stamp: FileStamp;
  readonly resources: SkillResources | undefined;
  readonly prices: Map<string, Price>;
}

/** Texts of skills that `clearance` lets through; whoever wants to ask the host does so before. */
export function createSkillTexts(clearance: Pick<SkillClearance, "known">): KeptTexts {
  const held = new LRUCache<string, NodeText>({
    maxSize: HELD_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  const known = new LRUCache<string, KnownFile>({ max: KNOWN_FILES });

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
    if (known.get(file) === undefined)
      known.set(file, { stamp: made.stamp, resources: listedWith(node), prices: new Map() });
    return made;
  }

  function whole(node: SkillNode, argument?: string): NodeText {
    return withFiles(node, read(node, argument));
  }

  const price: SkillTexts["price"] = ({ id, argument }, { node, anchor }, counter) => {
    const file = fileOf(node);
    const key = `${counter.name}\0${argument === undefined ? "" : `=${argument}`}\0${id}`;
    const stored = known.get(file);
    const found = stored?.prices.get(key);
    const resources = listedWith(node);
    const isKnown = stored !== undefined && stored.resources === resources;
    if (found !== undefined && isKnown && isUnchanged(file, stored.stamp)) return found;
    const { text, stamp } = anchor === undefined ? whole(node, argument) : read(node, argument);
    const part = anchor === undefined ? text : sectionText(text, anchor);
    if (part === undefined) return undefined;
    const own = priceOf(part, counter, argument);
    // A tag is read in a list, and what follows it is `skill`, which says where the skill is: never less than that.
    const isTag = argument === undefined && anchor === undefined && node.resource === undefined;
    const made = { id, ...(isTag ? larger(own, priceOf(invoked(node, text), counter, "")) : own) };
    const prices = isKnown && isSame(stored.stamp, stamp) ? stored.prices : new Map<string, Price>();
    if (prices.size > 200) prices.clear();
    known.set(file, { stamp, resources, prices: prices.set(key, made) });
    return made;
  };

  return {
    read,
    whole,
    price,
    forReading() {
      const seen = new Map<string, FileStamp>();
      const check = (node: SkillNode, stamp: FileStamp | undefined) => {
        const file = fileOf(node);
        const before = seen.get(file) ?? stamp;
        if (before === undefined || stamp === undefined) return;
        if (!isSame(before, stamp))
          throw new PdError("content-changed", "The file has changed since it was first read");
        seen.set(file, stamp);
      };
      const checked = (node: SkillNode, argument?: string) => {
        const made = read(node, argument);
        check(node, made.stamp);
        return made;
      };
      return {
        read: checked,
        whole: (node, argument) => withFiles(node, checked(node, argument)),
        price(request, place, counter) {
          const made = price(request, place, counter);
          check(place.node, known.get(fileOf(place.node))?.stamp);
          return made;
        },
      };
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

/** A skill's whole text as `skill` gives it without arguments, from the text as it is written: the file is not read again. */
function invoked({ skill }: SkillNode, whole: string): string {
  return expandForModel(skill, whole, "");
}

type FormPrices = Pick<Price, "text" | "json">;

function larger(one: FormPrices, other: FormPrices): FormPrices {
  return { text: tokens(Math.max(one.text, other.text)), json: tokens(Math.max(one.json, other.json)) };
}

/** The files that a text can leave unnamed; a file has none. */
function listedWith({ skill, resource }: SkillNode): SkillResources | undefined {
  return resource === undefined ? skill.resources : undefined;
}

function withFiles(node: SkillNode, { text, ...rest }: NodeText): NodeText {
  const resources = listedWith(node);
  const list = resources === undefined ? "" : fileList(text, resources);
  return { text: list === "" ? text : `${text.trimEnd()}\n\n${list}\n`, ...rest };
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.modified === b.modified && a.changed === b.changed && a.inode === b.inode;
}

/** Where a node's text is, by the path it was found by. */
function fileOf({ skill, resource }: SkillNode): string {
  return resource === undefined ? skill.filePath : join(skill.baseDir, resource.path);
}

function readSkill({ skill }: SkillNode, argument: string | undefined, cleared: ClearedFiles): NodeText {
  const { skill: read, stamp, firstLine } = readBody(skill, cleared);
  const { body = "" } = read;
  return { text: argument === undefined ? body : expandForModel(read, body, argument), stamp, firstLine };
}

const STRICT = new TextDecoder("utf-8", { fatal: true });

function readResource({ skill }: SkillNode, path: string, cleared: ClearedFiles): NodeText {
  const { bytes, stamp } = readSkillFile(skill, path, { maxBytes: MAX_TEXT_BYTES, onEvent: () => undefined, cleared });
  try {
    if (bytes.includes(0)) throw new TypeError("NUL");
    return { text: STRICT.decode(bytes), stamp, firstLine: 1 };
  } catch (cause) {
    throw new PdError("content-unreadable", "The file is not text", {
      cause,
      fix: "Use it by its path: the skill's folder is in its instructions.",
    });
  }
}

/** The text before the first heading has no heading to be named by. */
const LEAD_ANCHOR = "^lead";

/** A section of a node's text, and the lines of the file that it reaches over (R1.10). */
export interface TextSection extends SectionRange {
  readonly id: string;
  readonly lines: readonly [first: number, last: number];
}

export function sectionsIn({ text, firstLine }: Pick<NodeText, "text" | "firstLine">): readonly TextSection[] {
  const lineAt = createLineCounter(text);
  return outline(text).map((section) => {
    const { start, end, depth, anchor } = section;
    // Blank lines behind it are not part of it.
    const last = Math.max(start, start + text.slice(start, end).trimEnd().length - 1);
    const before = firstLine - 1;
    return {
      ...section,
      id: depth === 0 ? LEAD_ANCHOR : anchor,
      lines: [before + lineAt(start), before + lineAt(last)] as const,
    };
  });
}

export function sectionText(text: string, anchor: string): string | undefined {
  const section = sectionsIn({ text, firstLine: 1 }).find(({ id }) => id === anchor);
  return section === undefined ? undefined : text.slice(section.start, section.end);
}
