import type { ComponentChildren } from "preact";
import "./tabs.css";

export interface Tab {
  readonly id: string;
  readonly title: string;
}

interface TabsProps {
  /** What is chosen between, for ears. */
  readonly label: string;
  /** Unique on the page. */
  readonly name: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly children: ComponentChildren;
}

const STEPS = new Map<string, (at: number, last: number) => number>([
  ["ArrowRight", (at) => at + 1],
  ["ArrowLeft", (at) => at - 1],
  ["Home", () => 0],
  ["End", (_, last) => last],
]);

/** One of several panels. Arrow keys go from tab to tab, as they do in a desktop's dialogues. */
export function Tabs({ label, name, tabs, chosen, onChoose, children }: TabsProps) {
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === chosen),
  );
  function onKeyDown(event: KeyboardEvent) {
    const to = STEPS.get(event.key)?.(at, tabs.length - 1);
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    document.getElementById(`${name}-tab-${next.id}`)?.focus();
  }
  return (
    <div class="tabbed">
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            class="tab"
            id={`${name}-tab-${id}`}
            aria-selected={index === at}
            aria-controls={`${name}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${tabs[at]?.id}`}>
        {children}
      </div>
    </div>
  );
}
