import { Writable } from "node:stream";

/**
 * Takes stdout for the protocol alone: whatever else writes there from now on, a stray `console.log` in a tool or a warning of a library, comes
 * out on stderr. Gives back the only way through.
 */
export function takeStdout({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr"> = process): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = ((...given: Parameters<typeof stderr.write>) => stderr.write(...given)) as typeof stdout.write;
  const wire = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, encoding, done) {
      if (typeof chunk === "string") write(chunk, encoding, done);
      else write(chunk, done);
    },
  });
  // A client that has gone is no crash.
  stdout.on("error", (error) => wire.destroy(error));
  stderr.on("error", () => undefined);
  return wire;
}
