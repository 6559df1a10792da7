import type { JsonAnswer, NodeView } from "@pd/core";
import type { Caller, Reply } from "./caller.js";

/** What went wrong, by what should have held. */
export type Broken = (rule: string, details: unknown) => void;

export interface Visitor {
  /** The handle that it has now. */
  readonly session: string | undefined;
  /** One round of calls. */
  visit(others: Others): Promise<number>;
}

export interface Others {
  /** A handle that another caller of the same server has. */
  readonly foreign: string | undefined;
  /** The number of some other client. */
  readonly number: number;
}

interface Asking {
  /** Refusals that may come: the vault changes. */
  readonly allowed?: readonly string[];
  readonly remember?: boolean;
}

/** Sessions are changed for new ones after so many rounds, so that what they hold has to go again. */
const ROUNDS_PER_SESSION = 40;

/** A client that does what clients do, and looks at each answer for what must never be in it. */
export function createVisitor(number: number, caller: Caller, broken: Broken): Visitor {
  let session: string | undefined;
  let round = 0;
  let calls = 0;
  /** What this session was shown, as the server should have it in its ledger. */
  const seen = new Map<string, number>();

  async function ask(operation: string, input: object, { allowed = [], remember = true }: Asking = {}) {
    calls += 1;
    const reply: Reply = await caller.call(operation, input);
    if ("refused" in reply) {
      if (!allowed.includes(reply.refused)) broken("no error", { operation, input, refused: reply.refused });
      return undefined;
    }
    const inSession = "session" in input && input.session !== undefined;
    if (inSession && remember)
      for (const { id, level } of reply.nodes) seen.set(id, Math.max(seen.get(id) ?? 0, level));
    return reply;
  }

  /** R2.1: a session shows the higher of what is asked and what itself has seen, whatever others have. */
  async function checkCanary(of: number): Promise<void> {
    const answer = await ask("node", { nodes: [`canary ${of}`], level: 0, session }, { remember: false });
    const [shown] = answer?.nodes ?? [];
    if (shown === undefined) return;
    const expected = seen.get(shown.id) ?? 0;
    if (shown.level !== expected)
      broken(shown.level > expected ? "what others saw is not seen" : "what a session saw stays seen", {
        client: number,
        canary: of,
        level: shown.level,
        expected,
      });
    seen.set(shown.id, Math.max(expected, shown.level));
  }

  async function checkForeign(foreign: string): Promise<void> {
    calls += 1;
    const reply = await caller.call("node", { nodes: ["source"], level: 0, session: foreign });
    if (!("refused" in reply) || reply.refused !== "session-unknown")
      broken("a handle of another caller is refused", reply);
  }

  /** R3.9: whatever one answer shows comes from one version. */
  async function checkPair(): Promise<void> {
    const pair = await ask("node", { nodes: ["source", "target"], level: 2 });
    const [source, target] = [find(pair, "source"), find(pair, "target")];
    const shown = source?.links?.find(({ target: id }) => id === target?.id)?.description;
    if (target !== undefined && shown !== undefined && shown !== target.description)
      broken("an answer is of one version", { shown, target: target.description });
    const [full] = (await ask("node", { nodes: ["target"], level: 4 }))?.nodes ?? [];
    const body = full?.level === 4 ? /version (\d+)/.exec(full.content.full)?.[1] : undefined;
    if (body !== undefined && full?.level === 4 && full.description !== `Version ${body}.`)
      broken("a body is of the version that was indexed", { body, description: full.description });
  }

  async function wander(): Promise<void> {
    const scanned = await ask("scan", { limit: 10, path: round % 2 === 0 ? "moving" : undefined, session });
    const [some] = scanned?.nodes ?? [];
    if (some !== undefined)
      await ask("node", { nodes: [some.id], level: (round % 4) + 1, session }, { allowed: ["node-unknown"] });
    await ask("search", { query: `levels of note ${round % 120}`, limit: 5, session });
    const packed = await ask("context", { query: "budgets and levels", tokenBudget: 400, session });
    if (packed !== undefined && packed.telemetry.tokensUsed > 400) broken("a budget is a ceiling", packed.telemetry);
    if (round % 5 === 0)
      await ask("traverse", { start: "source", tokenBudget: 600, session }, { allowed: ["node-unknown"] });
    if (round % 11 === 0) await ask("stats", {});
  }

  return {
    get session() {
      return session;
    },
    async visit(others) {
      calls = 0;
      if (round % ROUNDS_PER_SESSION === 0) {
        seen.clear();
        if (session !== undefined) await caller.end?.(session);
        const first = await ask("node", { nodes: [`canary ${number}`], level: 4, session: "new" });
        session = first?.session;
        if (session === undefined) broken("a session is given", first);
      }
      await wander();
      await checkCanary(number);
      await checkCanary(others.number);
      if (others.foreign !== undefined) await checkForeign(others.foreign);
      await checkPair();
      round += 1;
      return calls;
    },
  };
}

type Linked = NodeView & { readonly links?: readonly { readonly target: string; readonly description?: string }[] };

function find(answer: JsonAnswer | undefined, name: string): (Linked & { readonly description?: string }) | undefined {
  return answer?.nodes.find(({ id }) => id.endsWith(`:${name}`)) as
    | (Linked & { readonly description?: string })
    | undefined;
}
