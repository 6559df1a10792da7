import type { ListResourcesResult, ReadResourceResult, ResourceTemplateType } from "@modelcontextprotocol/server";
import { type CallContext, type Content, graphIds, type Omission, PdError, type Toolkit } from "@pd/core";
import type { ServedSkills } from "../skills/served-skills.js";
import { answerMeta } from "../tools/tool-result.js";
import { NODE_TEMPLATE, nodeUri, parseNodeUri } from "./resource-uri.js";

/** How many resources a page lists. */
const PAGE = 100;

export interface ResourcesOptions {
  readonly toolkit: Toolkit;
  /** Lists: where calls are recorded, one that does not record. No model asked for a list, and none reads it. */
  readonly listing: Toolkit;
  readonly contents: readonly Content[];
  readonly skills: ServedSkills | undefined;
}

export interface Resources {
  list(cursor: string | undefined, context: CallContext): Promise<ListResourcesResult>;
  readonly templates: readonly ResourceTemplateType[];
  /** Throws where no node could ever have that address. */
  checkAddress(uri: string): void;
  /** A node's text at the level its URI asks for, through the gate. */
  read(uri: string, context: CallContext): Promise<ReadResourceResult>;
}

export function createResources({ toolkit, listing, contents, skills }: ResourcesOptions): Resources {
  // All vaults as one can be read from; each node is listed by its own vault alone.
  const known = graphIds(new Map(contents.map((content) => [content.id, content])));
  return {
    templates: [
      {
        name: "node",
        uriTemplate: NODE_TEMPLATE,
        description: "A note at a level: 0 index, 1 description, 2 links, 3 section previews, 4 full text.",
        mimeType: "text/markdown",
      },
      ...(skills?.templates ?? []),
    ],
    async list(cursor, context) {
      const { part, at } = cursor === undefined ? { part: 0, at: undefined } : parseCursor(cursor);
      const content = contents[part];
      if (content === undefined) {
        // Without a cursor there may be nothing to list; a cursor is only handed out where there is.
        if (skills === undefined && cursor === undefined) return { resources: [] };
        if (skills === undefined || part > contents.length) throw invalidCursor();
        return listSkills(at);
      }
      // As much as the server allows: what does not fit is on the next page.
      const page = {
        graphId: content.id,
        limit: PAGE,
        tokenBudget: Number.POSITIVE_INFINITY,
        ...(at === undefined ? {} : { cursor: at }),
      };
      const answer = await listing.call("scan", page, context);
      const resources = answer.nodes.map((node) => ({
        uri: nodeUri({ graphId: content.id, reference: node.id }),
        name: node.id,
        title: node.name,
        ...(node.level === 0 || node.description === "" ? {} : { description: node.description }),
        mimeType: "text/markdown",
      }));
      const next = answer.cursor === undefined ? nextPart(part) : { part, at: answer.cursor as string };
      return { resources, ...(next === undefined ? {} : { nextCursor: cursorOf(next) }) };
    },
    checkAddress(uri) {
      const { graphId } = parseNodeUri(uri);
      if (!known.includes(graphId)) throw unknownVault(known);
    },
    async read(uri, context) {
      const { graphId, reference, level } = parseNodeUri(uri);
      const tokenBudget = Number.POSITIVE_INFINITY;
      const input = { graphId, nodes: reference, level, tokenBudget, format: "text" } as const;
      const answer = await toolkit.call("node", input, context);
      if (answer.nodes.length === 0) throw notShown(answer.omitted[0], answer.telemetry.tokenBudget);
      return { contents: [{ uri, mimeType: "text/markdown", text: answer.text }], ...answerMeta(answer) };
    },
  };

  function nextPart(part: number): Place | undefined {
    const last = skills === undefined ? contents.length - 1 : contents.length;
    return part < last ? { part: part + 1, at: undefined } : undefined;
  }

  async function listSkills(at: string | undefined): Promise<ListResourcesResult> {
    const { resources, next } = (await skills?.listResources(at)) ?? { resources: [] };
    return { resources, ...(next === undefined ? {} : { nextCursor: cursorOf({ part: contents.length, at: next }) }) };
  }
}

/** Contents are listed one after the other, then the skills. */
interface Place {
  readonly part: number;
  readonly at: string | undefined;
}

function cursorOf({ part, at }: Place): string {
  return Buffer.from(JSON.stringify(at === undefined ? [part] : [part, at])).toString("base64url");
}

function parseCursor(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(place)) {
      const [part, at] = place as readonly unknown[];
      if (Number.isSafeInteger(part) && Number(part) >= 0 && (at === undefined || typeof at === "string")) {
        return { part: Number(part), at };
      }
    }
  } catch {
    // What is no JSON was not made here either.
  }
  throw invalidCursor();
}

function invalidCursor(): PdError {
  return new PdError("input-invalid", "The cursor was not made by this server", {
    where: "cursor",
    fix: "Use nextCursor of the page before, as it is, or none.",
  });
}

function unknownVault(known: readonly string[]): PdError {
  return new PdError("graph-unknown", "There is no vault of that name", {
    where: "uri",
    fix: known.length === 0 ? "This server has no vaults." : `Known vaults: ${known.join(", ")}.`,
  });
}

function notShown(omission: Omission | undefined, most: number | null): PdError {
  if (omission?.reason !== "budget")
    return new PdError("content-changed", "The note changed while it was read", {
      where: "uri",
      fix: "Read it again.",
    });
  const price = omission.tokens === undefined ? "" : ` It costs ${omission.tokens}.`;
  return new PdError("budget-too-small", `The note is more than ${most} tokens, which is the most for one resource`, {
    where: "uri",
    fix: `Read it at level 3, or section by section: pd://<vault>/<id>%23<heading>?level=4.${price}`,
  });
}
