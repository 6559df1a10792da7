import type { PdEvent } from "../model/event.js";

interface OfVault {
  readonly at: number;
  readonly graphId: string;
}

interface VectorsMade {
  readonly made: number;
  readonly all: number;
}

declare module "../model/event.js" {
  interface PdEvents {
    "vault-loaded": OfVault & {
      readonly nodes: number;
      readonly from: "files" | "snapshot";
      /** Of a snapshot: how many notes were read anew all the same, because their files are new or have changed. */
      readonly reread?: number;
      readonly milliseconds: number;
    };
    "vault-indexed": OfVault & { readonly milliseconds: number };
    "vault-changed": OfVault & { readonly added: number; readonly changed: number; readonly removed: number };
    "vault-failed": OfVault & { readonly message: string; readonly cause?: unknown };
    "snapshot-rejected": OfVault & { readonly reason: string };
    "watch-degraded": OfVault & { readonly reason: string; readonly pollMilliseconds: number };
    /** Vectors that an embedder has made, of all that the vault's texts need. */
    "vectors-progress": OfVault & VectorsMade;
    "vectors-made": OfVault & VectorsMade & { readonly milliseconds: number };
    /** What was made until then is kept; words decide alone where there is no vector. */
    "vectors-failed": OfVault & VectorsMade & { readonly message: string; readonly cause?: unknown };
    /** The kept vectors could not be used: they are made anew. */
    "vectors-rejected": OfVault & { readonly reason: string };
  }
}

/** What a vault tells of. */
export type VaultEvent = Extract<
  PdEvent,
  OfVault & { readonly kind: `vault-${string}` | `vectors-${string}` | "snapshot-rejected" | "watch-degraded" }
>;
