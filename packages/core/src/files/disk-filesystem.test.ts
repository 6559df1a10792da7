import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "tsup";
import { describe, expect, test } from "vitest";
import { isPdError } from "../model/errors.js";
import { temporaryFolder } from "../vault/testing/temporary-vault.js";
import { createDiskFilesystem } from "./disk-filesystem.js";
import { noteMoves } from "./write-journal.js";

async function codeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return "no error";
  } catch (error) {
    return isPdError(error) ? error.code : `not a PdError: ${String(error)}`;
  }
}

function folders() {
  const folder = temporaryFolder();
  const [root, outside] = [join(folder, "root"), join(folder, "outside")];
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.md"), "secret");
  return { root, outside, files: createDiskFilesystem(root) };
}

describe("a file system on disk", () => {
  test("makes its folder, for this user alone", async () => {
    const root = join(temporaryFolder(), "a", "b");
    const files = createDiskFilesystem(root);
    await files.write([{ path: "context/x.md", text: "x" }]);
    expect(readFileSync(join(root, "context", "x.md"), "utf8")).toBe("x");
    if (process.platform !== "win32") {
      expect(statSync(join(root, "context")).mode & 0o077).toBe(0);
      expect(statSync(join(root, "context", "x.md")).mode & 0o077).toBe(0);
    }
    expect(readdirSync(join(root, "context"))).toEqual(["x.md"]);
  });

  test("R4.6 a call that fails leaves no folder behind that it made, and every one that was there", async () => {
    const { root, files } = folders();
    mkdirSync(join(root, "there"));
    mkdirSync(join(root, "taken.md"));
    const all = ["new/deep/a.md", "new/b.md", "there/inside/c.md", "taken.md"].map((path) => ({ path, text: "x" }));
    expect(await codeOf(() => files.write(all))).toBe("path-escapes-root");
    expect(readdirSync(root).sort()).toEqual(["taken.md", "there"]);
    expect(readdirSync(join(root, "there"))).toEqual([]);
    await files.write(all.slice(0, 3));
    expect((await files.list()).map(({ path }) => path)).toEqual(["new/b.md", "new/deep/a.md", "there/inside/c.md"]);
  });

  test("writes through no link: not the file, not a folder on the way", async () => {
    const { root, outside, files } = folders();
    symlinkSync(join(outside, "secret.md"), join(root, "leaf.md"));
    symlinkSync(outside, join(root, "way"));
    mkdirSync(join(root, "inside"));
    symlinkSync("inside", join(root, "alias"));
    for (const path of ["leaf.md", "way/secret.md", "way/new.md", "alias/new.md"])
      expect([path, await codeOf(() => files.write([{ path, text: "overwritten" }]))]).toEqual([
        path,
        "path-escapes-root",
      ]);
    expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret");
    expect(readdirSync(outside)).toEqual(["secret.md"]);
    expect(readdirSync(join(root, "inside"))).toEqual([]);
  });

  test("reads, lists and removes nothing outside", async () => {
    const { root, outside, files } = folders();
    symlinkSync(join(outside, "secret.md"), join(root, "leaf.md"));
    symlinkSync(outside, join(root, "way"));
    expect(await codeOf(() => files.read("leaf.md"))).toBe("path-escapes-root");
    expect(await codeOf(() => files.read("way/secret.md"))).toBe("path-escapes-root");
    expect(await files.list()).toEqual([]);
    expect(await codeOf(() => files.list("way"))).toBe("path-escapes-root");
    expect(await codeOf(() => files.remove("way/secret.md"))).toBe("path-escapes-root");
    // A link itself may go; what it leads to stays.
    expect(await files.remove("leaf.md")).toBe(true);
    expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret");
  });

  test("a hard link is replaced, not written into", async () => {
    const { root, outside, files } = folders();
    linkSync(join(outside, "secret.md"), join(root, "hard.md"));
    await files.write([{ path: "hard.md", text: "new" }]);
    expect(readFileSync(join(root, "hard.md"), "utf8")).toBe("new");
    expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret");
  });

  test("R4.6 a failure in the middle of putting files in place brings back what was there", async () => {
    const { root, files } = folders();
    await files.write([{ path: "a.md", text: "old a" }]);
    // Each place is looked at before anything is written, so it has to go wrong afterwards: the text of a later file does it.
    let asked = 0;
    const late = {
      path: "late.md",
      get text() {
        asked += 1;
        if (asked > 1) mkdirSync(join(root, "b.md"));
        return "late";
      },
    };
    const all = [
      { path: "a.md", text: "new a" },
      { path: "fresh.md", text: "fresh" },
      { path: "b.md", text: "b" },
      late,
    ];
    expect(await codeOf(() => files.write(all))).toBe("file-unwritable");
    expect(asked).toBe(2);
    expect(readFileSync(join(root, "a.md"), "utf8")).toBe("old a");
    expect(readdirSync(root).sort()).toEqual(["a.md", "b.md"]);
  });

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)("what may not be written is said", async () => {
    const { root, files } = folders();
    chmodSync(root, 0o500);
    expect(await codeOf(() => files.write([{ path: "x", text: "x" }]))).toBe("file-unwritable");
    chmodSync(root, 0o700);
  });

  test("a file that is too large is neither written nor read", async () => {
    const { root } = folders();
    const files = createDiskFilesystem(root, { maxFileBytes: 3 });
    expect(await codeOf(() => files.write([{ path: "x", text: "éé" }]))).toBe("file-too-large");
    writeFileSync(join(root, "y"), "1234");
    expect(await codeOf(() => files.read("y"))).toBe("file-too-large");
  });

  test("what killed processes left is hidden at once and swept once it is old", async () => {
    const { root, files } = folders();
    const hourAgo = Date.now() / 1000 - 3700;
    for (const name of [".pd-unfinished-1-old", ".pd-unfinished-2-young"]) writeFileSync(join(root, name), "half");
    utimesSync(join(root, ".pd-unfinished-1-old"), hourAgo, hourAgo);
    expect(await files.list()).toEqual([]);
    await files.write([{ path: "x", text: "x" }]);
    expect(readdirSync(root).sort()).toEqual([".pd-unfinished-2-young", "x"]);
  });

  test("descriptors are closed, refused or not", async () => {
    const { root, outside, files } = folders();
    symlinkSync(outside, join(root, "way"));
    for (let at = 0; at < 3000; at += 1) {
      if (at % 3 === 0) await codeOf(() => files.write([{ path: "way/x", text: "x" }]));
      else if (at % 3 === 1) await files.list();
      else await files.remove("not/there");
    }
    await files.write([{ path: "x", text: "x" }]);
    expect((await files.read("x")).text).toBe("x");
  });

  test.runIf(process.platform === "linux")(
    "a folder swapped for a link while files are written never leads outside",
    { timeout: 600_000 },
    async () => {
      const { root, outside, files } = folders();
      mkdirSync(join(root, "way"));
      const program = `
      const fs = require("node:fs");
      const [root, outside] = process.argv.slice(1);
      process.stdout.write("swapping");
      for (;;) {
        try {
          fs.renameSync(root + "/way", root + "/away");
          fs.symlinkSync(outside, root + "/way");
          fs.unlinkSync(root + "/way");
          fs.renameSync(root + "/away", root + "/way");
        } catch {
          // A folder was made meanwhile where the first one stood: go on with that.
          try {
            fs.rmSync(root + "/away", { recursive: true, force: true });
          } catch {}
        }
      }`;
      const swapper = spawn(process.execPath, ["-e", program, root, outside], { stdio: ["ignore", "pipe", "inherit"] });
      await new Promise((resolve) => swapper.stdout.once("data", resolve));
      let [written, refused] = [0, 0];
      const started = performance.now();
      const enough = () => written > 0 && refused > 0 && performance.now() - started > 1000;
      while (!enough()) {
        const code = await codeOf(() => files.write([{ path: "way/x.md", text: "x" }]));
        if (code === "no error") written += 1;
        else refused += 1;
      }
      swapper.kill("SIGKILL");
      await new Promise((resolve) => swapper.once("exit", resolve));
      expect(readdirSync(outside)).toEqual(["secret.md"]);
    },
  );

  test("R4.6 a process killed at any moment leaves all files of a call or none", { timeout: 600_000 }, async () => {
    const folder = temporaryFolder();
    const entry = join(import.meta.dirname, "disk-filesystem.ts");
    await build({
      entry: [entry],
      outDir: folder,
      format: "esm",
      silent: true,
      config: false,
      dts: false,
      clean: false,
    });
    const [built = ""] = readdirSync(folder).filter((name) => name.startsWith("disk-filesystem"));
    const names = ["sub/1.md", "sub/2.md", "sub/3.md", "sub/4.md"];
    // Dies by its own hand right before a system call of its second write, counted from the first of that kind.
    const program = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const [root, name, at] = process.argv.slice(1);
      const { createDiskFilesystem } = await import(${JSON.stringify(join(folder, built))});
      const files = createDiskFilesystem(root);
      let calls = 0;
      const real = fs[name];
      fs[name] = (...given) => {
        if (calls++ === Number(at)) process.kill(process.pid, "SIGKILL");
        return real(...given);
      };
      syncBuiltinESMExports();
      await files.write(${JSON.stringify(names)}.map((path) => ({ path, text: "new" })));`;
    const textsAfter = async (name: string, at: number) => {
      const root = join(folder, `${name}${at}`);
      await createDiskFilesystem(root).write(names.map((path) => ({ path, text: "old" })));
      const options = ["--input-type=module", "-e", program, root, name, String(at)];
      const child = spawn(process.execPath, options, { stdio: "inherit" });
      const [, signal] = await once(child, "exit");
      const next = createDiskFilesystem(root);
      const texts = await Promise.all(names.map(async (path) => (await next.read(path)).text));
      return { signal, texts: [...new Set(texts)], inRoot: readdirSync(root) };
    };
    // Not yet all written: none. All written, some in their places: all.
    for (const [name, at, texts] of [
      ["fsyncSync", 1, ["old"]],
      ["fsyncSync", 3, ["old"]],
      ["renameSync", 0, ["new"]],
      ["renameSync", 1, ["new"]],
      ["renameSync", 3, ["new"]],
    ] as const)
      expect([name, at, await textsAfter(name, at)]).toEqual([name, at, { signal: "SIGKILL", texts, inRoot: ["sub"] }]);
  });

  test("a note of a process that is alive is left to it; one that says something else does no harm", () => {
    const { root, outside } = folders();
    writeFileSync(join(root, ".pd-unfinished-1-a"), "fresh");
    noteMoves(root, [[".pd-unfinished-1-a", "a.md"]]);
    createDiskFilesystem(root);
    expect(readdirSync(root)).not.toContain("a.md");

    const stranger = join(root, ".pd-unfinished-journal-999999999-x");
    for (const moves of [
      "not json",
      "{}",
      '[["../outside/secret.md","b.md"]]',
      '[[".pd-unfinished-1-a","../outside/c.md"]]',
    ]) {
      writeFileSync(stranger, moves);
      createDiskFilesystem(root);
    }
    expect(readdirSync(outside)).toEqual(["secret.md"]);
    writeFileSync(stranger, '[[".pd-unfinished-1-a","a.md"]]');
    createDiskFilesystem(root);
    expect(readFileSync(join(root, "a.md"), "utf8")).toBe("fresh");
  });
});
