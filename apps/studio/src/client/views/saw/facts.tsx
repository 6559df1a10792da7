import { hrefTo } from "../../router.js";
import { nameOf } from "./lists.js";
import type { Fact } from "./why-this.js";

/** What is known of why, as a list of names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ label, value, node }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            {node === undefined ? (
              value
            ) : (
              <a class="node-link" href={hrefTo("saw", { node })} title={node}>
                {nameOf(node)}
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
