import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonAnswer } from "../../model/answer.js";
import { DIMENSION, embeddingServer } from "../testing/embedding-server.js";
import { type TemporaryVault, temporaryVault } from "../testing/temporary-vault.js";
import type { Pace } from "./pace.js";

/** As fast as the machine allows, and impatient. */
const FAST: Partial<Pace> = { requestsPerMinute: 1e9, texts: 4, failures: 3, questionMilliseconds: 300 };

const SUBJECTS = ["copper", "willow", "harbour", "violin", "marble", "falcon", "ginger", "lantern", "meadow", "pewter"];

/** Notes about nothing in particular, and three about something. */
function notes(): Readonly<Record<string, string>> {
  const others = SUBJECTS.flatMap((one, at) => [
    [`${one}.md`, `# ${one}\n\nThe ${one} and the ${SUBJECTS[(at + 3) % 10]} were catalogued in ${1900 + at}.\n`],
    [`${one}-store.md`, `# ${one} store\n\nA ${SUBJECTS[(at + 7) % 10]} stands beside every ${one}.\n`],
  ]);
  return {
    ...Object.fromEntries(others),
    "wheels.md": "# Wheels\n\nEvery automobile has an engine and four wheels.\n\nAn engine needs oil.\n",
    "backen.md": "# Backen\n\nDer Teig geht, dann kommt das Brot in den oven: bread, 面包.\n",
    "rest.md": "# Rest\n\nSleep comes at night; nobody works in slumber.\n",
  };
}

/** No word of it stands in the notes. */
const QUESTION = "Welcher Wagen rostet schneller?";

const paths = (answer: { readonly nodes: readonly object[] }) =>
  answer.nodes.map((node) => ("path" in node ? node.path : undefined));

const codes = ({ notices = [] }: Pick<JsonAnswer, "notices">) => notices.map(({ code }) => code);

const opened = async (vault: TemporaryVault, options: Parameters<TemporaryVault["open"]>[0]) => {
  const open = await vault.open({ embedderPace: FAST, ...options });
  const count = await open.vault.vectors();
  return { ...open, count };
};

describe("R3.6a a host can hand over an embedder", () => {
  test("a note is found in other words, in another language, and `why` names meaning", async () => {
    const { embedder } = await embeddingServer();
    const { call, count } = await opened(temporaryVault(notes()), { embedder });
    expect(count).toEqual({ made: 47, all: 47 });
    const found = await call("search", { query: QUESTION });
    expect(paths(found)[0]).toBe("wheels.md");
    expect(found.nodes[0]).toMatchObject({ why: [{ field: "meaning" }] });
    const pack = await call("context", { query: QUESTION, tokenBudget: 300 });
    expect(pack.nodes[0]).toMatchObject({ path: "wheels.md" });
    expect(pack.nodes[0]?.why).toContainEqual({ field: "meaning" });
    const chinese = await call("search", { query: "哪里有面包吗" });
    expect(chinese.nodes[0]).toMatchObject({ path: "backen.md" });
    expect(chinese.nodes[0]?.why).toContainEqual({ field: "meaning" });
  });

  test("without one, and where words find what was asked, every byte is the same and the question is not sent", async () => {
    const { embedder, texts } = await embeddingServer();
    const vault = temporaryVault(notes());
    const plain = await vault.open();
    const meant = await opened(vault, { embedder });
    const query = "What does an engine need?";
    for (const operation of ["search", "query", "context"])
      expect(JSON.stringify(await meant.call(operation, { query }))).toBe(
        JSON.stringify(await plain.call(operation, { query })),
      );
    expect(texts).not.toContain(query);
  });

  test("other wordings go to the embedder in the same request as the question", async () => {
    const { embedder, requests } = await embeddingServer();
    const { call } = await opened(temporaryVault(notes()), { embedder });
    const before = requests.length;
    await call("search", { query: QUESTION, also: ["Rost am Fahrzeug", "锈"] });
    expect(requests.slice(before).map(({ body }) => body)).toMatchObject([
      { input: [QUESTION, "Rost am Fahrzeug", "锈"], model: "made-up" },
    ]);
  });
});

describe("an embedder that fails costs its signal, never an answer", () => {
  const wordsOnly = async (vault: TemporaryVault) =>
    paths(await (await vault.open()).call("search", { query: QUESTION }));

  test("dead: the words' ranking, a notice, and the next question does not ask again", async () => {
    const vault = temporaryVault(notes());
    const { embedder, requests, behave } = await embeddingServer();
    const { call } = await opened(vault, { embedder });
    behave({ status: 503 });
    const before = requests.length;
    const answer = await call("search", { query: QUESTION });
    expect(codes(answer)).toContain("meaning-missing");
    expect(paths(answer)).toEqual(await wordsOnly(vault));
    await call("context", { query: "Schnelle Wagen" });
    expect(requests.length).toBe(before + 1);
    expect(vault.events).toContainEqual(expect.objectContaining({ kind: "vectors-failed", made: 47, all: 47 }));
  });

  test("slow: the answer does not wait longer than it may", async () => {
    const { embedder, behave } = await embeddingServer();
    const { call } = await opened(temporaryVault(notes()), { embedder });
    behave({ never: true });
    expect(codes(await call("search", { query: QUESTION }))).toContain("meaning-missing");
  });

  test("deaf: one that heeds no signal is not waited for either", async () => {
    const { embedder } = await embeddingServer();
    let isDeaf = false;
    const deaf = {
      ...embedder,
      embed: (texts: readonly string[]) => (isDeaf ? new Promise<never>(() => undefined) : embedder.embed(texts)),
    };
    const { call } = await opened(temporaryVault(notes()), { embedder: deaf });
    isDeaf = true;
    expect(codes(await call("search", { query: QUESTION }))).toContain("meaning-missing");
  });

  test.each([
    ["vectors of another length", { vector: (vector: readonly number[]) => vector.slice(1) }],
    ["what is not a number", { vector: (vector: readonly number[]) => [...vector.slice(1), null] }],
    ["zeros", { vector: (vector: readonly number[]) => vector.map(() => 0) }],
    ["fewer vectors than texts", { answer: () => ({ data: [] }) }],
    ["something else entirely", { answer: () => "hello" }],
  ])("lying: %s for a question", async (_, behaviour) => {
    const vault = temporaryVault(notes());
    const { embedder, behave } = await embeddingServer();
    const { call } = await opened(vault, { embedder });
    behave(behaviour);
    const answer = await call("search", { query: QUESTION });
    expect(codes(answer)).toContain("meaning-missing");
    expect(paths(answer)).toEqual(await wordsOnly(vault));
  });

  test("lying while vectors are made: none is kept, and it is told after a few attempts", async () => {
    const vault = temporaryVault(notes());
    const { embedder, behave } = await embeddingServer();
    behave({ vector: (vector) => vector.map(() => Number.POSITIVE_INFINITY) });
    const { count } = await opened(vault, { embedder, embedderPace: { ...FAST, failures: 1 } });
    expect(count).toEqual({ made: 0, all: 47 });
    expect(vault.events.at(-1)).toMatchObject({ kind: "vectors-failed", made: 0, all: 47 });
  });

  test("a model that was changed under its name is noticed: its vectors are made anew", async () => {
    const vault = temporaryVault(notes());
    const { embedder, behave, texts } = await embeddingServer();
    await (await opened(vault, { embedder })).vault.close();
    const before = texts.length;
    behave({ vector: (vector) => vector.toReversed() });
    const { call, vault: again } = await opened(vault, { embedder });
    await call("search", { query: QUESTION });
    await again.vectors();
    expect(vault.events).toContainEqual(expect.objectContaining({ kind: "vectors-rejected" }));
    expect(await again.vectors()).toEqual({ made: 47, all: 47 });
    expect(texts.length).toBeGreaterThan(before + 47);
  });

  test("the server's words and the key are in no message", async () => {
    const vault = temporaryVault(notes());
    const { embedder, behave } = await embeddingServer();
    behave({ status: 401 });
    await opened(vault, { embedder });
    const told = vault.events.flatMap((event) => (event.kind === "vectors-failed" ? [event.message] : []));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("answered 401");
    expect(told[0]).not.toContain("secret");
  });
});

describe("vectors are made in the background and kept", () => {
  test("each text is sent once; the next start sends nothing, and finds as before", async () => {
    const vault = temporaryVault(notes());
    const { embedder, texts } = await embeddingServer();
    const first = await opened(vault, { embedder });
    const found = JSON.stringify((await first.call("search", { query: QUESTION })).nodes);
    await first.vault.close();
    expect(new Set(texts).size).toBe(texts.length);
    const before = texts.length;
    const second = await opened(vault, { embedder });
    expect(texts.length).toBe(before);
    expect(JSON.stringify((await second.call("search", { query: QUESTION })).nodes)).toBe(found);
  });

  test("a changed note costs its own passages only", async () => {
    const vault = temporaryVault(notes());
    const { embedder, texts } = await embeddingServer();
    const { vault: open } = await opened(vault, { embedder });
    const before = texts.length;
    vault.write("wheels.md", "# Wheels\n\nEvery automobile has an engine and four wheels.\n\nEin Rad ist rund.\n");
    await open.refresh();
    await open.vectors();
    expect(texts.slice(before)).toEqual(["Ein Rad ist rund."]);
  });

  test("interrupted, they are made on from there", async () => {
    const vault = temporaryVault(notes());
    const { embedder, texts, behave } = await embeddingServer();
    let calls = 0;
    const failing = {
      ...embedder,
      async embed(asked: readonly string[], options?: { readonly signal?: AbortSignal | undefined }) {
        calls += 1;
        if (calls === 4) behave({ status: 401 });
        return embedder.embed(asked, options);
      },
    };
    const first = await opened(vault, { embedder: failing, embedderPace: { ...FAST, inFlight: 1 } });
    expect(first.count?.made).toBeGreaterThan(0);
    expect(first.count?.made).toBeLessThan(47);
    const partly = await first.call("search", { query: "Xylophon Zebra" });
    expect(codes(partly)).toContain("meaning-missing");
    await first.vault.close();
    const sent = new Set(texts);
    behave(undefined);
    const before = texts.length;
    const second = await opened(vault, { embedder });
    expect(second.count).toEqual({ made: 47, all: 47 });
    // The probe apart, which asks whether it is the same model.
    expect(texts.slice(before).filter((text) => sent.has(text))).toEqual(["Which model is this?"]);
  });

  test("while they are made, an answer says how many there are", async () => {
    const { embedder, behave } = await embeddingServer();
    const vault = temporaryVault(notes());
    behave(undefined);
    const some = {
      ...embedder,
      embed: async (asked: readonly string[]) =>
        asked.includes("Rest: Sleep comes at night; nobody works in slumber.")
          ? Promise.reject(Object.assign(new Error("no"), { status: 404 }))
          : embedder.embed(asked),
    };
    const { call, count } = await opened(vault, { embedder: some });
    expect(count!.made).toBeLessThan(count!.all);
    expect(codes(await call("search", { query: QUESTION }))).toContain("meaning-partial");
  });

  test("rate-limited: it waits as long as the server asks, and sends no text twice that was answered", async () => {
    const { embedder, texts, behave } = await embeddingServer();
    behave({ status: 429, times: 2, retryAfter: 0 });
    const { count } = await opened(temporaryVault(notes()), { embedder });
    expect(count).toEqual({ made: 47, all: 47 });
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("a text that the model refuses is left out, and the others have their vectors", async () => {
    const { embedder } = await embeddingServer();
    const picky = {
      ...embedder,
      embed: async (texts: readonly string[]) =>
        texts.some((text) => text.startsWith("An engine"))
          ? Promise.reject(Object.assign(new Error("too long"), { statusCode: 413 }))
          : embedder.embed(texts),
    };
    const { count } = await opened(temporaryVault(notes()), { embedder: picky });
    expect(count).toEqual({ made: 46, all: 47 });
  });

  test("no more requests are under way than may be", async () => {
    const server = await embeddingServer();
    await opened(temporaryVault(notes()), {
      embedder: server.embedder,
      embedderPace: { ...FAST, inFlight: 3, texts: 1 },
    });
    expect(server.together).toBeLessThanOrEqual(3);
    expect(server.requests.length).toBeGreaterThan(40);
  });

  test("R3.1 what is excluded is never sent", async () => {
    const { embedder, texts } = await embeddingServer();
    const vault = temporaryVault({
      ".pdignore": "private/\n",
      "private/diary.md": "# Tagebuch\n\nGeheim one.\n",
      "hidden.md": "---\npublish: false\n---\n\nGeheim two.\n",
      "shown.md": "# Shown\n\nOffen. %% Geheim three. %% Weiter.\n\n<!-- Geheim four -->\n\nEnde.\n",
    });
    await opened(vault, { embedder });
    expect(texts.join("\n")).toContain("Offen.");
    expect(texts.join("\n")).not.toMatch(/geheim/iu);
  });

  test("another model is another file, and a damaged file is made anew", async () => {
    const vault = temporaryVault(notes());
    const one = await embeddingServer("one");
    const two = await embeddingServer("two");
    for (const { embedder } of [one, two]) await (await opened(vault, { embedder })).vault.close();
    const folder = join(vault.cache, "vaults");
    const files = readdirSync(folder).filter((name) => name.endsWith(".vectors"));
    expect(files).toHaveLength(2);
    for (const name of files) writeFileSync(join(folder, name), "pd vectors\nnot so\n");
    const { count } = await opened(vault, { embedder: one.embedder });
    expect(count).toEqual({ made: 47, all: 47 });
    expect(vault.events).toContainEqual(expect.objectContaining({ kind: "vectors-rejected" }));
  });

  test("whoever only looks asks nobody, and counts what is kept", async () => {
    const vault = temporaryVault(notes());
    const { embedder, requests } = await embeddingServer();
    await (await opened(vault, { embedder })).vault.close();
    const before = requests.length;
    const { count } = await opened(vault, { embedder, asksEmbedder: false });
    expect(count).toEqual({ made: 47, all: 47 });
    expect(requests.length).toBe(before);
  });

  test("progress is told, up to all of them", async () => {
    const vault = temporaryVault(notes());
    const { embedder } = await embeddingServer();
    await opened(vault, { embedder });
    const told = vault.events.flatMap((event) => (event.kind === "vectors-progress" ? [event.made] : []));
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(vault.events.at(-1)).toMatchObject({ kind: "vectors-made", made: 47, all: 47 });
  });
});

test("the wire format: model, texts, key and path as OpenAI has them", async () => {
  const { embedder, requests } = await embeddingServer();
  const vectors = await embedder.embed(["Straße", "道"]);
  expect(vectors.map(({ length }) => length)).toEqual([DIMENSION, DIMENSION]);
  expect(requests).toEqual([
    {
      path: "/v1/embeddings",
      authorization: "Bearer sk-secret",
      body: { model: "made-up", input: ["Straße", "道"], encoding_format: "float" },
    },
  ]);
});
