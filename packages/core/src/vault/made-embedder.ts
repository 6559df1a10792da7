import { EmbedderError } from "../embedders/embedder-error.js";
import type { LoadedConfig } from "../files/config/load-config.js";
import { escapeControls } from "../text/escape-controls.js";
import type { MountsOptions } from "./mounts-from.js";
import type { VaultOptions } from "./open-vault.js";

type Embedding = Pick<VaultOptions, "embedder" | "asksEmbedder" | "embedderPace">;

/** What a configuration says of an embedder, for each of its vaults. By now it may say so: one that was only found has lost this part (R6.4a). */
export async function embedderOf(
  config: LoadedConfig | undefined,
  { look = false }: MountsOptions,
): Promise<Embedding> {
  const named = config?.config.embedder;
  if (config === undefined || named === undefined) return {};
  // Whoever only looks opens no connection either.
  const asksEmbedder = !look;
  if ("embed" in named) return { embedder: named, asksEmbedder };
  const { openAiEmbedder } = await import("../embedders/openai-embedder.js");
  const { url, model, key, dimension, requestsPerMinute } = named;
  return {
    embedder: openAiEmbedder({
      url,
      model,
      dimension,
      ...(key === undefined ? {} : { key: () => keyIn(key.env, config.file) }),
    }),
    asksEmbedder,
    ...(requestsPerMinute === undefined ? {} : { embedderPace: { requestsPerMinute } }),
  };
}

/** Asked for with each request, so that a missing one costs vectors, and not the vault. */
function keyIn(name: string, file: string): string {
  const key = process.env[name];
  if (key) return key;
  throw new EmbedderError(
    `The environment variable ${name} is not set: the embedder of ${escapeControls(file)} has no key`,
    {
      status: 401,
      fix: `Set ${name}, or leave out embedder.key.`,
    },
  );
}
