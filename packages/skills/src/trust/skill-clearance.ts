import { PdError } from "@pd/core";
import { SkillApprovalError } from "../record/errors.js";
import type { OnSkillEvent } from "../record/skill-event.js";
import type { SkillMetadata } from "../record/skill-metadata.js";
import { bytesDigest, type SkillFingerprint } from "./trust.js";
import { type Approval, type ApprovalOptions, createSkillApprovals } from "./trust-approval.js";

/** Throws unless these bytes are among what was approved: a file may change between the question and the reading. */
export type ClearedFiles = (bytes: Uint8Array) => void;

/** Whether a skill's text and files may be read (R5.13). What discovery shows of it is not asked about. */
export interface SkillClearance {
  /** Asks the host, unless it has approved this content before or need not. A `SkillApprovalError` where it does not. */
  ask(skill: SkillMetadata): ClearedFiles | Promise<ClearedFiles>;
  /** The same for a host that answers at once; where it would have to be waited for, a `SkillApprovalError` says so. */
  askSync(skill: SkillMetadata): ClearedFiles;
  /** What is approved already. Nobody is asked. */
  known(skill: SkillMetadata): ClearedFiles;
}

/** Where nobody has to be asked: any bytes will do. */
export const CLEARED_UNASKED: ClearedFiles = () => undefined;

export function createClearance(options: ApprovalOptions | undefined, onEvent: OnSkillEvent): SkillClearance {
  if (options === undefined)
    return { ask: () => CLEARED_UNASKED, askSync: () => CLEARED_UNASKED, known: () => CLEARED_UNASKED };
  const approvals = createSkillApprovals(options);
  /** What was approved last, by folder. */
  const cleared = new Map<string, ClearedFiles>();

  function settled(skill: SkillMetadata, { approved, fingerprint }: Approval): ClearedFiles {
    if (fingerprint === undefined) return CLEARED_UNASKED;
    if (!approved) {
      cleared.delete(skill.baseDir);
      throw refused(skill, fingerprint.digest, "is not approved");
    }
    const files = filesOf(skill, fingerprint);
    cleared.set(skill.baseDir, files);
    return files;
  }

  function filesOf(skill: SkillMetadata, { digest, files }: SkillFingerprint): ClearedFiles {
    const digests = new Set(files.map((file) => file.digest));
    return (bytes) => {
      if (!digests.has(bytesDigest(bytes))) throw refused(skill, digest, "has changed since it was approved");
    };
  }

  function refused(skill: SkillMetadata, digest: string | undefined, why: string): SkillApprovalError {
    const error = new SkillApprovalError(skill.qualifiedName, why, digest);
    onEvent({ kind: "skill-unapproved", at: Date.now(), skill: skill.qualifiedName, digest, reason: error.message });
    return error;
  }

  return {
    ask: async (skill) => settled(skill, await approvals.check(skill)),
    askSync: (skill) => settled(skill, approvals.checkSync(skill)),
    known(skill) {
      if (!approvals.concerns(skill)) return CLEARED_UNASKED;
      const known = cleared.get(skill.baseDir);
      if (known !== undefined) return known;
      const approval = approvals.remembered(skill);
      if (approval?.approved === true) return settled(skill, approval);
      // Not told as an event: nobody has asked for its text, only for what it would cost.
      throw new SkillApprovalError(skill.qualifiedName, "is not approved", approval?.fingerprint?.digest);
    },
  };
}

/** From JavaScript anything can come in. */
export function approvalOptions(given: ApprovalOptions | undefined): ApprovalOptions | undefined {
  if (given === undefined || typeof given.approve === "function") return given;
  const fix = "approvals: { approve: (skill, digest) => ask(skill.qualifiedName, digest) }";
  throw new PdError("configuration-invalid", "approvals has no function approve", { where: "approvals", fix });
}
