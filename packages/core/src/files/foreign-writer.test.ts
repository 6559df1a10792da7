import fc from "fast-check";
import { expect, test } from "vitest";
import { foreignWriter } from "./foreign-writer.js";

const ANA = { uid: 1000, gid: 1000 };
const ROOT = { uid: 0, gid: 0 };

test.each([
  ["her own", { ...ANA, mode: 0o100644 }, ANA, undefined],
  ["her own, in her private group with a umask of 002", { ...ANA, mode: 0o100664 }, ANA, undefined],
  ["root's", { ...ROOT, mode: 0o100644 }, ANA, undefined],
  ["her own, in a group that others are in", { uid: 1000, gid: 50, mode: 0o100664 }, { uid: 1000, gid: 50 }, "mode"],
  ["her own, writable by everybody", { ...ANA, mode: 0o100646 }, ANA, "mode"],
  ["root's, writable by her own group", { uid: 0, gid: 1000, mode: 0o100664 }, ANA, undefined],
  ["root's, writable by another group", { uid: 0, gid: 0, mode: 0o100664 }, ANA, "mode"],
  ["another user's", { uid: 1001, gid: 1001, mode: 0o100600 }, ANA, "owner"],
  ["another user's, as root", { ...ANA, mode: 0o100600 }, ROOT, "owner"],
  ["root's own, as root", { ...ROOT, mode: 0o100644 }, ROOT, undefined],
] as const)("%s", (_, file, user, expected) => {
  expect(foreignWriter(file, user)).toBe(expected);
});

test("a system without users has no foreign writers", () => {
  const { getuid, geteuid } = process;
  Object.assign(process, { getuid: undefined, geteuid: undefined });
  try {
    expect(foreignWriter({ uid: 7, gid: 7, mode: 0o777 })).toBeUndefined();
  } finally {
    Object.assign(process, { getuid, geteuid });
  }
});

test("whatever the mode, a file of a third user is never believed, and one that everybody can write neither", () => {
  const mode = fc.integer({ min: 0, max: 0o7777 });
  const id = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(fc.record({ uid: id, gid: id, mode }), fc.record({ uid: id, gid: id }), (file, user) => {
      const isOwn = file.uid === user.uid || file.uid === 0;
      if (!isOwn) expect(foreignWriter(file, user)).toBe("owner");
      else if ((file.mode & 0o002) !== 0) expect(foreignWriter(file, user)).toBe("mode");
      else if ((file.mode & 0o020) === 0) expect(foreignWriter(file, user)).toBeUndefined();
    }),
  );
});
