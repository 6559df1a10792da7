import { graph, graphChoices } from "../../state/graph.js";

interface SuggestedInputProps {
  readonly common: { readonly id: string };
  readonly name: string;
  readonly value: string;
  readonly onTyped: (text: string) => void;
}

/** More than fits into a list that one looks through. */
const SUGGESTED = 12;

/** A text for which the graph knows words: its nodes, types, domains and tags. */
export function SuggestedInput({ common, name, value, onTyped }: SuggestedInputProps) {
  const list = `${common.id}-suggestions`;
  const words = suggestionsFor(name, value);
  return (
    <>
      <input
        {...common}
        value={value}
        list={words.length === 0 ? undefined : list}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onTyped(event.currentTarget.value)}
      />
      {words.length === 0 ? null : (
        <datalist id={list}>
          {words.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </>
  );
}

function suggestionsFor(name: string, typed: string): readonly string[] {
  const all = graph.value?.columns;
  if (name === "graphId") return graphChoices.value.map(({ id }) => id);
  if (name === "session") return ["new"];
  if (all === undefined) return [];
  if (name === "type") return all.typeNames;
  if (name === "domain") return all.domainNames;
  if (name === "tag") return all.tagNames.slice(0, 200);
  if (name !== "nodes" && name !== "start") return [];
  const wanted = typed.toLowerCase();
  const found: string[] = [];
  for (const id of all.ids) {
    if (found.length === SUGGESTED) break;
    if (id.toLowerCase().includes(wanted)) found.push(id);
  }
  return found;
}
