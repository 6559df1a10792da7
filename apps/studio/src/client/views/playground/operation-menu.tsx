import { hrefTo } from "../../router.js";
import type { Arguments } from "./arguments.js";
import type { Callable } from "./callable.js";

interface OperationMenuProps {
  readonly callables: readonly Callable[];
  readonly chosen: Callable;
  readonly given: Arguments;
}

/** Everything that can be called. What both take is kept when another is chosen. */
export function OperationMenu({ callables, chosen, given }: OperationMenuProps) {
  const operations = callables.filter(({ kind }) => kind === "operation");
  const tools = callables.filter(({ kind }) => kind === "tool");
  const item = (callable: Callable) => (
    <li key={callable.name}>
      <a
        class="operation"
        href={hrefTo("playground", { op: callable.name, args: keptFor(callable, given) })}
        aria-current={callable.name === chosen.name ? "page" : undefined}
        title={callable.description}
      >
        {callable.name}
      </a>
    </li>
  );
  return (
    <nav class="operation-menu" aria-label="Operations and tools">
      <ul class="operation-list">{operations.map(item)}</ul>
      {tools.length === 0 ? null : (
        <>
          <span class="field-name operation-kind">tools</span>
          <ul class="operation-list">{tools.map(item)}</ul>
        </>
      )}
    </nav>
  );
}

function keptFor({ form }: Callable, given: Arguments): string | undefined {
  const kept = Object.entries(given).filter(([name]) => form.fields.some((field) => field.name === name));
  return kept.length === 0 ? undefined : JSON.stringify(Object.fromEntries(kept));
}
