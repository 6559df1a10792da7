// What a program needs to say what grep and reading would have cost in place of pd.
export type { Asked } from "./evidence.js";
export { fold } from "./fold.js";
export type { NoteFile } from "./grep.js";
export { type GrepCost, grepCosts } from "./measure-reading.js";
export { noteFiles, type VaultNote, vaultNotes } from "./vault-notes.js";
