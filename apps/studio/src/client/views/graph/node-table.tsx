import { useSignal } from "@preact/signals";
import { LevelBadge } from "../../components/level-badge.js";
import { NodeLink } from "../../components/node-link.js";
import { count } from "../../figures.js";
import { sightings } from "../../state/graph.js";
import type { GraphData } from "../../state/graph-data.js";

interface NodeTableProps {
  readonly graph: GraphData;
  readonly passing: Uint8Array;
  readonly selected: number | undefined;
}

const PAGE = 200;

/** The same nodes as rows, those of the session first: for screen readers, and where nothing can be drawn. */
export function NodeTable({ graph, passing, selected }: NodeTableProps) {
  const pages = useSignal(1);
  const seen = sightings.value;
  const rank = (index: number) => {
    const sighting = seen.get(graph.node(index).id);
    return sighting === undefined ? -2 : (sighting.level ?? -1);
  };
  const rows = [...passing.keys()]
    .filter((index) => passing[index] === 1)
    .sort((a, b) => rank(b) - rank(a) || graph.degree(b) - graph.degree(a) || a - b);
  const shown = rows.slice(0, PAGE * pages.value);
  return (
    <div class="node-table card">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Node</th>
            <th scope="col">Type</th>
            <th scope="col">Domain</th>
            <th scope="col" class="number">
              Links
            </th>
            <th scope="col" class="number">
              Tokens in full
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((index) => {
            const { id, type, domain, tokens } = graph.node(index);
            const sighting = seen.get(id);
            return (
              <tr key={id} aria-current={index === selected ? "true" : undefined}>
                <td>
                  {sighting?.level === undefined ? null : <LevelBadge level={sighting.level} />}
                  {sighting?.omitted === undefined ? null : (
                    <span class="soft small">{`left out: ${sighting.omitted}`}</span>
                  )}
                </td>
                <th scope="row">
                  <NodeLink id={id} />
                </th>
                <td>{type}</td>
                <td>{domain}</td>
                <td class="number">{count(graph.degree(index))}</td>
                <td class="number">{count(tokens)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 ? <p class="soft table-end">No node passes the filters.</p> : null}
      {shown.length < rows.length ? (
        <p class="table-end">
          <button
            type="button"
            class="button"
            onClick={() => {
              pages.value += 1;
            }}
          >
            {`Show more (${count(rows.length - shown.length)} left)`}
          </button>
        </p>
      ) : null}
    </div>
  );
}
