import type { Answer, Toolkit } from "@pd/core";

/** What an agent reads in turn: one text a call. */
export type Policy = (question: string, toolkit: Toolkit) => AsyncGenerator<string>;

type Input = Readonly<Record<string, unknown>>;

/** More than this nobody spends on a question. */
export const END = 16_000;

async function asked(toolkit: Toolkit, operation: string, input: Input): Promise<Answer> {
  return (await toolkit.call(operation as string, { ...input, format: "text" })) as Answer;
}

const open = async (toolkit: Toolkit, nodes: string, level: number) =>
  (await asked(toolkit, "node", { nodes, level })).text ?? "";

/** The same call again and again, in one session that never repeats. */
async function* packs(toolkit: Toolkit, input: Input, operation = "context"): AsyncGenerator<string> {
  let session = "new";
  for (;;) {
    const pack = await asked(toolkit, operation, { ...input, session, repeat: false });
    session = pack.session ?? session;
    yield pack.text ?? "";
    if (pack.nodes.length === 0) return;
  }
}

export const contextAsItComes: Policy = (query, toolkit) => packs(toolkit, { query });

const FIRST = 1000;

/** As the tool says: a small budget first, then as much again of what is new. */
export const contextInSteps: Policy = (query, toolkit) => packs(toolkit, { query, tokenBudget: FIRST });

/** Without a session, more of the same question needs a larger budget, and repeats. */
export const contextWithoutSession: Policy = async function* (query, toolkit) {
  for (let tokenBudget = FIRST; tokenBudget <= END; tokenBudget *= 2)
    yield (await asked(toolkit, "context", { query, tokenBudget })).text ?? "";
};

export const statsThenContext: Policy = async function* (query, toolkit) {
  yield (await asked(toolkit, "stats", {})).text ?? "";
  yield* contextInSteps(query, toolkit);
};

export const traverseThenMore: Policy = (query, toolkit) => packs(toolkit, { query, maxNodes: 20 }, "traverse");

async function hitsOf(toolkit: Toolkit, query: string) {
  const text = (await asked(toolkit, "search", { query })).text ?? "";
  const { nodes } = (await toolkit.call("search", { query })) as unknown as { readonly nodes: readonly Hit[] };
  return { text, hits: nodes };
}

interface Row {
  readonly id?: string;
  readonly heading: string;
  readonly preview?: string;
}

interface Hit {
  readonly id: string;
  readonly level: number;
  readonly best?: { readonly id: string };
  readonly content?: { readonly sections?: readonly Row[] };
}

export const searchThenWhole: Policy = async function* (query, toolkit) {
  const { text, hits } = await hitsOf(toolkit, query);
  yield text;
  for (const { id } of hits) yield await open(toolkit, id, 4);
};

/** Opens the passage that each hit names, then whole notes. */
export const searchThenPassage: Policy = async function* (query, toolkit) {
  const { text, hits } = await hitsOf(toolkit, query);
  yield text;
  for (const { id, best } of hits) yield await open(toolkit, best?.id ?? id, 4);
  for (const { id, best } of hits) if (best !== undefined) yield await open(toolkit, id, 4);
};

/** The outline of each hit, then the section of it that shares most words with the question; whole notes at last. */
export const searchThenOutline: Policy = async function* (query, toolkit) {
  const { text, hits } = await hitsOf(toolkit, query);
  yield text;
  for (const { id } of hits) {
    yield await open(toolkit, id, 3);
    const answer = (await toolkit.call("node", { nodes: id, level: 3 })) as unknown as {
      readonly nodes: readonly Hit[];
    };
    const section = bestSection(query, answer.nodes[0]);
    yield await open(toolkit, section ?? id, 4);
  }
  for (const { id } of hits) yield await open(toolkit, id, 4);
};

function bestSection(question: string, hit: Hit | undefined): string | undefined {
  const rows = (hit?.content?.sections ?? []).map(({ id, heading, preview = "" }) => ({
    id,
    shared: sharedWords(question, `${heading} ${preview}`),
  }));
  const [best] = rows.filter(({ id, shared }) => id !== undefined && shared > 0).sort((a, b) => b.shared - a.shared);
  return best?.id;
}

const COMMON = new Set(
  "a an the of in on to is was were are did do does what which who whom whose when where how why many much for by with from and or at as it its that this be been has have had not first".split(
    " ",
  ),
);

function sharedWords(question: string, text: string): number {
  const words = (of: string) => (of.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !COMMON.has(word));
  const known = new Set(words(text));
  return new Set(words(question).filter((word) => known.has(word))).size;
}
