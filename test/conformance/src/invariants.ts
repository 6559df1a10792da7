import { type Answer, jsonAnswerSchema, o200k, type Telemetry, textAnswerSchema } from "@pd/core";
import * as z from "zod/mini";
import type { Input } from "./doors/door.js";

/** R2.3: what stands around the nodes stays under this. */
const ENVELOPE_TOKENS = 300;

/** What holds for every answer to every call, whatever the case is about. Gives back what does not. */
export function brokenInvariants(answer: unknown, input: Input): readonly string[] {
  const format = input["format"] ?? ("text" in (answer as object) ? "text" : "json");
  const parsed = z.safeParse(format === "text" ? textAnswerSchema : jsonAnswerSchema, answer);
  if (!parsed.success) return [`R1.4 R6.6 no valid answer: ${JSON.stringify(parsed.error.issues.slice(0, 2))}`];
  const { nodes, omitted, telemetry, ...rest } = answer as Answer;
  const { text, data, ...envelope } = rest;
  const parts = text === undefined ? [nodes, data].flatMap((part) => JSON.stringify(part) ?? []) : [text];
  const counted = parts.reduce((sum, part) => sum + o200k.count(part), 0);
  const around = o200k.count(JSON.stringify({ ...envelope, omitted, telemetry }));
  // What an answer may cost where the request says nothing is said by its own telemetry (R2.11).
  const budget = input["tokenBudget"] ?? telemetry.tokenBudget;
  return [
    ...(counted === telemetry.tokensUsed
      ? []
      : [`R2.3 tokensUsed ${telemetry.tokensUsed}, a recount gives ${counted}`]),
    ...(typeof budget === "number" && counted > budget ? [`R2.2 ${counted} tokens for a budget of ${budget}`] : []),
    ...(around < ENVELOPE_TOKENS ? [] : [`R2.3 the envelope has ${around} tokens`]),
    ...(omitted.length <= 20 ? [] : [`R2.3 ${omitted.length} are named in omitted`]),
    ...telemetryProblems(telemetry, nodes, omitted.length),
    ...forbiddenWords(answer as Answer),
  ];
}

function telemetryProblems(telemetry: Telemetry, nodes: Answer["nodes"], named: number): readonly string[] {
  const { nodesAtLevel, nodesLoaded, nodesVisited, nodesOmitted } = telemetry;
  const sum = Object.values(nodesAtLevel).reduce((total, count) => total + count, 0);
  const wrong = Object.entries(nodesAtLevel).filter(
    ([level, count]) => nodes.filter((node) => String(node.level) === level).length !== count,
  );
  return [
    ...(nodesLoaded === nodesAtLevel[3] + nodesAtLevel[4] ? [] : ["R2.8 nodesLoaded is not levels 3 and 4"]),
    ...(nodesVisited >= sum ? [] : ["R2.8 fewer nodes visited than shown"]),
    ...(wrong.length === 0 ? [] : [`R2.8 nodesAtLevel does not count the nodes: ${JSON.stringify(wrong)}`]),
    ...(nodesOmitted >= named ? [] : ["R2.8 nodesOmitted is less than what is named"]),
  ];
}

/** The marks of a place: which words may stand in a node of which level. */
const MARKS = [
  ["HIDDEN-", 5],
  ["BODY-", 4],
  ["PREV-", 3],
  ["CTX-", 2],
  ["DESC-", 1],
] as const;

function forbiddenWords(answer: Answer): readonly string[] {
  if (answer.text !== undefined) {
    const highest = Math.max(-1, ...answer.nodes.map(({ level }) => level));
    return MARKS.filter(([mark, level]) => level > highest && answer.text?.includes(mark)).map(
      ([mark, level]) => `R1 ${mark} stands in a text whose nodes are below level ${level}`,
    );
  }
  return answer.nodes.flatMap((node) =>
    MARKS.filter(([mark, level]) => level > node.level && JSON.stringify(node).includes(mark)).map(
      ([mark, level]) => `R1 ${node.id} at ${node.level} holds ${mark}, which is for level ${level}`,
    ),
  );
}

/** Whether it is an answer of the gate at all: a tool may give back anything. */
export function isAnswer(value: unknown): boolean {
  return z.safeParse(z.looseObject({ telemetry: z.unknown(), nodes: z.unknown() }), value).success;
}
