import { useComputed, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { GraphData } from "../../state/graph-data.js";
import { findNodes } from "./find-nodes.js";

interface NodeSearchProps {
  readonly graph: GraphData;
  readonly onSelect: (index: number) => void;
}

const MOST = 8;

function focusView(): void {
  const stage = document.querySelector<HTMLElement>(".graph-canvas") ?? document.getElementById("view");
  stage?.focus({ preventScroll: true });
}

/** A box that finds nodes by name while one types. */
export function NodeSearch({ graph, onSelect }: NodeSearchProps) {
  const list = useId();
  const typed = useSignal("");
  const isOpen = useSignal(false);
  const active = useSignal(0);
  const found = useComputed(() => findNodes(graph, typed.value, MOST));
  const options = isOpen.value ? found.value : [];
  function choose(index: number | undefined) {
    if (index === undefined) return;
    isOpen.value = false;
    typed.value = "";
    // Keys go on in the picture, where the node is, and no longer into the box.
    focusView();
    onSelect(index);
  }
  function onKeyDown(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }) {
    const moves = new Map([
      ["ArrowDown", 1],
      ["ArrowUp", -1],
    ]);
    const move = moves.get(event.key);
    if (move !== undefined && options.length > 0) {
      event.preventDefault();
      active.value = (active.value + move + options.length) % options.length;
    } else if (event.key === "Enter") {
      choose(options[active.value]?.index);
    } else if (event.key === "Escape") {
      if (!isOpen.value) event.currentTarget.blur();
      isOpen.value = false;
    }
  }
  return (
    <div class="node-search">
      <input
        type="search"
        data-search
        // biome-ignore lint/a11y/noRedundantRoles: it has that role only with a list of the browser's own, which this has not
        role="combobox"
        list={undefined}
        aria-label="Find a node by name"
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${list}-${active.value}` : undefined}
        placeholder="Find a node  /"
        autocomplete="off"
        spellcheck={false}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          isOpen.value = true;
          active.value = 0;
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          isOpen.value = false;
        }}
      />
      <div id={list} role="listbox" aria-label="Nodes found" hidden={options.length === 0} class="search-options">
        {options.map((node, index) => (
          <div
            key={node.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active.value}
            class="search-option"
            onPointerDown={(event) => {
              event.preventDefault();
              choose(node.index);
            }}
          >
            <span class="cut">{node.name}</span>
            <span class="soft small cut">{node.domain}</span>
          </div>
        ))}
      </div>
      {isOpen.value && typed.value.trim() !== "" && found.value.length === 0 ? (
        <p class="search-options search-none" role="status">
          No node has that in its name.
        </p>
      ) : null}
    </div>
  );
}
