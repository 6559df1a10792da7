import {
  type Content,
  type ContentRequest,
  cancellable,
  extractSections,
  type Link,
  type LinksRequest,
  type NodeId,
  type NodeSource,
  PdError,
  readEach,
  type SectionsRequest,
  someLinks,
} from "@pd/core";
import { PROMPT_ERRORS } from "../section/prompt-errors.js";
import type { OutlinedSection } from "../section/prompt-outline.js";
import type { Prompt } from "../section/template.js";
import { sectionGraph } from "./section-graph.js";
import { type SectionNodes, sectionNodes } from "./section-nodes.js";

export interface SectionContentOptions {
  /** The `graphId`; the prompt's key unless told. */
  readonly id?: string | undefined;
}

/**
 * A prompt's sections as content that any door serves, read-only: a section's summary is level 1, its text with all below it level 4 (R1.2).
 * Whatever the prompt's own rendering shows or hides makes no difference here.
 */
export function sectionContent(prompt: Prompt, { id = prompt.key }: SectionContentOptions = {}): Content {
  const nodes = sectionNodes(prompt.outline());
  const reading = {
    version: nodes.version,
    graph: sectionGraph(nodes),
    source: sectionSource(nodes),
    release: () => undefined,
  };
  return { id, open: (options) => cancellable(options, async () => reading) };
}

function sectionSource(nodes: SectionNodes): NodeSource {
  const find = (id: NodeId): OutlinedSection => {
    const number = nodes.numberOf(id);
    if (number !== undefined) return nodes.section(number);
    throw new PdError("node-unknown", "That section is not in this prompt");
  };
  return {
    links: readEach((asked: LinksRequest) =>
      someLinks(
        find(asked.id).children.map((child) => linkTo(nodes, child)),
        asked,
      ),
    ),
    sections: readEach(({ id }: SectionsRequest) => extractSections(nodes.outline.text(find(id).path))),
    content: readEach(({ id }: ContentRequest) => {
      const { path, bringsTools } = find(id);
      if (bringsTools) throw opensElsewhere(path);
      return nodes.outline.text(path);
    }),
  };
}

function linkTo(nodes: SectionNodes, path: string): Link {
  const { id, name, description } = nodes.summary(nodes.numberOfPath(path)!);
  return { target: id, name, description, relation: "clusters", context: "" };
}

/** Its text speaks of tools that a door does not have, and a door's list of tools never changes (R4.8). */
export function opensElsewhere(path: string): PdError {
  return new PdError(
    PROMPT_ERRORS["expansion-required"],
    `Section '${path}' brings tools, and no tools can be added here`,
    {
      where: path,
      fix: "Read a section without tools, or evaluate the prompt itself.",
    },
  );
}
