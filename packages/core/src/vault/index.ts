export { openVault, type Vault, type VaultOptions } from "./open-vault.js";
