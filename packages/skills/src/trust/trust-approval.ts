import { mkdirSync, realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { checkVersion, isPdError, PdError } from "@pd/core";
import { readContainedSync, systemCodeOf, writeAtomicSync } from "@pd/core/files";
import type { SkillMetadata, SkillSource } from "../record/skill-metadata.js";
import { type FingerprintLimits, fingerprintSkill, type SkillFingerprint } from "./trust.js";

/** What an approval is about. */
export type ApprovableSkill = Pick<SkillMetadata, "qualifiedName" | "baseDir" | "source">;

/** Where approvals are remembered. By digest alone: the same bytes are the same skill, whatever folder they are in. */
export interface ApprovalStore {
  has(digest: string): boolean | Promise<boolean>;
  add(digest: string, skill: ApprovableSkill): void | Promise<void>;
}

export interface ApprovalOptions {
  /**
   * Asked once for each digest. Only `true` approves; a refusal is not remembered, so it is asked again when the skill is next
   * wanted. It gets the skill, the digest, and what was digested, to be shown to a person.
   */
  approve(skill: ApprovableSkill, digest: string, fingerprint: SkillFingerprint): boolean | Promise<boolean>;
  readonly store?: ApprovalStore | undefined;
  /** Which sources need an approval. Project skills by default: they come with a repository that somebody else may have written. */
  readonly sources?: readonly SkillSource[] | undefined;
  readonly limits?: FingerprintLimits | undefined;
}

export interface Approval {
  readonly approved: boolean;
  /** What was approved or refused. Compare what is read later with it: a file may change after it was approved. */
  readonly fingerprint: SkillFingerprint | undefined;
}

export interface SkillApprovals {
  check(skill: ApprovableSkill): Promise<Approval>;
  /** For a host and a store that answer at once: one that has to be waited for is a `configuration-invalid`. */
  checkSync(skill: ApprovableSkill): Approval;
  /** Whether its source needs an approval at all. */
  concerns(skill: ApprovableSkill): boolean;
  /** What the store says without asking anybody; nothing where it would have to be waited for. */
  remembered(skill: ApprovableSkill): Approval | undefined;
}

/** Lets a host approve skills once per content (R5.13). A skill that changed in any byte is another content, and asked about again. */
export function createSkillApprovals(options: ApprovalOptions): SkillApprovals {
  const { store = createApprovalMemory(), sources = ["project"] } = options;
  /** Questions that are open, so that ten calls at once ask a person once. */
  const asking = new Map<string, Promise<boolean>>();

  async function ask(skill: ApprovableSkill, fingerprint: SkillFingerprint): Promise<boolean> {
    const { digest } = fingerprint;
    if ((await store.has(digest)) === true) return true;
    if ((await options.approve(skill, digest, fingerprint)) !== true) return false;
    await store.add(digest, skill);
    return true;
  }

  const concerns = ({ source }: ApprovableSkill) => sources.includes(source);

  return {
    concerns,
    checkSync(skill) {
      if (!concerns(skill)) return FREE;
      const fingerprint = fingerprintSkill(skill.baseDir, options.limits);
      const { digest } = fingerprint;
      if (atOnce(store.has(digest)) === true) return { approved: true, fingerprint };
      const approved = atOnce(options.approve(skill, digest, fingerprint)) === true;
      if (approved) atOnce(store.add(digest, skill));
      return { approved, fingerprint };
    },
    remembered(skill) {
      if (!concerns(skill)) return FREE;
      const fingerprint = fingerprintSkill(skill.baseDir, options.limits);
      const approved = store.has(fingerprint.digest);
      return typeof approved === "boolean" ? { approved, fingerprint } : undefined;
    },
    async check(skill) {
      if (!concerns(skill)) return FREE;
      const fingerprint = fingerprintSkill(skill.baseDir, options.limits);
      const { digest } = fingerprint;
      const open = asking.get(digest) ?? ask(skill, fingerprint).finally(() => asking.delete(digest));
      asking.set(digest, open);
      return { approved: await open, fingerprint };
    },
  };
}

const FREE: Approval = { approved: true, fingerprint: undefined };

function atOnce<Answer>(answer: Answer | Promise<Answer>): Answer {
  if (!(answer instanceof Promise)) return answer;
  // Whatever becomes of it, nobody waits for it.
  answer.catch(() => undefined);
  const fix = "Use the asynchronous call, or approve the skill before: await manager.approveSkill(name).";
  throw new PdError("configuration-invalid", "The host's approval has to be waited for", { where: "approvals", fix });
}

/** Remembers for as long as the process runs. */
export function createApprovalMemory(): ApprovalStore {
  const digests = new Set<string>();
  return { has: (digest) => digests.has(digest), add: (digest) => void digests.add(digest) };
}

const VERSION = 1;
const MAX_BYTES = 8 * 1024 * 1024;

interface Remembered {
  readonly digest: string;
  readonly name: string;
  readonly approvedAt: string;
}

/**
 * Remembers in a file, written whole or not at all. Keep it with the user, never inside the project: a repository that brings
 * a skill could bring its approval too. A file that cannot be understood is an error: it is neither believed nor overwritten.
 */
export function createApprovalFile(path: string): ApprovalStore {
  return {
    has: (digest) => readApprovals(path).some((each) => each.digest === digest),
    add(digest, { qualifiedName }) {
      mkdirSync(dirname(path), { recursive: true });
      // Read again: another process may have added its own since.
      const others = readApprovals(path).filter((each) => each.digest !== digest);
      const approved = [...others, { digest, name: qualifiedName, approvedAt: new Date().toISOString() }];
      const text = `${JSON.stringify({ version: VERSION, approved }, undefined, 2)}\n`;
      writeAtomicSync(path, [new TextEncoder().encode(text)]);
    },
  };
}

function readApprovals(path: string): readonly Remembered[] {
  let text: string;
  try {
    const folder = realpathSync.native(dirname(path));
    text = new TextDecoder().decode(
      readContainedSync(folder, basename(path), { maxBytes: MAX_BYTES, listed: true }).bytes,
    );
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const saved = parsed(text, basename(path));
  if (saved === undefined) {
    // The cause has the path: this may reach a model.
    const cause = new Error(path);
    const fix = "Look at the file that the cause names; delete it to approve anew.";
    throw new PdError("content-invalid", "The file of approvals cannot be understood", {
      where: basename(path),
      fix,
      cause,
    });
  }
  return saved;
}

function isMissing(error: unknown): boolean {
  return systemCodeOf(isPdError(error) ? error.cause : error) === "ENOENT";
}

function parsed(text: string, where: string): readonly Remembered[] | undefined {
  const { version, approved } = (jsonIn(text) ?? {}) as { version?: unknown; approved?: unknown };
  checkVersion(version, { what: "The file of approvals", known: VERSION, where });
  return version === VERSION && Array.isArray(approved) && approved.every(isRemembered) ? approved : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== "object" || value === null) return false;
  const { digest, name, approvedAt } = value as Readonly<Record<string, unknown>>;
  return typeof digest === "string" && typeof name === "string" && typeof approvedAt === "string";
}
