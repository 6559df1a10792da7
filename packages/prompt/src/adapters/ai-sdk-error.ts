import { isPdError } from "@pd/core";
import { fixForStatus, ModelError, type ModelFailure } from "./model-error.js";

interface SdkError extends Error {
  readonly statusCode?: number;
  readonly isRetryable?: boolean;
  readonly lastError?: unknown;
}

/**
 * The AI SDK's errors are told apart by name, as theirs are meant to be. Their messages are not repeated: a server may
 * have put the key into one, and this adapter does not know the key. The cause has it all, for the host.
 */
export function modelErrorFrom(thrown: unknown, adapter: string): unknown {
  if (isPdError(thrown)) return thrown;
  // In a stream, an error is whatever the server sent.
  const error: SdkError =
    thrown instanceof Error ? thrown : new Error("The stream told of an error", { cause: thrown });
  if (error.name === "AI_RetryError") return modelErrorFrom(error.lastError, adapter);
  const status = error.name === "AI_APICallError" ? error.statusCode : undefined;
  const failure = failureOf(error, status);
  return new ModelError(`${adapter}: ${wordsFor(failure, status)}`, {
    adapter,
    failure,
    status,
    retryable: failure === "timeout" || (error.isRetryable ?? false),
    fix: failure === "http" && status !== undefined ? fixForStatus(status) : "The cause says more.",
    cause: error,
  });
}

function failureOf({ name }: Error, status: number | undefined): ModelFailure {
  if (name === "AbortError" || name === "TimeoutError") return "timeout";
  if (name === "AI_APICallError") {
    if (status === undefined) return "network";
    // The SDK reports an answer that it cannot read with the status it came with.
    return status < 300 ? "malformed" : "http";
  }
  // A provider that does not check an answer stumbles over it.
  return name === "TypeError" ||
    /^AI_(JSONParse|TypeValidation|InvalidResponseData|NoOutputGenerated|EmptyResponseBody)/.test(name)
    ? "malformed"
    : "server";
}

function wordsFor(failure: ModelFailure, status: number | undefined): string {
  switch (failure) {
    case "http":
      return `the server answered ${status}`;
    case "network":
      return "the connection failed";
    case "timeout":
      return "no answer in time";
    case "malformed":
      return "the server sent something that cannot be read";
    case "server":
      return "the model failed";
  }
}
