import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** What the address says: which view, and everything about its state. */
export interface Place {
  readonly view: string;
  readonly query: URLSearchParams;
}

/** A value to set in the query; `undefined` takes the name out. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** What stays when another view is opened: the same session at the same step, and the same node. */
const SHARED: readonly string[] = ["graph", "session", "b", "step", "node"];

const FIRST_VIEW = "graph";

const address = signal(readAddress());

export const place: ReadonlySignal<Place> = address;

/** One part of the query, as a signal that changes only when that part does. */
export function parameter(name: string): ReadonlySignal<string | undefined> {
  return computed(() => address.value.query.get(name) ?? undefined);
}

/** The address of a view, with what views share, changed as asked. */
export function hrefTo(view: string, changes: Changes = {}): string {
  const { query } = address.value;
  const shared = new URLSearchParams([...query].filter(([name]) => SHARED.includes(name)));
  return written(view, changed(shared, changes));
}

/** Opens a view; the back button comes back from it. */
export function go(view: string, changes: Changes = {}): void {
  visit(hrefTo(view, changes));
}

/**
 * Changes the state of the view that is open. Typing and dragging replace the address, so that the back button leaves
 * the view in one step; a choice that one may want to undo is `{ push: true }`.
 */
export function setQuery(changes: Changes, { push = false }: { readonly push?: boolean } = {}): void {
  const { view, query } = address.value;
  const href = written(view, changed(query, changes));
  if (href === location.pathname + location.search) return;
  history[push ? "pushState" : "replaceState"](null, "", href);
  address.value = readAddress();
}

/** Follows the browser's buttons, and links inside the page without loading it again. */
export function startRouter(): void {
  addEventListener("popstate", () => {
    address.value = readAddress();
  });
  document.addEventListener("click", (event) => {
    const href = innerLink(event);
    if (href === undefined) return;
    event.preventDefault();
    visit(href);
  });
}

function visit(href: string): void {
  if (href !== location.pathname + location.search) history.pushState(null, "", href);
  address.value = readAddress();
}

function innerLink(event: MouseEvent): string | undefined {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!isPlain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return undefined;
  if (link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return undefined;
  const [, first = ""] = link.pathname.split("/");
  // The server's own pages, such as /docs, are no views.
  return first === "docs" || link.hash !== "" ? undefined : link.pathname + link.search;
}

function readAddress(): Place {
  const [, view = ""] = location.pathname.split("/");
  return { view: view === "" ? FIRST_VIEW : view, query: new URLSearchParams(location.search) };
}

function changed(query: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

function written(view: string, query: URLSearchParams): string {
  return `/${view}${query.size === 0 ? "" : `?${query}`}`;
}
