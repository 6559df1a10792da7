import { useEffect, useState } from "preact/hooks";

/** An answer on its way. What was known before stays on show while the next one is asked for. */
export type Asked<Value> =
  | { readonly kind: "none" }
  | { readonly kind: "loading"; readonly before: Value | undefined }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "done"; readonly value: Value };

/** Asks whenever the question changes, and lets go of an answer that nobody waits for any more. No question, no answer. */
export function useAsked<Value>(
  question: string | undefined,
  ask: (signal: AbortSignal) => Promise<Value>,
): Asked<Value> {
  const [asked, setAsked] = useState<Asked<Value>>({ kind: "none" });
  // The question stands for all that the asking depends on.
  useEffect(() => {
    if (question === undefined) {
      setAsked({ kind: "none" });
      return;
    }
    const leaving = new AbortController();
    setAsked((before) => ({ kind: "loading", before: answerIn(before) }));
    ask(leaving.signal).then(
      (value) => leaving.signal.aborted || setAsked({ kind: "done", value }),
      (error: unknown) => leaving.signal.aborted || setAsked({ kind: "failed", error }),
    );
    return () => leaving.abort();
  }, [question]);
  return asked;
}

export function answerIn<Value>(asked: Asked<Value>): Value | undefined {
  if (asked.kind === "done") return asked.value;
  return asked.kind === "loading" ? asked.before : undefined;
}
