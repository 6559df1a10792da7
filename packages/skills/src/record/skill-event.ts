import type { PdErrorCode } from "@pd/core";
import type { SkillDiagnostic } from "./skill-metadata.js";

/** All that skills tell of themselves. Events carry names, paths and figures, never a body. Times are milliseconds since 1970. */
export type SkillEvent =
  | {
      readonly kind: "skills-discovered";
      readonly at: number;
      readonly skills: number;
      readonly diagnostics: number;
      readonly milliseconds: number;
    }
  | { readonly kind: "skill-diagnosed"; readonly at: number; readonly diagnostic: SkillDiagnostic }
  | {
      readonly kind: "skill-collision";
      readonly at: number;
      readonly name: string;
      /** The file that has the name, and the one that is reached by `qualifiedName` instead. */
      readonly winner: string;
      readonly loser: string;
      readonly qualifiedName: string;
    }
  | {
      readonly kind: "skill-invoked";
      readonly at: number;
      readonly skill: string;
      readonly cached: boolean;
      readonly characters: number;
      readonly tokens: number;
    }
  | {
      /** A file that was asked for and not handed out (SC-006). */
      readonly kind: "path-refused";
      readonly at: number;
      readonly skill: string;
      readonly path: string;
      readonly code: PdErrorCode;
      readonly reason: string;
    }
  | {
      /** A skill that was asked for and not read, since the host has not approved it. */
      readonly kind: "skill-unapproved";
      readonly at: number;
      readonly skill: string;
      readonly digest: string | undefined;
      readonly reason: string;
    }
  | {
      readonly kind: "skills-changed";
      readonly at: number;
      readonly added: readonly string[];
      readonly changed: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly kind: "watch-failed"; readonly at: number; readonly folder: string; readonly reason: string };

export type OnSkillEvent = (event: SkillEvent) => void;
