import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterwards } from "pd-tooling/afterwards";
import type { JsonAnswer } from "../../model/answer.js";
import type { PdEvent } from "../../model/event.js";
import { createToolkit } from "../../toolkit/toolkit.js";
import { openVault, type Vault, type VaultOptions } from "../open-vault.js";

/** A folder that a test makes, and its own cache beside it. Both are gone when the test is over. */
export interface TemporaryVault {
  readonly root: string;
  readonly cache: string;
  /** What its vaults have said, in order. */
  readonly events: readonly PdEvent[];
  path(name: string): string;
  write(name: string, content: string | Uint8Array): void;
  open(options?: VaultOptions): Promise<OpenedVault>;
}

export interface OpenedVault {
  readonly vault: Vault;
  call<Data = unknown>(operation: string, input?: object): Promise<JsonAnswer<Data>>;
}

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pd-")));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function temporaryVault(files: Readonly<Record<string, string | Uint8Array>> = {}): TemporaryVault {
  const folder = temporaryFolder();
  const root = join(folder, "notes");
  const cache = join(folder, "cache");
  mkdirSync(root);
  const events: PdEvent[] = [];
  const path = (name: string) => join(root, name);
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), content);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  return {
    root,
    cache,
    events,
    path,
    write,
    async open(options = {}) {
      const vault = await openVault(root, { cache, onEvent: (event) => events.push(event), ...options });
      afterwards(() => vault.close());
      return { vault, call: callerOf(vault) };
    },
  };
}

export function callerOf(...vaults: readonly Vault[]): OpenedVault["call"] {
  const toolkit = createToolkit({ mounts: vaults.map((content) => ({ content })) });
  return async <Data>(operation: string, input: object = {}) =>
    (await toolkit.call(operation, input)) as unknown as JsonAnswer<Data>;
}
