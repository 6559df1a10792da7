export type { DialectChoice, DialectChoices } from "./dialects/find-site.js";
export { type FolderLook, lookAtFolder, type SiteLook } from "./look-at-folder.js";
export { foldersFrom, type MountsOptions, mountsFrom, type ServedFolders, type ServedMounts } from "./mounts-from.js";
export { notePaths } from "./note-paths.js";
export { openVault, type Vault, type VaultOptions } from "./open-vault.js";
export type { Origin } from "./read/vault-places.js";
export type { Setting } from "./settings.js";
export { type FolderNote, type FolderNotes, folderNotes } from "./stored/folder-notes.js";
export type { ReadFiles } from "./stored/stored-reading.js";
export {
  emptyStoredVersion,
  type FileChanges,
  type NoteConventions,
  type StoredVaultOptions,
  type StoredVersion,
  storedVersionFromBytes,
} from "./stored/stored-version.js";
export type { VaultEvent } from "./vault-event.js";
