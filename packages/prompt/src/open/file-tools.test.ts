import { createMemoryFilesystem, createToolkit, isPdError } from "@pd/core";
import { expect, test } from "vitest";
import { fileTools } from "./file-tools.js";

const lines = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}\n`).join("");
const filesystem = createMemoryFilesystem({
  files: [
    { path: "context/docs.md", text: "one\ntwo\nthree\n" },
    { path: "long.txt", text: lines },
  ],
});
// Through a toolkit, so that they are seen to fit core's contracts.
const toolkit = createToolkit({ mounts: [{ tools: fileTools(filesystem) }] });

test("read_file gives a file, or a range of its lines", async () => {
  expect(await toolkit.call("read_file", { path: "context/docs.md" })).toEqual({
    text: "one\ntwo\nthree\n",
    from: 1,
    to: 3,
    lines: 3,
  });
  expect(await toolkit.call("read_file", { path: "context/docs.md", from: 2, to: 2 })).toMatchObject({ text: "two\n" });
});

test("a long file comes in parts, and says where it goes on", async () => {
  expect(await toolkit.call("read_file", { path: "long.txt" })).toMatchObject({ from: 1, to: 2000, lines: 5000 });
  expect(await toolkit.call("read_file", { path: "long.txt", from: 4001 })).toMatchObject({ from: 4001, to: 5000 });
  expect(await toolkit.call("read_file", { path: "long.txt", from: 10, to: 4000 })).toMatchObject({
    from: 10,
    to: 2009,
  });
});

test("long lines too: as many as fit, and of one that does not its beginning, never half a character", async () => {
  const wide = createMemoryFilesystem({
    files: [
      { path: "wide.txt", text: `${"x".repeat(60_000)}\n`.repeat(3) },
      { path: "one.txt", text: `a${"🙂".repeat(60_000)}` },
    ],
  });
  const kit = createToolkit({ mounts: [{ tools: fileTools(wide) }] });
  const first = (await kit.call("read_file", { path: "wide.txt" })) as { text: string; to: number };
  expect([first.text.length, first.to]).toEqual([60_001, 1]);
  expect(await kit.call("read_file", { path: "wide.txt", from: 2 })).toMatchObject({ from: 2, to: 2, lines: 3 });
  const one = (await kit.call("read_file", { path: "one.txt" })) as { text: string; cut: boolean };
  expect(one).toMatchObject({ from: 1, to: 1, lines: 1, cut: true });
  expect(one.text.length).toBe(99_999);
});

test("a long list says how many more there are", async () => {
  const files = Array.from({ length: 600 }, (_, at) => ({ path: `f${at}`, text: "" }));
  const kit = createToolkit({ mounts: [{ tools: fileTools(createMemoryFilesystem({ files })) }] });
  const listed = (await kit.call("list_files", {})) as { files: unknown[]; more: number };
  expect([listed.files.length, listed.more]).toEqual([500, 100]);
});

test("list_files lists, below a folder or all", async () => {
  expect(await toolkit.call("list_files", {})).toEqual({
    files: [
      { path: "context/docs.md", bytes: 14 },
      { path: "long.txt", bytes: lines.length },
    ],
  });
  expect(await toolkit.call("list_files", { folder: "context" })).toMatchObject({
    files: [{ path: "context/docs.md" }],
  });
});

test.each([
  [{ path: "../etc/passwd" }, "path-escapes-root"],
  [{ path: "nope.md" }, "content-unreadable"],
  [{ path: "long.txt", from: 0 }, "input-invalid"],
  [{ path: "long.txt", from: 1.5 }, "input-invalid"],
  [{}, "input-invalid"],
])("read_file %j is refused: %s", async (input, code) => {
  const thrown = await toolkit.call("read_file", input).catch((error: unknown) => error);
  expect(isPdError(thrown) && thrown.code).toBe(code);
});

test("both are announced as read-only, with schemas", () => {
  const described = toolkit.tools.filter(({ kind }) => kind === "tool");
  expect(described.map(({ name, readOnly }) => [name, readOnly])).toEqual([
    ["read_file", true],
    ["list_files", true],
  ]);
  expect(described[0]?.inputSchema).toMatchObject({ required: ["path"], additionalProperties: false });
});
