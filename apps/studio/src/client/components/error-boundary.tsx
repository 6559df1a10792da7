import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { ErrorNotice } from "./notice.js";

/** A view that fails leaves the rest of the page standing. */
export function ErrorBoundary({ children }: { readonly children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  return error === undefined ? children : <ErrorNotice error={error} onRetry={reset} />;
}
