import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { hrefTo } from "../router.js";
import type { View } from "../views.js";
import { ErrorBoundary } from "./error-boundary.js";
import { ErrorNotice, Notice } from "./notice.js";

type Loaded =
  | { readonly name: string; readonly component: ComponentType }
  | { readonly name: string; readonly error: unknown };

/** The view that the address names, loaded when it is first opened. */
export function ViewPort({ view }: { readonly view: View | undefined }) {
  const loaded = useSignal<Loaded | undefined>(undefined);
  useEffect(() => {
    if (view === undefined) return;
    let isCurrent = true;
    view.load().then(
      (component) => {
        if (isCurrent) loaded.value = { name: view.name, component };
      },
      (error: unknown) => {
        if (isCurrent) loaded.value = { name: view.name, error };
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [view]);
  if (view === undefined) return <NoSuchView />;
  const now = loaded.value;
  if (now === undefined || now.name !== view.name) return <div class="view-loading" aria-busy="true" />;
  if ("error" in now) return <ErrorNotice error={now.error} onRetry={() => location.reload()} />;
  const Shown = now.component;
  return (
    <ErrorBoundary key={view.name}>
      <Shown />
    </ErrorBoundary>
  );
}

function NoSuchView() {
  return (
    <Notice title="There is no such view">
      <p>
        The address may be cut off. <a href={hrefTo("graph")}>Open the graph</a>, or choose a view above.
      </p>
    </Notice>
  );
}
