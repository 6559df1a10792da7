import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { scratchFolder, temporarySkill, writeFiles } from "../testing/temporary-skill.js";
import { type ApprovableSkill, createApprovalFile, createSkillApprovals } from "./trust-approval.js";

const project = (baseDir: string): ApprovableSkill => ({ qualifiedName: "pdf", baseDir, source: "project" });

/** A host that says the same to every question, and the digests it was asked about. */
function host(answer: unknown) {
  const asked: string[] = [];
  return {
    asked,
    approve: (_: ApprovableSkill, digest: string) => {
      asked.push(digest);
      return answer as boolean;
    },
  };
}

describe("R5.13 a host approves project skills once per digest", () => {
  test("asked once, and again when a byte has changed", async () => {
    const folder = temporarySkill({ "scripts/run.py": "print(1)" });
    const { asked, approve } = host(true);
    const approvals = createSkillApprovals({ approve });
    const first = await approvals.check(project(folder));
    expect(first.approved).toBe(true);
    expect(first.fingerprint?.digest).toBe(asked[0]);
    await approvals.check(project(folder));
    expect(asked).toHaveLength(1);
    writeFiles(folder, { "scripts/run.py": "print(2)" });
    await approvals.check(project(folder));
    expect(asked).toHaveLength(2);
    expect(asked[1]).not.toBe(asked[0]);
  });

  test("ten calls at once ask once", async () => {
    const folder = temporarySkill();
    const { asked, approve } = host(Promise.resolve(true));
    const approvals = createSkillApprovals({ approve });
    const all = await Promise.all(Array.from({ length: 10 }, () => approvals.check(project(folder))));
    expect(all.every(({ approved }) => approved)).toBe(true);
    expect(asked).toHaveLength(1);
  });

  test.each([false, undefined, "yes", 1])("only true approves, not %j, and it is asked again", async (answer) => {
    const folder = temporarySkill();
    const { asked, approve } = host(answer);
    const approvals = createSkillApprovals({ approve });
    expect((await approvals.check(project(folder))).approved).toBe(false);
    expect((await approvals.check(project(folder))).approved).toBe(false);
    expect(asked).toHaveLength(2);
  });

  test("a host that throws approves nothing", async () => {
    const folder = temporarySkill();
    let fails = true;
    const approvals = createSkillApprovals({
      approve: () => {
        if (fails) throw new Error("no terminal");
        return false;
      },
    });
    await expect(approvals.check(project(folder))).rejects.toThrow("no terminal");
    fails = false;
    expect((await approvals.check(project(folder))).approved).toBe(false);
  });

  test("other sources are not asked about, unless the host wants it", async () => {
    const skill: ApprovableSkill = { ...project(temporarySkill()), source: "plugin" };
    const { asked, approve } = host(false);
    expect(await createSkillApprovals({ approve }).check(skill)).toEqual({ approved: true, fingerprint: undefined });
    expect(asked).toEqual([]);
    expect((await createSkillApprovals({ approve, sources: ["plugin"] }).check(skill)).approved).toBe(false);
  });

  test("a skill that cannot be digested is not approved", async () => {
    const folder = temporarySkill();
    symlinkSync("/etc", join(folder, "out"));
    const { asked, approve } = host(true);
    const check = createSkillApprovals({ approve }).check(project(folder));
    await expect(check).rejects.toMatchObject({ code: "path-escapes-root" });
    expect(asked).toEqual([]);
  });
});

describe("a file of approvals", () => {
  test("is remembered by the next process, and written whole", async () => {
    const folder = temporarySkill();
    const path = join(scratchFolder(), "deep", "approved.json");
    const { asked, approve } = host(true);
    await createSkillApprovals({ approve, store: createApprovalFile(path) }).check(project(folder));
    await createSkillApprovals({ approve, store: createApprovalFile(path) }).check(project(folder));
    expect(asked).toHaveLength(1);
    expect(readdirSync(dirname(path))).toEqual(["approved.json"]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ version: 1, approved: [{ name: "pdf" }] });
  });

  test("what another process added meanwhile stays", async () => {
    const path = join(scratchFolder(), "approved.json");
    const [one, other] = [createApprovalFile(path), createApprovalFile(path)];
    const skill = project("/x");
    expect(await one.has("a")).toBe(false);
    await other.add("b", skill);
    await one.add("a", skill);
    await one.add("a", skill);
    expect([await one.has("a"), await one.has("b"), await one.has("c")]).toEqual([true, true, false]);
    expect(JSON.parse(readFileSync(path, "utf8")).approved).toHaveLength(2);
  });

  test.each(["", "{", "[]", "null", '{"version":2,"approved":[]}', '{"version":1,"approved":[null]}', "\0"])(
    "%j is neither believed nor overwritten",
    async (text) => {
      const path = join(scratchFolder(), "approved.json");
      writeFileSync(path, text);
      const store = createApprovalFile(path);
      const { approve } = host(true);
      const check = createSkillApprovals({ approve, store }).check(project(temporarySkill()));
      await expect(check).rejects.toMatchObject({ code: "content-invalid" });
      expect(readFileSync(path, "utf8")).toBe(text);
    },
  );
});
