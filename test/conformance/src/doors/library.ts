import { join } from "node:path";
import { createToolkit, isPdError } from "@pd/core";
import { mountsFrom } from "@pd/core/vault";
import type { MadePlace } from "../places/place.js";
import { type Door, overTheWire } from "./door.js";

/** No door at all: what all others are compared with. */
export async function openLibrary({ folder, scratch, config, keepsSnapshot }: MadePlace): Promise<Door> {
  const served = await mountsFrom({
    ...(config === undefined ? { folders: [folder], config: false } : { config }),
    workingFolder: folder,
    cache: keepsSnapshot ? join(scratch, "cache") : false,
  });
  for (const vault of served.vaults) await vault.ready();
  const toolkit = createToolkit(served.toolkit);
  return {
    name: "library",
    client: () => async (call, input) => {
      try {
        return { answer: overTheWire(await toolkit.call(call as string, input)) };
      } catch (error) {
        if (!isPdError(error)) throw error;
        return { error: error.toJSON() };
      }
    },
    close: () => served.close(),
  };
}
