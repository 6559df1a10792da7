import { execFileSync, spawn } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isPdError } from "../model/errors.js";
import { temporaryFolder } from "../vault/testing/temporary-vault.js";
import { readContainedSync } from "./contained-file.js";

const limits = { maxBytes: 1000 };

function folders(): { root: string; outside: string } {
  const folder = temporaryFolder();
  const [root, outside] = [join(folder, "root"), join(folder, "outside")];
  mkdirSync(join(root, "sub"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, "a.md"), "inside");
  writeFileSync(join(root, "sub", "b.md"), "below");
  writeFileSync(join(outside, "secret.md"), "secret");
  return { root, outside };
}

function codeOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return isPdError(error) ? error.code : `not a PdError: ${String(error)}`;
  }
}

const text = (root: string, path: string) => new TextDecoder().decode(readContainedSync(root, path, limits).bytes);
const refused = (root: string, path: string) => codeOf(() => readContainedSync(root, path, limits));

describe("R5.9 a file below a folder", () => {
  test("is read, with what tells it from others", () => {
    const { root } = folders();
    const { bytes, stamp } = readContainedSync(root, "sub/b.md", limits);
    expect(new TextDecoder().decode(bytes)).toBe("below");
    expect(stamp.size).toBe(5);
    expect(stamp.inode).toBeGreaterThan(0);
    expect(text(root, "./sub//b.md")).toBe("below");
  });

  test("a link to inside is read; the leaf or a folder on the way that leads outside is refused", () => {
    const { root, outside } = folders();
    symlinkSync("sub/b.md", join(root, "inside.md"));
    symlinkSync(join(outside, "secret.md"), join(root, "leaf.md"));
    symlinkSync(outside, join(root, "way"));
    symlinkSync("../../outside/secret.md", join(root, "sub", "relative.md"));
    symlinkSync("leaf.md", join(root, "twice.md"));
    expect(text(root, "inside.md")).toBe("below");
    for (const path of ["leaf.md", "way/secret.md", "sub/relative.md", "twice.md"])
      expect([path, refused(root, path)]).toEqual([path, "path-escapes-root"]);
  });

  test("a folder beside it whose name begins alike is outside", () => {
    const { root } = folders();
    mkdirSync(`${root}-other`);
    writeFileSync(join(`${root}-other`, "x.md"), "secret");
    symlinkSync(join(`${root}-other`, "x.md"), join(root, "x.md"));
    expect(refused(root, "x.md")).toBe("path-escapes-root");
  });

  test("names that begin with a dot are refused where that is asked for, also behind a link of the same folder", () => {
    const { root } = folders();
    mkdirSync(join(root, ".geheim"));
    for (const path of [".env", ".geheim/größe.md", "sub/.x"]) writeFileSync(join(root, path), "secret");
    symlinkSync("../.env", join(root, "sub", "leaf.md"));
    symlinkSync(".geheim", join(root, "way"));
    for (const path of [".env", "./.env", ".geheim/größe.md", "sub/.x", "sub/leaf.md", "way/größe.md"]) {
      expect(text(root, path)).toBe("secret");
      expect([path, codeOf(() => readContainedSync(root, path, { ...limits, noDotNames: true }))]).toEqual([
        path,
        "path-escapes-root",
      ]);
    }
    expect(readContainedSync(root, "sub/b.md", { ...limits, noDotNames: true }).bytes).toHaveLength(5);
  });

  test("a hard link is a file of the folder", () => {
    const { root, outside } = folders();
    linkSync(join(outside, "secret.md"), join(root, "hard.md"));
    expect(text(root, "hard.md")).toBe("secret");
  });

  test.skipIf(process.platform === "win32")(
    "what is no regular file is refused at once, and never waited for",
    async () => {
      const { root } = folders();
      execFileSync("mkfifo", [join(root, "pipe.md")]);
      symlinkSync("/dev/zero", join(root, "zero.md"));
      symlinkSync("loop.md", join(root, "loop.md"));
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(join(root, "socket.md"), resolve));
      expect(refused(root, "pipe.md")).toBe("path-escapes-root");
      expect(refused(root, "zero.md")).toBe("path-escapes-root");
      expect(refused(root, "sub")).toBe("path-escapes-root");
      expect(refused(root, "socket.md")).toBe("content-unreadable");
      expect(refused(root, "loop.md")).toBe("content-unreadable");
      await new Promise((resolve) => server.close(resolve));
    },
  );

  test("one that is too large, or says it is, takes no memory", () => {
    const { root } = folders();
    truncateSync(join(root, "a.md"), 2 ** 40);
    expect(refused(root, "a.md")).toBe("file-too-large");
    truncateSync(join(root, "a.md"), 1001);
    expect(refused(root, "a.md")).toBe("file-too-large");
    truncateSync(join(root, "a.md"), 1000);
    expect(readContainedSync(root, "a.md", limits).bytes).toHaveLength(1000);
  });

  test("one that is gone, and a path that is none, are errors of pd", () => {
    const { root } = folders();
    expect(refused(root, "gone.md")).toBe("content-unreadable");
    expect(refused(root, "a.md/b.md")).toBe("content-unreadable");
    expect(refused(root, "a\0.md")).toBe("path-escapes-root");
    expect(refused(root, "x".repeat(300))).toBe("content-unreadable");
  });

  test("descriptors are closed, refused or not", () => {
    const { root, outside } = folders();
    symlinkSync(join(outside, "secret.md"), join(root, "leaf.md"));
    for (let at = 0; at < 5000; at += 1) refused(root, at % 2 === 0 ? "a.md" : "leaf.md");
    expect(text(root, "a.md")).toBe("inside");
  });
});

test.skipIf(process.platform === "win32")(
  "R5.9 a link swapped while it is read never leaks",
  { timeout: 600_000 },
  async () => {
    const { root, outside } = folders();
    const target = join(root, "sub", "b.md");
    // Another process, so that swaps fall between any two system calls of this one. Both the leaf and its folder are swapped.
    const program = `
    const fs = require("node:fs");
    const [target, outside, folder] = process.argv.slice(1);
    process.stdout.write("swapping");
    for (let at = 0; ; at += 1) {
      try {
        if (at % 2 === 0) fs.symlinkSync(outside + "/secret.md", target + ".tmp");
        else fs.writeFileSync(target + ".tmp", "below");
        fs.renameSync(target + ".tmp", target);
        fs.renameSync(folder + "/way", folder + "/away");
        fs.symlinkSync(outside, folder + "/way");
        fs.unlinkSync(folder + "/way");
        fs.renameSync(folder + "/away", folder + "/way");
      } catch {}
    }`;
    mkdirSync(join(root, "way"));
    writeFileSync(join(root, "way", "secret.md"), "below");
    const swapper = spawn(process.execPath, ["-e", program, target, outside, root], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => swapper.stdout.once("data", resolve));
    const seen = new Map<string, number>();
    const until = performance.now() + 1000;
    // And until both were met: on a busy machine the other process comes to its turn late.
    while (performance.now() < until || !["below", "path-escapes-root"].every((got) => seen.has(got))) {
      for (const path of ["sub/b.md", "way/secret.md"]) {
        let got: string;
        try {
          got = text(root, path);
        } catch (error) {
          got = isPdError(error) ? error.code : String(error);
        }
        seen.set(got, (seen.get(got) ?? 0) + 1);
      }
    }
    swapper.kill("SIGKILL");
    expect(
      [...seen.keys()].filter((got) => !["below", "", "path-escapes-root", "content-unreadable"].includes(got)),
    ).toEqual([]);
  },
);
