import { type Chunks, createChunks } from "../render/chunks.js";
import { createParameters, type Parameters } from "./parameters.js";
import type { SectionRegistry } from "./registry.js";

/** The sections of a prompt together with what was given to `bind`. */
export interface Binding {
  readonly registry: SectionRegistry;
  readonly parameters: Parameters;
  readonly chunks: Chunks;
}

export function createBinding(registry: SectionRegistry, given: object): Binding {
  const parameters = createParameters(given);
  return { registry, parameters, chunks: createChunks(registry, parameters) };
}
