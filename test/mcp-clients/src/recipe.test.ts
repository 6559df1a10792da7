import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { urlOf, wholeProgram } from "./served-vault.js";

const docs = fileURLToPath(new URL("../../../docs", import.meta.url));
const page = readFileSync(`${docs}/recipes/pd-from-python.md`, "utf8");
const isPythonThere = spawnSync("python3", ["--version"]).status === 0;

/** The blocks of one language, in their order. */
function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gmu"))].map(
    ([, code]) => code ?? "",
  );
}

describe("the recipe for Python", () => {
  let server: ReturnType<typeof spawn>;
  let url: string;
  beforeAll(async () => {
    const [line = ""] = blocks("sh")[1]?.split("\n") ?? [];
    const [, ...words] = line.split(" ");
    const args = words.map((word) => (word === "docs" ? docs : word === "3210" ? "0" : word));
    server = spawn(process.execPath, [wholeProgram, ...args, "--no-config"], { stdio: ["ignore", "ignore", "pipe"] });
    url = (await urlOf(server)).replace(/[,\s].*$/u, "");
  });
  afterAll(() => void server.kill());

  test.skipIf(!isPythonThere)("R6.2 plain HTTP: a pack, then what it left out, within the budget", () => {
    const program = blocks("python")[1]?.replace("http://127.0.0.1:3210", url) ?? "";
    const said = execFileSync("python3", ["-c", program], { encoding: "utf8" }).trimEnd();
    expect(said).toContain("budgets.md");
    const [, used, budget] = /(\d+) of (\d+) tokens$/u.exec(said) ?? [];
    expect(Number(budget)).toBe(500);
    expect(Number(used)).toBeLessThanOrEqual(500);
  });

  test.skipIf(!isPythonThere)("both programs are Python", () => {
    for (const program of blocks("python"))
      execFileSync("python3", ["-c", "import ast,sys; ast.parse(sys.argv[1])", program]);
  });
});
