import { hrefTo } from "../router.js";
import { graph } from "../state/graph.js";

/** A node by its name, leading to it in a view. */
export function NodeLink({ id, view = "graph" }: { readonly id: string; readonly view?: string }) {
  const name = graph.value?.find(id)?.name ?? id;
  return (
    <a class="node-link" href={hrefTo(view, { node: id })} title={id}>
      {name}
    </a>
  );
}
