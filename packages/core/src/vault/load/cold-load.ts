import type { VaultState } from "../vault-state.js";
import { readBodies } from "./body-pass.js";
import type { Built } from "./build-state.js";
import type { Steps } from "./in-steps.js";
import { indexFields } from "./index-fields.js";

// What reads notes from their files. It is imported when there are some to read: a vault with a snapshot needs none of it.
export { readBodies, withFields } from "./body-pass.js";
export { buildState } from "./build-state.js";
export { indexFields } from "./index-fields.js";
export { parseNote } from "./parse-note.js";
export { rereadNote } from "./reread-note.js";

interface Indexing extends Pick<Built, "texts" | "kept"> {
  readonly onRead: (read: number, all: number) => void;
}

/** Everything that can be searched, at once: fields and bodies. */
export function* indexing(root: string, state: VaultState, { texts, kept, onRead }: Indexing): Steps<VaultState> {
  // Whoever opened the vault goes on first.
  yield new Promise((resolve) => setImmediate(resolve));
  const builder = yield* indexFields(state, texts);
  return yield* readBodies(root, state, builder, { kept, onRead });
}
