export { type MountsOptions, mountsFrom, type ServedMounts, type Setting } from "./mounts-from.js";
export { openVault, type Vault, type VaultOptions } from "./open-vault.js";
export type { Origin } from "./vault-places.js";
