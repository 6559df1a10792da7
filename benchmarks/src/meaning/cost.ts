import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeVector, nearestRows, similarity, sketchWords, type VectorTable } from "@pd/core/search";
import { openVault } from "@pd/core/vault";
import { figure } from "../figures.js";
import { randomFrom, words } from "../made-vault.js";
import { instantModel } from "./npm-model.js";

const processor = () => process.cpuUsage().user + process.cpuUsage().system;

/** Processor time, in milliseconds. */
async function spent(work: () => unknown): Promise<number> {
  const before = processor();
  await work();
  return (processor() - before) / 1000;
}

/** What making and keeping the vectors of a vault costs pd itself, and what a question does. */
export async function costs(notes: number): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "pd-meaning-"));
  try {
    const [folder, cache] = [join(scratch, "notes"), join(scratch, "cache")];
    mkdirSync(folder);
    const [random, word] = [randomFrom(notes), words(20_000)];
    const sentence = () => Array.from({ length: 40 }, () => word(random)).join(" ");
    for (let number = 0; number < notes; number += 1)
      writeFileSync(
        join(folder, `${number}.md`),
        `# ${word(random)} ${number}\n\n${sentence()}.\n\n${sentence()}.\n\n${sentence()}.\n`,
      );
    const plain = await spent(async () => {
      const vault = await openVault(folder, { cache: false });
      await vault.ready();
      await vault.close();
    });
    const model = instantModel();
    const pace = { requestsPerMinute: 1e9 };
    const making = await spent(async () => {
      const vault = await openVault(folder, { cache, embedder: model, embedderPace: pace });
      await vault.vectors();
      await vault.close();
    });
    const { requests, texts } = { ...model.asked };
    console.log(
      `${notes} notes: ${texts} texts in ${requests} requests; processor ${Math.round(making)} ms, ${Math.round(plain)} ms without an embedder`,
    );
    figure({ what: `requests for the vectors of ${notes} notes (${texts} texts)`, value: requests, unit: "" });
    figure({
      what: `opening ${notes} notes with vectors made at once, processor time`,
      value: making / plain,
      unit: "×",
      against: "without an embedder",
    });
    const again = await spent(async () => {
      const vault = await openVault(folder, { cache, embedder: model, embedderPace: pace });
      await vault.vectors();
      await vault.close();
    });
    const asked = model.asked.texts - texts;
    console.log(`opened again: ${asked} texts sent, processor ${Math.round(again)} ms`);
    figure({ what: `texts sent when ${notes} notes are opened again`, value: asked, unit: "", atMost: 0 });
    writeFileSync(join(folder, "0.md"), "# Changed\n\nOne passage more.\n");
    const vault = await openVault(folder, { cache, embedder: model, embedderPace: pace });
    await vault.vectors();
    // The probe apart, by which a changed model is noticed.
    const changed = model.asked.texts - texts - asked - 1;
    console.log(`one note changed: ${changed} texts sent`);
    figure({
      what: "texts sent after one note was changed to a head and a passage",
      value: changed,
      unit: "",
      atMost: 2,
    });
    await queries(vault, model, random, word);
    await vault.close();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const ROUNDS = 40;

async function queries(
  vault: Awaited<ReturnType<typeof openVault>>,
  model: ReturnType<typeof instantModel>,
  random: () => number,
  word: (random: () => number) => string,
): Promise<void> {
  const { graph } = await vault.open();
  const questions = Array.from({ length: ROUNDS }, () => Array.from({ length: 6 }, () => word(random)).join(" "));
  const byWords = (text: string) => graph.search({ text }, 10);
  // Asked as if words had found nothing: the dearest case.
  const byBoth = (text: string) => graph.search({ text, covered: 0 }, 10);
  for (const text of questions) await Promise.all([byWords(text), byBoth(text)]);
  const [alone, fused] = [
    await spent(async () => {
      for (const text of questions) await byWords(text);
    }),
    await spent(async () => {
      for (const text of questions) await byBoth(text);
    }),
  ];
  const { all = 0 } = (await vault.vectors()) ?? {};
  const table = await tableOf(model, all);
  const vector = codeVector((await model.embed(["asked"]))[0]!)!;
  const scan = () => {
    for (let row = 0; row < table.rows; row += 1) similarity(vector, table, row);
  };
  for (let round = 0; round < 5; round += 1) {
    scan();
    nearestRows(vector, table);
  }
  const plain = await spent(() => {
    for (let round = 0; round < ROUNDS; round += 1) scan();
  });
  const sketched = await spent(() => {
    for (let round = 0; round < ROUNDS; round += 1) nearestRows(vector, table);
  });
  console.log(
    `a search, processor time: words ${(alone / ROUNDS).toFixed(2)} ms, with meaning ${(fused / ROUNDS).toFixed(2)} ms (× ${(fused / alone).toFixed(2)})`,
  );
  console.log(
    `nearest of ${table.rows} vectors: bits first ${(sketched / ROUNDS).toFixed(2)} ms, all bytes ${(plain / ROUNDS).toFixed(2)} ms (× ${(sketched / plain).toFixed(2)})`,
  );
  figure({
    what: "a search of notes with meaning, processor time",
    value: fused / alone,
    unit: "×",
    against: "by words alone",
  });
  figure({
    what: `the nearest of ${table.rows} vectors, bits first`,
    value: sketched / plain,
    unit: "×",
    against: "all bytes of all vectors",
    atMost: 0.5,
  });
}

async function tableOf(model: ReturnType<typeof instantModel>, rows: number): Promise<VectorTable> {
  const dimension = model.dimension ?? 0;
  const width = sketchWords(dimension);
  const table = {
    dimension,
    rows,
    codes: new Int8Array(rows * dimension),
    scales: new Float32Array(rows),
    sketches: new Uint32Array(rows * width),
  };
  for (let row = 0; row < rows; row += 1) {
    const { codes, scale, sketch } = codeVector((await model.embed([`text ${row}`]))[0]!)!;
    table.codes.set(codes, row * dimension);
    table.sketches.set(sketch, row * width);
    table.scales[row] = scale;
  }
  return table;
}
