import { errorKind, PdError, type PdErrorOptions } from "@pd/core";
import { SKILL_ERRORS } from "./skill-errors.js";

/** An option that cannot be: a folder that does not exist, a size that is none. */
export class ConfigurationError extends PdError {
  override readonly name: string = "ConfigurationError";

  constructor(message: string, options: PdErrorOptions = {}) {
    super("configuration-invalid", message, options);
  }
}

/** A skill whose text and files may not be read, since the host has not approved what they are now (R5.13). */
export class SkillApprovalError extends PdError {
  override readonly name: string = "SkillApprovalError";
  readonly skill: string;
  /** What there is to approve. */
  readonly digest: string | undefined;

  constructor(skill: string, why: string, digest: string | undefined) {
    const fix = "Approve the skill, and ask again.";
    super(SKILL_ERRORS["skill-unapproved"], `The skill "${skill}" ${why}`, { where: "approvals", fix });
    this.skill = skill;
    this.digest = digest;
  }
}

/** A file that a skill does not hand out. `code` tells why: `path-escapes-root`, `file-too-large`, `content-unreadable`. */
export class PathSecurityError extends PdError {
  override readonly name: string = "PathSecurityError";
  /** The skill and the path that was asked for. */
  readonly skill: string;
  readonly path: string;

  constructor(refusal: PdError, { skill, path }: { readonly skill: string; readonly path: string }) {
    const { fix, where } = refusal;
    super(errorKind(refusal), `${refusal.message} (in the skill "${skill}")`, {
      cause: refusal,
      ...(fix === undefined ? {} : { fix }),
      ...(where === undefined ? {} : { where }),
    });
    this.skill = skill;
    this.path = path;
  }
}
