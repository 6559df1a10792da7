import { isPdError } from "../model/errors.js";
import { escapeControls } from "../text/escape-controls.js";

/** An error as a person is told of it. */
export interface DescribedError {
  readonly code: string;
  readonly message: string;
  readonly where?: string | undefined;
  /** What the system said. */
  readonly why?: string | undefined;
  readonly fix?: string | undefined;
}

export function describeError(error: unknown): DescribedError {
  if (!isPdError(error))
    return { code: "internal", message: firstLine(error instanceof Error ? error.message : String(error)) };
  const { code, message, where, fix, cause } = error;
  const why = cause instanceof Error ? firstLine(cause.message) : undefined;
  return { code, message, where, fix, why: why !== undefined && message.includes(why) ? undefined : why };
}

/** `pd mcp: error[code] message`, then where, why and fix, each on its line: the form in which every program of pd ends with an error. */
export function programError(name: string, error: unknown): string {
  const { code, message, ...facts } = describeError(error);
  const lines = (["where", "why", "fix"] as const).flatMap((fact) => {
    const text = facts[fact] ?? "";
    return text === "" ? [] : [`  ${`${fact}:`.padEnd(7)}${escapeControls(text)}`];
  });
  return `${[`${name}: error[${code}] ${escapeControls(message)}`, ...lines].join("\n")}\n`;
}

function firstLine(text: string): string {
  return escapeControls((text.split("\n", 1)[0] ?? "").slice(0, 300));
}
