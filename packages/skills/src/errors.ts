import { PdError, type PdErrorOptions } from "@pd/core";

/** An option that cannot be: a folder that does not exist, a size that is none. */
export class ConfigurationError extends PdError {
  override readonly name: string = "ConfigurationError";

  constructor(message: string, options: PdErrorOptions = {}) {
    super("configuration-invalid", message, options);
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
    super(refusal.code, `${refusal.message} (in the skill "${skill}")`, {
      cause: refusal,
      ...(fix === undefined ? {} : { fix }),
      ...(where === undefined ? {} : { where }),
    });
    this.skill = skill;
    this.path = path;
  }
}
