import { isPdError, PdError } from "@pd/core";

/** Whatever a call threw, as an error whose words are made for a model. What a tool threw is not quoted: it may hold what must not leave. */
export function asPdError(thrown: unknown): PdError {
  return isPdError(thrown) ? thrown : new PdError("tool-failed", "The call failed", { cause: thrown });
}

export function unknownTool(name: string, known: Iterable<string>): PdError {
  return new PdError("tool-unknown", "There is no tool of that name", {
    where: name.slice(0, 64),
    fix: `Known names: ${[...known].join(", ")}.`,
  });
}

export function unknownGraph(graphs: readonly string[]): PdError {
  return new PdError("graph-unknown", "There is no graph with that id", {
    where: "graphId",
    fix: `Known graphs: ${graphs.join(", ")}.`,
  });
}

export function notAnObject(): PdError {
  return new PdError("input-invalid", "The arguments are not a JSON object", {
    fix: "Send one object with named fields.",
  });
}

export function tooLong(tokens: number, room: number): PdError {
  return new PdError("budget-too-small", `The answer has ${tokens} tokens, and ${Math.max(0, room)} are left`, {
    fix: "Ask for less.",
  });
}
