import { LEVEL_NAMES } from "@pd/core";
import { LevelBadge } from "../../components/level-badge.js";
import { NodeLink } from "../../components/node-link.js";
import { count, plural } from "../../figures.js";
import { hrefTo } from "../../router.js";
import { graphId, sightings } from "../../state/graph.js";
import type { GraphData, Neighbour } from "../../state/graph-data.js";
import { recording, step } from "../../state/recordings.js";
import type { Sighting } from "../../state/sightings.js";
import { NodeAbout } from "./node-about.js";
import { whyShown } from "./why-shown.js";

interface NodePanelProps {
  readonly graph: GraphData;
  readonly index: number;
  readonly onClose: () => void;
}

const MOST = 40;

/** One node: what it is, what the session knows of it and why, and where it leads. */
export function NodePanel({ graph, index, onClose }: NodePanelProps) {
  const node = graph.node(index);
  const sighting = sightings.value.get(node.id);
  const neighbours = graph.neighbours(index);
  const asked = { nodes: node.id, level: 4, ...(graphId.value === undefined ? {} : { graphId: graphId.value }) };
  return (
    <aside class="node-panel card" aria-label={`About ${node.name}`}>
      <header class="node-panel-head">
        <h2>{node.name}</h2>
        <button type="button" class="button button-quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      <p class="mono soft node-id">{node.id}</p>
      <p class="row">
        <span class="tag">{node.type}</span>
        <span class="tag">{node.domain}</span>
        {node.tags.map((tag) => (
          <span key={tag} class="tag">{`#${tag}`}</span>
        ))}
      </p>
      <NodeAbout id={node.id} />
      <Known sighting={sighting} price={node.tokens} />
      <p class="row">
        <a class="button button-small" href={hrefTo("saw", { node: node.id })}>
          What it saw
        </a>
        <a
          class="button button-small"
          href={hrefTo("playground", { op: "node", args: JSON.stringify(asked), run: "1" })}
        >
          Open in the playground
        </a>
      </p>
      <h3>{plural(neighbours.length, "link")}</h3>
      <ul class="neighbours">
        {neighbours.slice(0, MOST).map((neighbour) => (
          <NeighbourLine
            key={`${neighbour.direction} ${neighbour.relation} ${neighbour.index}`}
            {...{ graph, neighbour }}
          />
        ))}
      </ul>
      {neighbours.length > MOST ? <p class="soft small">{`and ${count(neighbours.length - MOST)} more`}</p> : null}
    </aside>
  );
}

function Known({ sighting, price }: { readonly sighting: Sighting | undefined; readonly price: number }) {
  const why = sighting === undefined ? [] : whyShown(recording.value?.entries.slice(0, step.value) ?? [], sighting.id);
  return (
    <dl class="facts">
      <dt>Shown</dt>
      <dd>
        {sighting?.level === undefined ? (
          "not in this session"
        ) : (
          <>
            <LevelBadge level={sighting.level} /> {`${LEVEL_NAMES[sighting.level]}, since call ${sighting.raisedAt}`}
          </>
        )}
      </dd>
      {sighting === undefined || sighting.tokens === 0 ? null : (
        <>
          <dt>Has cost</dt>
          <dd class="number">{plural(sighting.tokens, "token")}</dd>
        </>
      )}
      <dt>In full</dt>
      <dd class="number">{plural(price, "token")}</dd>
      {why.length === 0 ? null : (
        <>
          <dt>Why</dt>
          <dd>
            {why.map(({ field, via }) => (
              <span key={`${field} ${via ?? ""}`} class="why">
                {field === "link" ? "link from " : field}
                {via === undefined ? null : <NodeLink id={via} />}
              </span>
            ))}
          </dd>
        </>
      )}
      {sighting?.omitted === undefined ? null : (
        <>
          <dt>Left out</dt>
          <dd>
            {`${sighting.omitted}. `}
            <a href={hrefTo("saw", { node: sighting.id, why: "not" })}>Why not?</a>
          </dd>
        </>
      )}
    </dl>
  );
}

function NeighbourLine({ graph, neighbour }: { readonly graph: GraphData; readonly neighbour: Neighbour }) {
  const { id } = graph.node(neighbour.index);
  const level = sightings.value.get(id)?.level;
  return (
    <li class="neighbour">
      <span class="soft small" title={neighbour.direction === "to" ? "this leads there" : "that leads here"}>
        <span aria-hidden="true">{neighbour.direction === "to" ? "→" : "←"}</span>
        <span class="for-ears">{neighbour.direction === "to" ? "to" : "from"}</span>
      </span>
      <NodeLink id={id} />
      {neighbour.relation === "references" ? null : <span class="soft small">{neighbour.relation}</span>}
      {level === undefined ? null : <LevelBadge level={level} />}
    </li>
  );
}
