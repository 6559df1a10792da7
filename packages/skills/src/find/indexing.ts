import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { isPdError } from "@pd/core";
import { readContainedSync } from "@pd/core/files";
import { createSegmentBuilder, indexOf, type SegmentBuilder } from "@pd/core/search";
import type { SkillNode } from "../content/skill-nodes.js";
import { readStart } from "../discover/read-head.js";
import { realFolderOf } from "../invoke/read-body.js";
import type { Skill } from "../record/skill-metadata.js";
import { CLEARED_UNASKED, type ClearedFiles, type SkillClearance } from "../trust/skill-clearance.js";
import type { IndexedText, SkillIndex } from "./kept-index.js";
import { TEXT_BYTES } from "./skill-scoring.js";
import { textUnits } from "./text-units.js";

export interface IndexingInput {
  readonly nodes: readonly SkillNode[];
  readonly version: string;
  readonly clearance: Pick<SkillClearance, "known">;
  /** An earlier index: what has not changed since is taken from it. */
  readonly before: SkillIndex | undefined;
}

/** What is made of texts that a host has to approve is not kept: the approval may be taken back. */
export type MadeIndex = SkillIndex & { readonly isKeepable: boolean };

const BODY_FIELD = 4;

/** An index of skills and files, in steps: the earlier one as it is where nothing has changed. */
export function* indexing({ nodes, version, clearance, before }: IndexingInput): Generator<void, MadeIndex> {
  const now = Date.now();
  const stamps = new Map<Skill, string | undefined>();
  let isSame = before?.version === version;
  let isKeepable = true;
  for (const { skill, resource } of nodes) {
    if (resource !== undefined) break;
    const isUnasked = clearanceOf(skill, clearance) === CLEARED_UNASKED;
    const stamp = isUnasked ? stampOf(skill.filePath, now) : undefined;
    stamps.set(skill, stamp);
    isKeepable &&= isUnasked;
    isSame &&= stamp !== undefined && before?.texts.get(skill.filePath)?.stamp === stamp;
    yield;
  }
  if (isSame && before !== undefined) return { ...before, isKeepable };
  const builder = createSegmentBuilder();
  const texts = new Map<string, IndexedText>();
  for (const node of nodes) {
    const { resource, skill } = node;
    // A file counts by its own path alone, as a heading would: by its full name it would answer whatever its skill answers, and before it.
    if (resource !== undefined) builder.add({ names: [], description: "", tags: [], headings: [resource.path] });
    else texts.set(skill.filePath, addSkill(builder, node, { clearance, before, stamp: stamps.get(skill) }));
    yield;
  }
  const segment = yield* builder.finishing();
  return { index: indexOf({ ...builder, finish: () => segment }), texts, version, isKeepable };
}

interface Adding extends Pick<IndexingInput, "clearance" | "before"> {
  readonly stamp: string | undefined;
}

function addSkill(
  builder: SegmentBuilder,
  { number, skill, summary }: SkillNode,
  { clearance, before, stamp }: Adding,
): IndexedText {
  const known = before?.texts.get(skill.filePath);
  const names = namesOf(summary.name, skill);
  const add = (units: number) =>
    builder.add({
      names,
      description: summary.description,
      tags: summary.tags,
      headings: Array.from({ length: units }, () => ""),
    });
  const copy = (from: SkillIndex, { number: earlier, digest }: IndexedText): IndexedText => {
    const { base } = from.index.parts;
    add(base.firstUnit[earlier + 1]! - base.firstUnit[earlier]!);
    builder.copyField(number, BODY_FIELD, base, earlier);
    return { number, digest, stamp };
  };
  if (before !== undefined && known !== undefined && stamp !== undefined && known.stamp === stamp)
    return copy(before, known);
  const text = startOf(skill, clearance) ?? encoder.encode(`${names.join("\n")}\n${summary.description}`);
  const digest = createHash("sha1").update(text).digest("base64");
  if (before !== undefined && known?.digest === digest) return copy(before, known);
  const units = textUnits(text);
  add(units.length / 2);
  builder.setFile(number, text, units);
  return { number, digest, stamp };
}

/** A change within this time of another may leave the times of a file as they are. */
const UNCERTAIN_MILLISECONDS = 100;

/** What tells a changed file from the same one. None of a link, and none of a file that was changed a moment ago. */
function stampOf(file: string, now: number): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.ctimeMs > now - UNCERTAIN_MILLISECONDS) return undefined;
  return `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
}

/** A name in dashes is one word to nobody. */
function namesOf(shown: string, { name, originalName }: Skill): readonly string[] {
  return [shown, name.replaceAll("-", " "), ...(originalName === undefined ? [] : [originalName])];
}

const encoder = new TextEncoder();

function clearanceOf(skill: Skill, clearance: Pick<SkillClearance, "known">): ClearedFiles | undefined {
  try {
    return clearance.known(skill);
  } catch (error) {
    if (isPdError(error) || (error as { code?: unknown }).code !== undefined) return undefined;
    throw error;
  }
}

/** The beginning of a SKILL.md. What the host has not approved, and what cannot be read, is found by its metadata alone. */
function startOf(skill: Skill, clearance: Pick<SkillClearance, "known">): Uint8Array | undefined {
  const cleared = clearanceOf(skill, clearance);
  if (cleared === undefined) return undefined;
  try {
    const name = skill.filePath.slice(skill.baseDir.length + 1);
    if (cleared === CLEARED_UNASKED)
      return readStart(skill.filePath, { realFolder: () => realFolderOf(skill), bytes: TEXT_BYTES });
    const { bytes } = readContainedSync(realFolderOf(skill), name, { maxBytes: 2 * 2 ** 20, noDotNames: true });
    cleared(bytes);
    return bytes.subarray(0, TEXT_BYTES);
  } catch (error) {
    if (isPdError(error) || (error as { code?: unknown }).code !== undefined) return undefined;
    throw error;
  }
}
