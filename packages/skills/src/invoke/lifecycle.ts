import { createHash } from "node:crypto";
import { PdError, type Tokens, tokens } from "@pd/core";

/** A skill's content as it is to be delivered. */
export interface SkillDelivery {
  /** Tells this content from another: of the processed text, so that other arguments or a changed file are delivered anew. */
  readonly digest: string;
  readonly tokens: number;
}

/** `already-active`: this very content is in the conversation, so a word about that is all there is to deliver. */
export type Activation = "activated" | "already-active";

export interface ActiveSkill {
  readonly name: string;
  /** What of it stands in the conversation now; nothing after a compaction, until it is delivered again. */
  readonly inContext: Tokens;
  /** What was delivered of it in all, repeats included. */
  readonly delivered: Tokens;
}

/**
 * Which skills a session has in its conversation (R5.12). One object a session: nothing is shared.
 * It holds names, digests and figures, no text.
 */
export interface SkillLifecycle {
  activate(name: string, delivery: SkillDelivery): Activation;
  /** Whether it was active. What it cost stays counted. */
  unload(name: string): boolean;
  /** The conversation was summarised, and with it what skills had said: all that are active can be delivered again. */
  compacted(): void;
  /** Skills that were active before the last compaction and have not been delivered since. */
  awaiting(): readonly string[];
  /** In the order of first activation. */
  active(): readonly ActiveSkill[];
  isActive(name: string): boolean;
  /** In the conversation now, over all skills. */
  readonly inContext: Tokens;
  /** Delivered in all, repeats and unloaded skills included. */
  readonly delivered: Tokens;
  /** JSON for `restoreSkillLifecycle`. */
  serialise(): string;
}

/** Contents of one skill that are remembered. The oldest is forgotten first, and then merely delivered once more. */
const MAX_CONTENTS = 32;
/** More skills than any conversation can hold. */
const MAX_SKILLS = 2000;
const MAX_NAME = 400;
const MAX_SAVED_CHARACTERS = 16_000_000;
const VERSION = 1;

interface Entry {
  /** Digest → tokens of what stands in the conversation. */
  readonly contents: Map<string, number>;
  delivered: number;
}

interface State {
  readonly skills: Map<string, Entry>;
  /** Of skills that are unloaded. */
  past: number;
}

/** The digest of a processed content, for `activate`. */
export function contentDigest(content: string): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

export function createSkillLifecycle(): SkillLifecycle {
  return lifecycleOf({ skills: new Map(), past: 0 });
}

function lifecycleOf(state: State): SkillLifecycle {
  const { skills } = state;
  const sum = (of: (entry: Entry) => number) => [...skills.values()].reduce((total, entry) => total + of(entry), 0);
  return {
    activate(name, delivery) {
      const cost = tokens(delivery.tokens);
      const entry = skills.get(checkedName(name)) ?? { contents: new Map(), delivered: 0 };
      if (entry.contents.has(delivery.digest)) return "already-active";
      if (!skills.has(name) && skills.size >= MAX_SKILLS) throw tooMany();
      skills.set(name, entry);
      entry.contents.set(checkedDigest(delivery.digest), cost);
      entry.delivered += cost;
      forgetOldest(entry.contents);
      return "activated";
    },
    unload(name) {
      state.past += skills.get(name)?.delivered ?? 0;
      return skills.delete(name);
    },
    compacted() {
      for (const { contents } of skills.values()) contents.clear();
    },
    awaiting: () => [...skills].filter(([, { contents }]) => contents.size === 0).map(([name]) => name),
    active: () =>
      [...skills].map(([name, entry]) => ({
        name,
        inContext: tokens(costOf(entry)),
        delivered: tokens(entry.delivered),
      })),
    isActive: (name) => skills.has(name),
    get inContext() {
      return tokens(sum(costOf));
    },
    get delivered() {
      return tokens(state.past + sum(({ delivered }) => delivered));
    },
    serialise: () =>
      JSON.stringify({
        version: VERSION,
        past: state.past,
        skills: [...skills].map(([name, { contents, delivered }]) => ({ name, delivered, contents: [...contents] })),
      }),
  };
}

function costOf({ contents }: Entry): number {
  let cost = 0;
  for (const each of contents.values()) cost += each;
  return cost;
}

function forgetOldest(contents: Map<string, number>): void {
  for (const digest of contents.keys()) {
    if (contents.size <= MAX_CONTENTS) return;
    contents.delete(digest);
  }
}

function checkedName(name: string): string {
  if (typeof name === "string" && name !== "" && name.length <= MAX_NAME) return name;
  throw new PdError("input-invalid", `A skill's name has 1 to ${MAX_NAME} characters`, { where: "name" });
}

function checkedDigest(digest: string): string {
  if (/^sha256:[0-9a-f]{64}$/.test(digest)) return digest;
  const fix = 'Use contentDigest(content), which gives "sha256:" and 64 hexadecimal digits.';
  throw new PdError("input-invalid", "That is not the digest of a content", { where: "digest", fix });
}

function tooMany(): PdError {
  const fix = "Unload those that are done with.";
  return new PdError("input-invalid", `A session holds at most ${MAX_SKILLS} active skills`, { where: "name", fix });
}

/** A lifecycle as it was when it was serialised. What is not one, or from another version, is refused whole. */
export function restoreSkillLifecycle(saved: string): SkillLifecycle {
  const { version, past, skills } = parsed(saved);
  if (version !== VERSION || !Array.isArray(skills) || skills.length > MAX_SKILLS) throw notSaved();
  const state: State = { skills: new Map(), past: savedTokens(past) };
  for (const each of skills as readonly unknown[]) {
    const { name, delivered, contents } = fieldsOf(each);
    if (typeof name !== "string" || state.skills.has(checkedName(name))) throw notSaved();
    const entry: Entry = { contents: savedContents(contents), delivered: savedTokens(delivered) };
    if (costOf(entry) > entry.delivered) throw notSaved();
    state.skills.set(name, entry);
  }
  // Figures whose sum is no number of tokens any more are none of ours.
  savedTokens([...state.skills.values()].reduce((total, { delivered }) => total + delivered, state.past));
  return lifecycleOf(state);
}

function parsed(saved: string): Readonly<Record<string, unknown>> {
  if (typeof saved !== "string" || saved.length > MAX_SAVED_CHARACTERS) throw notSaved();
  try {
    return fieldsOf(JSON.parse(saved));
  } catch (cause) {
    throw notSaved(cause);
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw notSaved();
  return value as Readonly<Record<string, unknown>>;
}

function savedTokens(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw notSaved();
  return value as number;
}

function savedContents(value: unknown): Map<string, number> {
  if (!Array.isArray(value) || value.length > MAX_CONTENTS) throw notSaved();
  const contents = new Map<string, number>();
  for (const pair of value as readonly unknown[]) {
    if (!Array.isArray(pair) || typeof pair[0] !== "string" || contents.has(pair[0])) throw notSaved();
    contents.set(checkedDigest(pair[0]), savedTokens(pair[1]));
  }
  return contents;
}

function notSaved(cause?: unknown): PdError {
  const fix = "Hand over what serialise() gave, unchanged, or begin with createSkillLifecycle().";
  return new PdError("input-invalid", "That is not a saved lifecycle of skills", { where: "saved", fix, cause });
}
