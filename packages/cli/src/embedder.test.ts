import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterwards } from "pd-tooling/afterwards";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryPlace } from "./testing/temporary-place.js";

afterEach(() => vi.unstubAllEnvs());

const SUBJECTS = ["copper", "willow", "harbour", "violin", "marble", "falcon", "ginger", "lantern", "meadow", "pewter"];
const NOTES = Object.fromEntries([
  ...SUBJECTS.map((one, at) => [`docs/${one}.md`, `# ${one}\n\nThe ${one} and the ${SUBJECTS[(at + 3) % 10]}.\n`]),
  ...SUBJECTS.map((one, at) => [`docs/${one}-2.md`, `# ${one} two\n\nBeside a ${SUBJECTS[(at + 7) % 10]}: ${one}.\n`]),
  ["docs/schlaf.md", "# Schlaf\n\nNachts ruht man.\n"],
]);

/** Speaks `/v1/embeddings`, and knows that two words mean the same. */
async function server() {
  const seen: { readonly key: string | undefined; readonly texts: readonly string[] }[] = [];
  let isDead = false;
  const vectorOf = (text: string) => {
    const vector = Array.from({ length: 32 }, () => 0.01);
    for (const letter of text.toLowerCase()) vector[1 + (letter.codePointAt(0)! % 31)]! += 0.02;
    if (/schlaf|slumber/iu.test(text)) vector[0] = 9;
    return vector;
  };
  const http = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const { input } = JSON.parse(body) as { readonly input: readonly string[] };
      seen.push({ key: request.headers.authorization, texts: input });
      if (isDead) return void response.writeHead(500).end();
      response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }));
    });
  });
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  afterwards(() => {
    http.closeAllConnections();
    http.close();
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
  const die = () => {
    isDead = true;
  };
  return { url, seen, die };
}

async function place() {
  const { url, seen, die } = await server();
  const embedder = { url, model: "klein", key: { env: "PD_TEST_KEY" } };
  const here = temporaryPlace({ ...NOTES, "pd.config.json": JSON.stringify({ vaults: ["docs"], embedder }) });
  vi.stubEnv("PD_TEST_KEY", "sk-1");
  return { ...here, url, seen, die };
}

const SEARCH = ["search", "slumber", "--json"];
const parsed = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout);

describe("R6.4a an embedder in a configuration that was only found", () => {
  test("is not connected to, and the rest works", async () => {
    const { pd, seen, url } = await place();
    const { code, stderr } = await pd(["search", "copper"]);
    expect(code).toBe(0);
    expect(stderr).toContain(`left out its embedder at ${url}`);
    expect(seen).toEqual([]);
  });

  test("pd trust says what would be sent where, with which variable", async () => {
    const { pd, url } = await place();
    const { stderr } = await pd(["trust"], { answer: "n", terminal: 200 });
    expect(stderr).toContain(`send the text of its notes and your questions to ${url}`);
    expect(stderr).toContain("PD_TEST_KEY");
  });

  test("looking connects to nothing, trusted or not", async () => {
    const { pd, seen, url } = await place();
    await pd(["trust", "--yes"]);
    expect((await pd(["config"])).stdout).toContain(`klein at ${url}`);
    expect((await pd(["doctor"], { terminal: 200 })).stdout).toContain(
      `klein at ${url}: 0 of 42 texts of docs have vectors`,
    );
    expect(seen).toEqual([]);
  });
});

describe("an embedder that is trusted", () => {
  test("in a terminal vectors are made first, and a note is found that could not be named; the key is in no output", async () => {
    const { pd, seen } = await place();
    await pd(["trust", "--yes"]);
    const found = await pd(["search", "slumber"], { terminal: 100 });
    expect(found.stdout).toContain("Schlaf");
    expect(new Set(seen.map(({ key }) => key))).toEqual(new Set(["Bearer sk-1"]));
    const doctor = await pd(["doctor"], { terminal: 200 });
    expect(doctor.stdout).toContain("42 of 42 texts of docs have vectors");
    expect(found.stdout + found.stderr + doctor.stdout).not.toContain("sk-1");
    const sent = seen.length;
    expect(parsed(await pd(SEARCH)).nodes[0]).toMatchObject({ name: "Schlaf", why: [{ field: "meaning" }] });
    expect(seen.slice(sent).flatMap(({ texts }) => texts)).toContain("slumber");
    expect((await pd(["cache"])).stdout).toContain("1 snapshot, 1 file of vectors");
  });

  test("pulling its plug changes the ranking and nothing else", async () => {
    const { pd, die } = await place();
    await pd(["trust", "--yes"]);
    await pd(["search", "slumber"], { terminal: 100 });
    die();
    const without = ["--no-config", "--vault", "docs"];
    for (const words of ["slumber", "copper"]) {
      const [after, plain] = [await pd(["search", words, "--json"]), await pd(["search", words, "--json", ...without])];
      expect([after.code, parsed(after).nodes]).toEqual([plain.code, parsed(plain).nodes]);
    }
    const codes = (parsed(await pd(SEARCH)).notices as readonly { readonly code: string }[]).map(({ code }) => code);
    expect(codes).toContain("meaning-missing");
  });

  test("without its key it is not asked, and the command says so and answers", async () => {
    const { pd, seen } = await place();
    vi.stubEnv("PD_TEST_KEY", "");
    await pd(["trust", "--yes"]);
    const { code, stderr, stdout } = await pd(["search", "copper"], { terminal: 200 });
    expect(code).toBe(0);
    expect(stdout).toContain("copper");
    expect(stderr).toContain("PD_TEST_KEY is not set");
    expect(seen).toEqual([]);
  });
});
