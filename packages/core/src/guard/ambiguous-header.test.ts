import { expect, test } from "vitest";
import { ambiguousHeader } from "./ambiguous-header.js";

const head = (rawHeaders: readonly string[], coding?: string, httpVersion = "1.1") => ({
  rawHeaders,
  headers: coding === undefined ? {} : { "transfer-encoding": coding },
  httpVersion,
});

test.each([
  ["host", head(["Host", "a", "accept", "b", "hOST", "c"]), []],
  ["origin", head(["origin", "a", "origin", "a"]), []],
  ["mcp-name", head(["Mcp-Name", "a", "mcp-name", "b"]), ["mcp-name"]],
  [undefined, head(["Mcp-Name", "a", "mcp-name", "b", "accept", "c", "accept", "d"]), []],
  [undefined, head(["x-host", "a", "host", "b"]), ["x-host"]],
  ["transfer-encoding", head([], "gzip, chunked"), []],
  ["transfer-encoding", head([], "chunked", "1.0"), []],
  [undefined, head([], "Chunked"), []],
])("%s is what servers would read in different ways", (name, given, own) => {
  expect(ambiguousHeader(given, own)).toBe(name);
});
