import { go, place } from "./router.js";
import { VIEWS } from "./views.js";

/** Keys that work in every view: a digit opens the view at that place of the menu, `/` goes to the view's search box. */
export function startKeys(): void {
  document.addEventListener("keydown", onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === "/") {
    const box = document.querySelector<HTMLElement>("[data-search]");
    if (box === null) return;
    event.preventDefault();
    box.focus();
    return;
  }
  const view = VIEWS[Number(event.key) - 1];
  if (view !== undefined && view.name !== place.value.view) go(view.name);
}

/** Whoever types a digit into a field means the digit. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}
