/**
 * Whether what we tell a model pays: each piece of advice in a tool's description or in the server's instructions as a fixed policy, beside
 * what an agent does without it, in tokens until everything that answers a question was read. A call costs 60 beside its answer. A question
 * that is not answered within 16,000 tokens counts as 16,000. Advice that did not pay is not given any more; it is measured to show why.
 *
 *     tsx src/advice.ts [corpora]
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createToolkit, o200k, type Toolkit } from "@pd/core";
import { type Asked, type AskedVault, folded, longNotes, notebooks } from "./advice/asked.js";
import {
  contextAsItComes,
  contextInSteps,
  contextWithoutSession,
  END,
  type Policy,
  searchThenOutline,
  searchThenPassage,
  searchThenWhole,
  statsThenContext,
  traverseThenMore,
} from "./advice/policies.js";
import { bars, figure, quick } from "./figures.js";

const POLICIES = new Map<string, Policy>([
  ["context, 1,000 tokens at a time", contextInSteps],
  ["context as it comes, 6,000 tokens", contextAsItComes],
  ["context without a session", contextWithoutSession],
  ["search, then whole notes", searchThenWhole],
  ["search, then the best passages", searchThenPassage],
  ["search, then outlines and sections", searchThenOutline],
  ["stats, then context", statsThenContext],
  ["traverse", traverseThenMore],
]);

interface Advice {
  readonly says: string;
  readonly followed: string;
  /** What an agent does without it; the cheapest of them counts. */
  readonly otherwise: readonly string[];
  /** It is said to models. */
  readonly given: boolean;
}

const STEPS = "context, 1,000 tokens at a time";
const ADVICE: readonly Advice[] = [
  {
    says: "for a question, context",
    followed: STEPS,
    otherwise: ["search, then whole notes", "search, then the best passages"],
    given: true,
  },
  {
    says: "start with tokenBudget 1000",
    followed: STEPS,
    otherwise: ["context as it comes, 6,000 tokens"],
    given: true,
  },
  { says: "session and repeat false", followed: STEPS, otherwise: ["context without a session"], given: true },
  {
    says: "the lowest level that answers",
    followed: "search, then outlines and sections",
    otherwise: ["search, then whole notes"],
    given: false,
  },
  { says: "stats, to get your bearings", followed: "stats, then context", otherwise: [STEPS], given: false },
  { says: "traverse, for how things connect", followed: "traverse", otherwise: [STEPS], given: false },
];

const CALL = 60;
const corpora =
  process.argv[2] ?? process.env["PD_CORPORA"] ?? fileURLToPath(new URL("../../../shared/corpora", import.meta.url));

await o200k.load();
const vaults = [await notebooks(), await longNotes(join(corpora, "vault"))].filter((vault) => vault !== undefined);
if (vaults.length < 2) console.log("advice: there are not all of its questions beside the repository");
for (const vault of vaults) judge(vault.name, await meansOf(vault));

/** Mean tokens by policy. */
async function meansOf({ name, vault, questions: all }: AskedVault): Promise<ReadonlyMap<string, number>> {
  const questions = quick ? all.filter((_, at) => at % 4 === 0) : all;
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const means = new Map<string, number>();
  for (const [policyName, policy] of POLICIES) {
    const spent: (number | undefined)[] = [];
    for (const asked of questions) spent.push(await tokensUntilRead(asked, policy, toolkit));
    const sum = spent.reduce<number>((total, tokens) => total + (tokens ?? END), 0);
    means.set(policyName, Math.round(sum / spent.length));
    const answered = spent.filter((tokens) => tokens !== undefined).length;
    console.log(`${name}, ${policyName}: mean ${means.get(policyName)}, ${answered} of ${spent.length} answered`);
  }
  return means;
}

async function tokensUntilRead(
  { question, evidence }: Asked,
  policy: Policy,
  toolkit: Toolkit,
): Promise<number | undefined> {
  let tokens = 0;
  let seen = "";
  for await (const text of policy(question, toolkit)) {
    tokens += o200k.count(text) + CALL;
    if (tokens > END) return undefined;
    seen += `\n${folded(text)}`;
    if (evidence.every((piece) => seen.includes(piece))) return tokens;
  }
  return undefined;
}

function judge(vault: string, means: ReadonlyMap<string, number>): void {
  const whole = "search, then whole notes";
  figure({
    what: `${vault}, until a question is answered: ${STEPS}`,
    value: means.get(STEPS)!,
    unit: "tokens",
    against: `${whole}: ${means.get(whole)!.toLocaleString("en")}`,
  });
  for (const { says, followed, otherwise, given } of ADVICE) {
    const own = means.get(followed)!;
    const other = Math.min(...otherwise.map((name) => means.get(name)!));
    const ratio = Number((own / other).toFixed(2));
    console.log(`${vault}: "${says}" ${ratio} × its omission${given ? "" : " (not given any more)"}`);
    figure({
      what: `${vault}, ${given ? "" : "not said any more: "}${says}`,
      value: ratio,
      unit: "×",
      against: "leaving it",
      ...(given ? { atMost: 0.99 } : {}),
    });
  }
  bars({
    chart: `advice-${vault.replaceAll(" ", "-")}`,
    title: `Tokens until a question is answered: ${vault}`,
    unit: "tokens, mean",
    better: "less",
    bars: [...means].map(([label, value]) => ({ label, value, own: label === STEPS })),
  });
}
