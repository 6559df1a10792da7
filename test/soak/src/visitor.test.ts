import type { JsonAnswer } from "@pd/core";
import { expect, test } from "vitest";
import type { Caller, Reply } from "./caller.js";
import { createVisitor } from "./visitor.js";

interface Wrong {
  /** Shown at this level to sessions that never saw it. */
  readonly othersCanary?: number;
  readonly ownCanary?: number;
  readonly takesForeign?: boolean;
  readonly linkSays?: string;
  readonly bodySays?: string;
  readonly tokensUsed?: number;
  readonly refuses?: string;
}

/** A server that is right but for what is said of it. */
function serverWith(wrong: Wrong): Caller {
  const { othersCanary = 0, ownCanary = 4, linkSays = "Version 7.", bodySays = "version 7", tokensUsed = 10 } = wrong;
  const answer = (nodes: readonly object[]) =>
    ({ nodes, session: "mine", telemetry: { tokensUsed } }) as unknown as JsonAnswer;
  const target = { id: "note:target", level: 2, description: "Version 7." };
  return {
    async call(operation, input): Promise<Reply> {
      const {
        nodes: [name = ""] = [],
        level = 1,
        session,
      } = input as {
        nodes?: string[];
        level?: number;
        session?: string;
      };
      if (session === "foreign" && wrong.takesForeign !== true) return { refused: "session-unknown" };
      if (operation === "search" && wrong.refuses !== undefined) return { refused: wrong.refuses };
      if (operation !== "node") return answer([]);
      if (name === "canary 1") return answer([{ id: "note:canary-1", level: Math.max(level, ownCanary) }]);
      if (name === "canary 2") return answer([{ id: "note:canary-2", level: Math.max(level, othersCanary) }]);
      if (name === "source")
        return answer([{ id: "note:source", level: 2, links: [{ target: target.id, description: linkSays }] }, target]);
      return answer([{ ...target, level: 4, content: { full: `This is ${bodySays}.` } }]);
    },
    close: async () => undefined,
  };
}

async function rulesBroken(wrong: Wrong): Promise<readonly string[]> {
  const broken: string[] = [];
  const visitor = createVisitor(1, serverWith(wrong), (rule) => broken.push(rule));
  await visitor.visit({ foreign: "foreign", number: 2 });
  return broken;
}

test("a server that keeps all rules breaks none", async () => {
  expect(await rulesBroken({})).toEqual([]);
});

test.each<[Wrong, string]>([
  [{ othersCanary: 4 }, "what others saw is not seen"],
  [{ ownCanary: 0 }, "what a session saw stays seen"],
  [{ takesForeign: true }, "a handle of another caller is refused"],
  [{ linkSays: "Version 6." }, "an answer is of one version"],
  [{ bodySays: "version 8" }, "a body is of the version that was indexed"],
  [{ tokensUsed: 401 }, "a budget is a ceiling"],
  [{ refuses: "tool-failed" }, "no error"],
])("a server with %j is found out", async (wrong, rule) => {
  expect(await rulesBroken(wrong)).toContain(rule);
});
