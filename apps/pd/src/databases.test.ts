import { describe, expect, test } from "vitest";
import { place } from "./testing/spawn-pd.js";

const FILES = { "docs/größe.md": "# Größe\n\nWie groß etwas ist.\n" };
const NOWHERE = "postgres://user:geheim@127.0.0.1:1/pd";
const configured = (database: object, more: object = {}) => ({
  ...FILES,
  "pd.config.json": JSON.stringify({ databases: [{ graph: "handbuch", ...database }], ...more }),
});

describe("R6.4 a configuration names a graph in PostgreSQL", () => {
  test("that cannot be reached is a typed error for who asks it, and nothing for who asks another", () => {
    const { pd } = place(configured({ url: NOWHERE }, { vaults: ["docs"] }));
    const named = ["--config", "pd.config.json"];
    expect(pd(["scan", "--graph", "docs", ...named]).stdout).toContain("Größe");
    const { code, stderr } = pd(["scan", "--graph", "handbuch", ...named]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("cannot be reached");
    expect(stderr).not.toContain("geheim");
    const doctor = pd(["doctor", ...named]);
    expect(doctor.stdout).toMatch(/xx database +handbuch: postgres:\/\/127\.0\.0\.1:1\/pd cannot be reached/u);
    expect(pd(["config", ...named]).stdout).toMatch(/^databases +handbuch/mu);
  });

  test("R6.4a is left out, and said, while nobody trusts the configuration that was found", () => {
    const { pd } = place(configured({ url: NOWHERE }, { vaults: ["docs"] }));
    const { stdout, stderr } = pd(["scan"]);
    expect(stdout).toContain("Größe");
    expect(stderr).toContain("the database of handbuch");
  });

  test("without an address says which variable is missing", () => {
    const { pd } = place(configured({ urlFrom: "PD_NOT_SET" }));
    expect(pd(["scan", "--config", "pd.config.json"]).stderr).toContain("PD_NOT_SET");
  });

  test("pd sync, compact and migrate are listed, and say what they need", () => {
    const { pd } = place(FILES);
    expect(pd(["--help"]).stdout).toMatch(/sync[\s\S]*compact[\s\S]*migrate/u);
    expect(pd(["sync", "docs"]).stderr).toContain("PD_DATABASE_URL");
    expect(pd(["explain", "schema-newer"]).code).toBe(0);
  });
});
