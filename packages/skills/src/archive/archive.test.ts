import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { isPdError } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../testing/any-text.js";
import { scratchFolder } from "../testing/temporary-skill.js";
import { readSkillArchive } from "./archive.js";
import { extractSkillArchive } from "./archive-extract.js";
import { SKILL_ENTRY, type WrittenArchive, type WrittenEntry, zip } from "./archive-writer.js";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const archiveOf = (...entries: readonly WrittenEntry[]) => zip([SKILL_ENTRY, ...entries]);
const outcome = (bytes: Uint8Array) =>
  readSkillArchive(bytes).then(
    () => "read",
    (error: unknown) => (isPdError(error) ? error.code : `not a PdError: ${String(error)}`),
  );

// A folder "pdf" with a SKILL.md and an executable script, as zip programs pack it.
const BY_INFO_ZIP = [
  "UEsDBAoAAAAAAAAAIVwAAAAAAAAAAAAAAAAEAAAAcGRmL1BLAwQKAAAAAAAAACFcbLVnqCwAAAAsAAAADAAAAHBkZi9TS0lMTC5tZC0t",
  "LQpuYW1lOiBwZGYKZGVzY3JpcHRpb246IEZpbGxzIGZvcm1zLgotLS0KUEsDBAoAAAAAAAAAIVwAAAAAAAAAAAAAAAAMAAAAcGRmL3Nj",
  "cmlwdHMvUEsDBBQAAAAIAAAAIVzVq8KvDgAAACQAAAAQAAAAcGRmL3NjcmlwdHMvYS5weSsoyswr0TDU5CrAzQAAUEsBAh4DCgAAAAAA",
  "AAAhXAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAQAO1BAAAAAHBkZi9QSwECHgMKAAAAAAAAACFcbLVnqCwAAAAsAAAADAAAAAAAAAABAAAA",
  "pIEiAAAAcGRmL1NLSUxMLm1kUEsBAh4DCgAAAAAAAAAhXAAAAAAAAAAAAAAAAAwAAAAAAAAAAAAQAO1BeAAAAHBkZi9zY3JpcHRzL1BL",
  "AQIeAxQAAAAIAAAAIVzVq8KvDgAAACQAAAAQAAAAAAAAAAEAAADtgaIAAABwZGYvc2NyaXB0cy9hLnB5UEsFBgAAAAAEAAQA5AAAAN4A",
  "AAAAAA==",
].join("");
const BY_INFO_ZIP_STREAMING = [
  "UEsDBAoAAAAAAAAAIVwAAAAAAAAAAAAAAAAEAAAAcGRmL1BLAwQUAAgACAAAACFcAAAAAAAAAAAsAAAADAAAAHBkZi9TS0lMTC5tZNPV",
  "1eXKS8xNtVIoSEnjSkktTi7KLCjJzM+zUnDLzMkpVkjLL8ot1uPSBaoDAFBLBwhstWeoLQAAACwAAABQSwMECgAAAAAAAAAhXAAAAAAA",
  "AAAAAAAAAAwAAABwZGYvc2NyaXB0cy9QSwMEFAAIAAgAAAAhXAAAAAAAAAAAJAAAABAAAABwZGYvc2NyaXB0cy9hLnB5KyjKzCvRMNTk",
  "KsDNAABQSwcI1avCrw4AAAAkAAAAUEsBAh4DCgAAAAAAAAAhXAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAQAO1BAAAAAHBkZi9QSwECHgMU",
  "AAgACAAAACFcbLVnqC0AAAAsAAAADAAAAAAAAAABAAAApIEiAAAAcGRmL1NLSUxMLm1kUEsBAh4DCgAAAAAAAAAhXAAAAAAAAAAAAAAA",
  "AAwAAAAAAAAAAAAQAO1BiQAAAHBkZi9zY3JpcHRzL1BLAQIeAxQACAAIAAAAIVzVq8KvDgAAACQAAAAQAAAAAAAAAAEAAADtgbMAAABw",
  "ZGYvc2NyaXB0cy9hLnB5UEsFBgAAAAAEAAQA5AAAAP8AAAAAAA==",
].join("");
const BY_PYTHON = [
  "UEsDBBQAAAAAAAAAIVwAAAAAAAAAAAAAAAAEAAAAcGRmL1BLAwQUAAAAAAAAACFcAAAAAAAAAAAAAAAADAAAAHBkZi9zY3JpcHRzL1BL",
  "AwQUAAAACAAAACFcbLVnqC0AAAAsAAAADAAAAHBkZi9TS0lMTC5tZNPV1eXKS8xNtVIoSEnjSkktTi7KLCjJzM+zUnDLzMkpVkjLL8ot",
  "1uPSBaoDAFBLAwQUAAAACAAAACFc1avCrw4AAAAkAAAAEAAAAHBkZi9zY3JpcHRzL2EucHkrKMrMK9Ew1OQqwM0AAFBLAQIUAxQAAAAA",
  "AAAAIVwAAAAAAAAAAAAAAAAEAAAAAAAAAAAAEADtQQAAAABwZGYvUEsBAhQDFAAAAAAAAAAhXAAAAAAAAAAAAAAAAAwAAAAAAAAAAAAQ",
  "AO1BIgAAAHBkZi9zY3JpcHRzL1BLAQIUAxQAAAAIAAAAIVxstWeoLQAAACwAAAAMAAAAAAAAAAAAAACkgUwAAABwZGYvU0tJTEwubWRQ",
  "SwECFAMUAAAACAAAACFc1avCrw4AAAAkAAAAEAAAAAAAAAAAAAAA7YGjAAAAcGRmL3NjcmlwdHMvYS5weVBLBQYAAAAABAAEAOQAAADf",
  "AAAAAAA=",
].join("");

describe("R5.13 a .skill archive", () => {
  test("is read, with SKILL.md at its top", async () => {
    const { folder, files } = await readSkillArchive(
      archiveOf(
        { name: "scripts/", mode: 0o040755, method: 0 },
        { name: "scripts/run.py", content: "print(1)", mode: 0o100755 },
        { name: "a.txt", content: "stored", method: 0, mode: 0 },
        { name: "empty.txt" },
        { name: "日本.md", content: "語", flags: 1 << 11 },
      ),
    );
    expect(folder).toBeUndefined();
    expect(files.map(({ path, bytes, executable }) => [path, text(bytes), executable])).toEqual([
      ["SKILL.md", SKILL_ENTRY.content, false],
      ["a.txt", "stored", false],
      ["empty.txt", "", false],
      ["scripts/run.py", "print(1)", true],
      ["日本.md", "語", false],
    ]);
  });

  test("or with the one folder that holds everything; what macOS adds is passed over", async () => {
    const { folder, files } = await readSkillArchive(
      zip([
        { name: "pdf/", mode: 0o040755 },
        { name: "pdf/skill.md", content: "x" },
        { name: "pdf/a/b.txt", content: "y" },
        { name: "__MACOSX/pdf/._skill.md", content: "z" },
      ]),
    );
    expect(folder).toBe("pdf");
    expect(files.map(({ path }) => path)).toEqual(["a/b.txt", "skill.md"]);
  });

  test.each(["signed", "bare"] as const)("a %s data descriptor is understood", async (descriptor) => {
    const { files } = await readSkillArchive(
      archiveOf({ name: "a.txt", content: "after", descriptor }, { name: "b.txt", content: "next" }),
    );
    expect(files.map(({ bytes }) => text(bytes))).toEqual([SKILL_ENTRY.content, "after", "next"]);
  });

  test.each([
    ["Info-ZIP", BY_INFO_ZIP],
    ["Info-ZIP into a pipe", BY_INFO_ZIP_STREAMING],
    ["Python", BY_PYTHON],
  ])("made by %s is read, from a path or through a link to it", async (_, base64) => {
    const out = scratchFolder();
    writeFileSync(join(out, "pdf.zip"), Buffer.from(base64, "base64"));
    symlinkSync("pdf.zip", join(out, "pdf.skill"));
    const archive = await readSkillArchive(join(out, "pdf.skill"));
    expect(archive.folder).toBe("pdf");
    expect(archive.files.map(({ path, bytes, executable }) => [path, text(bytes).length, executable])).toEqual([
      ["SKILL.md", 44, false],
      ["scripts/a.py", 36, true],
    ]);
  });

  test("one that is not there is a typed error", async () => {
    await expect(readSkillArchive(join(scratchFolder(), "no.skill"))).rejects.toMatchObject({
      code: "content-unreadable",
    });
  });
});

describe("R5.9 names in an archive", () => {
  test.each([
    "../evil.txt",
    "a/../../evil.txt",
    "/etc/passwd",
    "a\\b.txt",
    "..\\evil.txt",
    "C:/evil.txt",
    "C:evil.txt",
    "a.txt:stream",
    "a\0.txt",
    "a\n.txt",
    "",
    ".",
    "a//b.txt",
    "./a.txt",
    "a/./b.txt",
    "a.",
    "a ",
    "dir./x",
    "NUL",
    "aux.txt",
    "sub/com1.log",
    "a/b/c/d/e/f/g.txt",
    "x".repeat(5000),
  ])("%j is refused", async (name) => {
    expect(await outcome(archiveOf({ name, content: "x" }))).toBe("path-escapes-root");
    expect(await outcome(archiveOf({ name: `${name}/`, mode: 0o040755, method: 0 }))).not.toMatch(/^not a/);
  });

  test.each([
    ["the same twice", ["a.txt", "a.txt"]],
    ["a folder twice", ["a/", "a/"]],
    ["case alone", ["a.txt", "A.TXT"]],
    ["the case of a folder", ["Sub/a.txt", "sub/b.txt"]],
    ["SKILL.md in another case", ["skill.md"]],
    ["one accent, written in two ways", ["\u00e9.txt", "e\u0301.txt"]],
    ["ß and SS", ["ß.txt", "ss.txt"]],
    ["a file where a folder is needed", ["a", "a/b.txt"]],
    ["a folder where a file is", ["a/b.txt", "a"]],
    ["a folder and a file", ["a/", "a"]],
  ])("two that differ by %s are refused", async (_, names) => {
    const entries = names.map((name) => ({ name, mode: name.endsWith("/") ? 0o040755 : 0o100644 }));
    expect(await outcome(archiveOf(...entries))).toBe("path-escapes-root");
  });

  test("a folder may be listed before, after or not at all", async () => {
    for (const names of [["a/", "a/b.txt"], ["a/b.txt", "a/"], ["a/b.txt"]]) {
      const entries = names.map((name) => ({ name, mode: name.endsWith("/") ? 0o040755 : 0o100644 }));
      expect(await outcome(archiveOf(...entries))).toBe("read");
    }
  });

  test.each([
    ["a link", 0o120777],
    ["a device", 0o060666],
    ["a pipe", 0o010644],
    ["a socket", 0o140755],
    ["a folder without a slash", 0o040755],
  ])("%s is refused", async (_, mode) => {
    expect(await outcome(archiveOf({ name: "x", content: "../../etc/passwd", mode }))).toBe("path-escapes-root");
  });

  test("a second name in an extra field is refused, the same name is not", async () => {
    const extra = (name: string) => {
      const value = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from(name)]);
      return Buffer.concat([Buffer.from([0x75, 0x70, value.length, 0]), value]);
    };
    expect(await outcome(archiveOf({ name: "a.txt", extra: extra("../b.txt") }))).toBe("path-escapes-root");
    expect(await outcome(archiveOf({ name: "a.txt", extra: extra("a.txt") }))).toBe("read");
  });
});

describe("R7.3 an archive that is hostile or damaged", () => {
  const garbage = Buffer.from("garbage!");
  const other = zip([{ name: "SKILL.md", content: "another" }]);
  const cases: [string, string, readonly WrittenEntry[], WrittenArchive][] = [
    ["bytes before it", "content-invalid", [], { before: garbage }],
    ["bytes between files and directory", "content-invalid", [], { between: garbage }],
    ["bytes behind it", "content-invalid", [], { after: garbage }],
    ["two ends", "content-invalid", [], { comment: other }],
    ["a part of several", "content-invalid", [], { disk: 1 }],
    ["fewer entries than it counts", "content-invalid", [], { count: 2 }],
    ["more entries than it counts", "content-invalid", [{ name: "a" }], { count: 1 }],
    ["65,535 entries", "content-invalid", [], { count: 0xffff }],
    ["a directory elsewhere", "content-invalid", [], { directoryOffset: 3 }],
    ["a directory beyond its end", "content-invalid", [], { directoryOffset: 0xfffffff0 }],
    ["a directory in zip64", "content-invalid", [], { directoryOffset: 0xffffffff }],
    ["a zip64 locator", "content-invalid", [], { locator: true, directorySize: 54 + 20 }],
    ["an entry in zip64", "content-invalid", [{ name: "a", size: 0xffffffff }], {}],
    ["a zip64 field", "content-invalid", [{ name: "a", extra: Buffer.from([1, 0, 0, 0]) }], {}],
    ["a cut extra field", "content-invalid", [{ name: "a", extra: Buffer.from([9, 9, 9, 0]) }], {}],
    ["an entry in another part", "content-invalid", [{ name: "a", disk: 1 }], {}],
    ["encryption", "content-invalid", [{ name: "a", content: "x", flags: 1 }], {}],
    ["strong encryption", "content-invalid", [{ name: "a", content: "x", flags: 0x41 }], {}],
    ["a patch", "content-invalid", [{ name: "a", content: "x", flags: 0x20 }], {}],
    ["another method", "content-invalid", [{ name: "a", content: "x", method: 12 }], {}],
    ["a wrong checksum", "content-invalid", [{ name: "a", content: "x", crc: 1 }], {}],
    ["a stored file with a wrong checksum", "content-invalid", [{ name: "a", content: "x", crc: 1, method: 0 }], {}],
    ["data that is longer than announced", "content-invalid", [{ name: "a", content: "xxxxxxxx", size: 3 }], {}],
    ["data that is shorter than announced", "content-invalid", [{ name: "a", content: "xxxxxxxx", size: 9 }], {}],
    ["a stored file of two sizes", "content-invalid", [{ name: "a", content: "xx", size: 3, method: 0 }], {}],
    ["data that is no deflate", "content-invalid", [{ name: "a", content: "x", data: Buffer.from([255, 255]) }], {}],
    [
      "bytes behind the compressed data",
      "content-invalid",
      [{ name: "a", content: "x", data: Buffer.concat([deflateRawSync("x"), garbage]) }],
      {},
    ],
    [
      "data without an end",
      "content-invalid",
      [{ name: "a", content: "xyz", data: deflateRawSync("xyz").subarray(0, 3) }],
      {},
    ],
    [
      "a stored file of unknown end",
      "content-invalid",
      [{ name: "a", content: "x", method: 0, descriptor: "signed" }],
      {},
    ],
    ["overlapping files", "content-invalid", [{ name: "a", content: "x", offset: 0 }], {}],
    ["a file in the directory", "content-invalid", [{ name: "a", compressedSize: 5000 }], {}],
    ["an offset beyond its end", "content-invalid", [{ name: "a", offset: 0xfffffff0 }], {}],
    ["a folder with content", "content-invalid", [{ name: "a/", content: "x", mode: 0o040755 }], {}],
    ["two names of a file", "content-invalid", [{ name: "a", local: { name: "b" } }], {}],
    ["two methods of a file", "content-invalid", [{ name: "a", local: { method: 0 } }], {}],
    ["two sizes of a file", "content-invalid", [{ name: "a", local: { size: 7 } }], {}],
    ["a descriptor that one header denies", "content-invalid", [{ name: "a", local: { flags: 8 } }], {}],
    ["a name that is not UTF-8", "content-invalid", [{ name: Buffer.from([0xff, 0x61]) }], {}],
  ];
  test.each(cases)("%s is refused: %s", async (_, code, entries, archive) => {
    expect(await outcome(zip([SKILL_ENTRY, ...entries], archive))).toBe(code);
  });

  test.each([
    ["nothing", new Uint8Array(0)],
    ["too little", new Uint8Array(10)],
    ["text", new TextEncoder().encode("# Not an archive, but long enough to hold one")],
    ["no file", zip([])],
    ["no SKILL.md", zip([{ name: "README.md" }])],
    ["SKILL.md two folders down", zip([{ name: "a/b/SKILL.md" }])],
    ["a file beside the folder", zip([{ name: "a/SKILL.md" }, { name: "b.txt" }])],
  ])("%s is not a skill", async (_, bytes) => {
    expect(await outcome(bytes)).toBe("content-invalid");
  });

  test("a file inside another's data is refused: so are bombs made of a few bytes that all share", async () => {
    const inner = { name: "inner.txt", content: "shared" };
    const alone = zip([inner]);
    const record = alone.subarray(0, alone.length - 22 - 46 - inner.name.length);
    const outer = { name: "outer.bin", content: record, method: 0 };
    const offset = zip([SKILL_ENTRY]).length - 22 - 46 - "SKILL.md".length + 30 + outer.name.length;
    const shared = zip([SKILL_ENTRY, outer, { ...inner, listedOnly: true, offset }]);
    await expect(readSkillArchive(shared)).rejects.toThrow(/does not follow/);
  });

  test("a comment is no harm", async () => {
    expect(await outcome(zip([SKILL_ENTRY], { comment: Buffer.from("packed by hand") }))).toBe("read");
  });

  test("limits: archive, number, file, all files, ratio", async () => {
    const small = archiveOf({ name: "a.txt", content: "0123456789" });
    const refused = { code: "file-too-large" };
    await expect(readSkillArchive(small, { maxArchiveBytes: 50 })).rejects.toMatchObject(refused);
    await expect(readSkillArchive(small, { maxFiles: 1 })).rejects.toMatchObject(refused);
    await expect(readSkillArchive(small, { maxFileBytes: 9 })).rejects.toMatchObject(refused);
    await expect(readSkillArchive(small, { maxTotalBytes: 20 })).rejects.toMatchObject(refused);
    const bomb = archiveOf({ name: "zeros", content: new Uint8Array(1 << 20) });
    expect(bomb.length).toBeLessThan(2000);
    await expect(readSkillArchive(bomb)).rejects.toMatchObject(refused);
    expect((await readSkillArchive(bomb, { maxRatio: 2000 })).files).toHaveLength(2);
    const path = join(scratchFolder(), "x.skill");
    writeFileSync(path, small);
    await expect(readSkillArchive(path, { maxArchiveBytes: 50 })).rejects.toMatchObject(refused);
  });

  test("a bomb that lies about its size takes no memory", async () => {
    const data = deflateRawSync(new Uint8Array(64 << 20));
    const before = process.memoryUsage().arrayBuffers;
    expect(await outcome(archiveOf({ name: "zeros", data, size: 60_000 }))).toBe("content-invalid");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
  });

  test("a refusal shows no control characters and no endless name", async () => {
    const name = `\u001b]52;c;x\u0007${"y".repeat(60_000)}`;
    const error = await readSkillArchive(archiveOf({ name })).catch((thrown: unknown) => thrown);
    expect(isPdError(error) && error.message.length).toBeLessThan(500);
    expect(String(error)).not.toMatch(/\p{Cc}/u);
  });

  test.each([
    ".git/config",
    ".git",
    ".GIT/HEAD",
    ".gIt/hooks/post-checkout",
    "vendor/módulo/.git/config",
    "vendor/.git",
    ".g\u200cit/config",
    "\u2060.git/config",
    "\uff0egit/config",
    ".g\u0131t/config",
    ".git./config",
    ".git /config",
    ".git...",
    "git~1/config",
    "GIT~1",
    "__MACOSX/.git/config",
  ])("R5.13 no git repository comes out of an archive: %j", async (name) => {
    const bytes = archiveOf({ name, content: '[core]\n\tfsmonitor = "echo RUNS; false"\n' });
    expect(await outcome(bytes)).toBe("path-escapes-root");
    const into = scratchFolder();
    await expect(extractSkillArchive(bytes, into)).rejects.toMatchObject({ code: "path-escapes-root" });
    expect(readdirSync(into)).toEqual([]);
    expect(await outcome(archiveOf({ name: `${name}/`, mode: 0o040755, method: 0 }))).toBe("path-escapes-root");
  });

  test.each([
    ["at its top", ["HEAD", "config", "objects/x", "refs/x"]],
    ["in a folder", ["größe/HEAD", "größe/config", "größe/objects/x", "größe/refs/heads/x"]],
    ["in another case", ["größe/head", "größe/Config", "größe/OBJECTS/x", "größe/re\u200bfs/x"]],
    ["whose parts are elsewhere", ["größe/HEAD", "größe/config", "größe/commondir", "b/objects/x", "b/refs/x"]],
  ])("R5.13 no git repository comes out of an archive under another name: %s", async (_, names) => {
    const config = '[core]\n\tbare = false\n\tworktree = "."\n\tfsmonitor = "echo RUNS; false"\n';
    const bytes = zip([SKILL_ENTRY, ...names.map((name) => ({ name, content: config }))]);
    const into = scratchFolder();
    await expect(extractSkillArchive(bytes, into)).rejects.toMatchObject({ code: "path-escapes-root" });
    expect(readdirSync(into)).toEqual([]);
  });

  test("a folder that has only some of a repository's names is a folder", async () => {
    const names = ["HEAD", "refs/x", "objects.md", "a/ahead", "a/objects/x", "a/refs/x"];
    const bytes = zip([SKILL_ENTRY, ...names.map((name) => ({ name, content: "風" }))]);
    expect((await readSkillArchive(bytes)).files).toHaveLength(7);
  });

  test("R5.13 other files with a dot before their name are left out, and named", async () => {
    const bytes = zip([
      { name: ".DS_Store", content: "x" },
      { ...SKILL_ENTRY, name: "größen/SKILL.md" },
      { name: "größen/.env", content: "SECRET=1" },
      { name: "größen/.gitignore", content: "*" },
      { name: "größen/scripts/.config/日本.json", content: "{}" },
      { name: "größen/scripts/run.py", content: "1" },
      { name: "größen/git.md", content: "1" },
    ]);
    const leftOut = [".DS_Store", "größen/.env", "größen/.gitignore", "größen/scripts/.config/日本.json"];
    const archive = await readSkillArchive(bytes);
    expect(archive.files.map(({ path }) => path)).toEqual(["SKILL.md", "git.md", "scripts/run.py"]);
    expect(archive.leftOut).toEqual(leftOut);
    const into = scratchFolder();
    const extracted = await extractSkillArchive(bytes, into, { name: "pdf" });
    expect(extracted.leftOut).toEqual(leftOut);
    expect(readdirSync(join(into, "pdf")).sort()).toEqual(["SKILL.md", "git.md", "scripts"]);
    expect(readdirSync(join(into, "pdf", "scripts"))).toEqual(["run.py"]);
    expect(await outcome(zip([{ ...SKILL_ENTRY, name: ".pdf/SKILL.md" }]))).toBe("content-invalid");
  });

  const sample = archiveOf(
    { name: "scripts/run.py", content: "print(1)\n".repeat(20), mode: 0o100755, descriptor: "signed" },
    { name: "docs/", mode: 0o040755, method: 0 },
    { name: "docs/a.txt", content: "stored", method: 0 },
  );

  test("whatever bits are turned, it is read as it was or refused", async () => {
    const whole = (await readSkillArchive(sample)).files;
    const turns = fc.array(fc.tuple(fc.nat(sample.length - 1), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(turns, async (turned) => {
        const bytes = Uint8Array.from(sample);
        for (const [at, bits] of turned) bytes[at]! ^= bits;
        try {
          // Names, times and modes have no checksum; contents do.
          const { files, leftOut } = await readSkillArchive(bytes);
          const contents = files.map((file) => text(file.bytes));
          expect(whole.map((file) => text(file.bytes))).toEqual(expect.arrayContaining(contents));
          expect(contents.length + leftOut.length).toBe(whole.length);
        } catch (error) {
          if (!isPdError(error)) throw error;
        }
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test("any bytes, and any cut of an archive, are refused with a typed error", async () => {
    const end = Buffer.from("504b0506", "hex");
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }).map((some) => Buffer.concat([some, end, Buffer.alloc(18)])),
      fc.tuple(fc.nat(sample.length - 1), fc.nat(sample.length - 1)).map(([from, to]) => sample.slice(from, to)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (some) => {
        expect(await outcome(some)).toBe("content-invalid");
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("names of any kind are read below the folder or refused", async () => {
    const part = fc.constantFrom(
      "..",
      ".",
      "",
      "a",
      "B",
      "C:",
      "\\",
      "~",
      "..\\",
      "%2e%2e",
      " ..",
      "\u202e",
      "nul",
      "é",
    );
    const name = fc.oneof(
      fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("/")),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
    );
    const into = scratchFolder();
    mkdirSync(join(into, "skills"));
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 4 }), async (names) => {
        const bytes = archiveOf(
          ...names.map((each) => ({ name: each, mode: 0, content: each.endsWith("/") ? "" : "x" })),
        );
        number += 1;
        try {
          await extractSkillArchive(bytes, join(into, "skills"), { name: `s${number}` });
        } catch (error) {
          if (!isPdError(error)) throw error;
          expect(readdirSync(join(into, "skills"))).not.toContain(`s${number}`);
        }
        expect(readdirSync(into)).toEqual(["skills"]);
      }),
      { numRuns: propertyRuns(0.1) },
    );
    expect(readdirSync(join(into, "skills")).every((made) => /^s\d+$/.test(made))).toBe(true);
  });
});

describe("R5.13 unpacking an archive", () => {
  test("makes a new folder with all files", async () => {
    const into = join(scratchFolder(), "not", "there", "yet");
    const made = await extractSkillArchive(
      zip([
        { name: "pdf/SKILL.md", content: "x" },
        { name: "pdf/scripts/run.sh", content: "#!/bin/sh", mode: 0o104755 },
      ]),
      into,
    );
    const files = ["SKILL.md", "scripts/run.sh"];
    expect(made).toEqual({ name: "pdf", baseDir: join(into, "pdf"), files, leftOut: [] });
    expect(readFileSync(join(into, "pdf/scripts/run.sh"), "utf8")).toBe("#!/bin/sh");
    expect(statSync(join(into, "pdf/scripts/run.sh")).mode & 0o7000).toBe(0);
    expect(statSync(join(into, "pdf/scripts/run.sh")).mode & 0o100).toBe(0o100);
    expect(statSync(join(into, "pdf/SKILL.md")).mode & 0o111).toBe(0);
    expect(readdirSync(into)).toEqual(["pdf"]);
  });

  test("is named by its frontmatter where it has no folder, or as asked", async () => {
    const into = scratchFolder();
    expect((await extractSkillArchive(archiveOf(), into)).name).toBe("pdf");
    expect((await extractSkillArchive(archiveOf(), into, { name: "forms" })).name).toBe("forms");
    for (const name of ["../x", "A", "a b", "", ".", "x".repeat(65)])
      await expect(extractSkillArchive(archiveOf(), into, { name })).rejects.toMatchObject({ code: "input-invalid" });
    const nameless = zip([{ name: "SKILL.md", content: "# No name" }]);
    await expect(extractSkillArchive(nameless, into)).rejects.toMatchObject({ code: "input-invalid" });
    expect(readdirSync(into).sort()).toEqual(["forms", "pdf"]);
  });

  test("writes over nothing: no folder, no file, no link", async () => {
    const into = scratchFolder();
    mkdirSync(join(into, "empty"));
    writeFileSync(join(into, "file"), "mine");
    symlinkSync("nowhere", join(into, "link"));
    for (const name of ["empty", "file", "link"])
      await expect(extractSkillArchive(archiveOf(), into, { name })).rejects.toMatchObject({ code: "input-invalid" });
    expect(readdirSync(into).sort()).toEqual(["empty", "file", "link"]);
    expect(readdirSync(join(into, "empty"))).toEqual([]);
  });

  test("leaves nothing behind where the last file is damaged or the folder cannot be written", async () => {
    const into = scratchFolder();
    const damaged = archiveOf({ name: "a.txt", content: "fine" }, { name: "b.txt", content: "x", crc: 1 });
    await expect(extractSkillArchive(damaged, into)).rejects.toMatchObject({ code: "content-invalid" });
    expect(readdirSync(into)).toEqual([]);
    writeFileSync(join(into, "file"), "");
    await expect(extractSkillArchive(archiveOf(), join(into, "file"))).rejects.toMatchObject({
      code: "file-unwritable",
    });
    const long = archiveOf({ name: "a.txt" }, { name: `${"x".repeat(300)}.txt` });
    await expect(extractSkillArchive(long, into)).rejects.toMatchObject({ code: "file-unwritable" });
    expect(readdirSync(into)).toEqual(["file"]);
  });
});
