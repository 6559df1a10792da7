import { closeSync } from "node:fs";

/** Closes what was only read or looked at. Its bytes are here already: a system that complains now says nothing about them. */
export function closeRead(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // The descriptor is free all the same.
  }
}
