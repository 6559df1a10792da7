import { isPdError } from "@pd/core";
import type { ComponentChildren } from "preact";

interface NoticeProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly tone?: "plain" | "error";
}

/** Nothing to show, or something wrong: what it is, and what to do. */
export function Notice({ title, children, tone = "plain" }: NoticeProps) {
  return (
    <div class="notice" data-tone={tone} role={tone === "error" ? "alert" : "status"}>
      <p class="notice-title">{title}</p>
      {children === undefined ? null : <div class="notice-body">{children}</div>}
    </div>
  );
}

/** Whatever was thrown, with its way out where it names one. */
export function ErrorNotice({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const message = error instanceof Error ? error.message : String(error);
  const fix = isPdError(error) ? error.fix : undefined;
  return (
    <Notice title={message} tone="error">
      {fix === undefined ? null : <p>{fix}</p>}
      {onRetry === undefined ? null : (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </Notice>
  );
}
