import type { ServerCapabilities } from "@modelcontextprotocol/server";
import type { Parts } from "./parts.js";

/** The tool list never changes, and that is said: left out, the SDK would promise changes. */
const CAPABILITIES: ServerCapabilities = {
  tools: { listChanged: false },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
};

/** Without a connection that lasts, nothing could ever be told: then it is not promised either. */
const CAPABILITIES_UNTOLD: ServerCapabilities = { ...CAPABILITIES, resources: {}, prompts: {} };

const SKILLS: ServerCapabilities = { extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } } };

/** What a server says that it can do. `isTold`: whether its client can be told of changes. */
export function capabilitiesOf({ skills }: Pick<Parts, "skills">, { isTold }: { isTold: boolean }): ServerCapabilities {
  const capabilities = isTold ? CAPABILITIES : CAPABILITIES_UNTOLD;
  return skills === undefined ? capabilities : { ...capabilities, ...SKILLS };
}
