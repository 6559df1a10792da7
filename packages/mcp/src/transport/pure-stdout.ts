import type { Writable } from "node:stream";

/** What messages are written to. */
export type Output = Pick<Writable, "write" | "on" | "once" | "off">;

/**
 * Takes stdout for the protocol alone: whatever else writes there from now on, a stray `console.log` in a tool or a warning of a library, comes
 * out on stderr. Gives back the only way through.
 */
export function takeStdout({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr"> = process): Output {
  const write = stdout.write.bind(stdout);
  stdout.write = ((...given: Parameters<typeof stderr.write>) => stderr.write(...given)) as typeof stdout.write;
  // A client that has gone is no crash.
  stdout.on("error", () => undefined);
  stderr.on("error", () => undefined);
  // Not a stream of its own: each message would go through two.
  return { write, on: bound("on"), once: bound("once"), off: bound("off") };

  function bound<Name extends "on" | "once" | "off">(name: Name): Output[Name] {
    return stdout[name].bind(stdout) as Output[Name];
  }
}
