import { LEVELS, type Level, PdError } from "@pd/core";

/** A node at a level, as a resource. */
export interface NodeAddress {
  readonly graphId: string;
  /** An id, or whatever else names a node. */
  readonly reference: string;
  readonly level: Level;
}

export const NODE_TEMPLATE = "pd://{vault}/{id}{?level}";

const URI = /^pd:\/\/(?<vault>[^/?#]{1,400})\/(?<id>[^?]{1,2000})(?:\?(?<parameters>.{0,200}))?$/su;

const FORM = "Use pd://<vault>/<id> or pd://<vault>/<id>?level=0 to 4, e.g. pd://docs/note:budgets?level=3.";

/** A resource shows what level 1 shows, unless its address asks for another level. */
const DEFAULT_LEVEL: Level = 1;

/** Readable where a URI allows it: `pd://docs/note:budgets`. Whatever has a meaning in URIs is escaped. */
export function nodeUri({ graphId, reference, level = DEFAULT_LEVEL }: Omit<NodeAddress, "level"> & { level?: Level }) {
  const id = encodeURIComponent(reference).replaceAll("%3A", ":").replaceAll("%2F", "/");
  return `pd://${encodeURIComponent(graphId)}/${id}${level === DEFAULT_LEVEL ? "" : `?level=${level}`}`;
}

export function isNodeUri(uri: string): boolean {
  return uri.startsWith("pd://");
}

/** What is no address of ours names nothing here, however well it is written. */
export function parseNodeUri(uri: string): NodeAddress {
  if (!isNodeUri(uri)) throw new PdError("node-unknown", "No resource has that address", { where: "uri", fix: FORM });
  const { vault, id, parameters } = URI.exec(uri)?.groups ?? {};
  const graphId = decoded(vault);
  const reference = decoded(id);
  if (graphId === undefined || reference === undefined) throw malformed("is not an address of a node");
  return { graphId, reference, level: levelIn(new URLSearchParams(parameters)) };
}

function levelIn(parameters: URLSearchParams): Level {
  for (const name of parameters.keys()) if (name !== "level") throw malformed("asks for something else than a level");
  const given = parameters.getAll("level");
  if (given.length === 0) return DEFAULT_LEVEL;
  const level = LEVELS.find((one) => given.length === 1 && given[0] === String(one));
  if (level === undefined) throw malformed("asks for a level that there is not");
  return level;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function malformed(what: string): PdError {
  return new PdError("input-invalid", `The URI ${what}`, {
    where: "uri",
    fix: FORM,
  });
}
