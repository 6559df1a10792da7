import type { Resource, ServerContext } from "@modelcontextprotocol/server";
import type { SkillReadResult, SkillSource } from "@modelcontextprotocol/server/ext/skills";
import { PdError, type SkillEntry, type SkillPort } from "@pd/core";
import { mimeTypeOf } from "../resources/mime-type.js";
import { childrenIn, parseSkillUri, skillUri } from "./skill-uri.js";

/** How many skills a page lists: each needs the digests of its files. */
const PAGE = 50;

/** The skills of all mounts, as the SDK's extension takes them (SEP-2640). Nothing is read before it is asked for. */
export interface ServedSkills {
  readonly source: SkillSource;
  readonly templates: readonly { readonly name: string; readonly uriTemplate: string; readonly description: string }[];
  /** The SKILL.md of each skill, for `resources/list`. */
  listResources(cursor: string | undefined): Promise<{ readonly resources: Resource[]; readonly next?: string }>;
}

export function serveSkills(ports: readonly SkillPort[]): ServedSkills | undefined {
  if (ports.length === 0) return undefined;
  const source = createSkillSource(ports);
  return {
    source,
    templates: [
      {
        name: "skill",
        uriTemplate: "skill://{+path}",
        description: "A file of a skill. skills/list has their addresses.",
      },
    ],
    async listResources(cursor) {
      const { skills, next } = await pageOf(ports, cursor, {});
      return { resources: skills.map(manifestOf), ...(next === undefined ? {} : { next }) };
    },
  };
}

function createSkillSource(ports: readonly SkillPort[]): SkillSource {
  return {
    async list({ cursor }, context) {
      const { skills, next } = await pageOf(ports, cursor, signalOf(context));
      return { skills: skills.map(entryOf), ...(next === undefined ? {} : { nextCursor: next }) };
    },
    async get(uri, context) {
      const segments = parseSkillUri(uri);
      if (segments?.at(-1) !== "SKILL.md") return undefined;
      const skill = await find(ports, (port) => port.get(segments.slice(0, -1).join("/"), signalOf(context)));
      return skill === undefined ? undefined : entryOf(skill);
    },
    async read(uri, context) {
      const segments = parseSkillUri(uri) ?? [];
      // A skill's address may have several parts, and so may a file's inside it.
      for (let parts = segments.length - 1; parts >= 1; parts -= 1) {
        const address = { skill: segments.slice(0, parts).join("/"), file: segments.slice(parts).join("/") };
        const bytes = await find(ports, (port) => port.read(address, signalOf(context)));
        if (bytes !== undefined) return contentOf(address.file, bytes);
      }
      return undefined;
    },
    async readDirectory(uri, _page, context) {
      const segments = parseSkillUri(uri) ?? [];
      for (let parts = segments.length; parts >= 1; parts -= 1) {
        const skill = await find(ports, (port) => port.get(segments.slice(0, parts).join("/"), signalOf(context)));
        if (skill !== undefined) return childrenIn(skill, segments.slice(parts));
      }
      return undefined;
    },
  };
}

function signalOf({ mcpReq }: ServerContext): { readonly signal: AbortSignal } {
  return { signal: mcpReq.signal };
}

/** The first mount that has it: of two skills at one address, the earlier mount's counts. */
async function find<Found>(
  ports: readonly SkillPort[],
  ask: (port: SkillPort) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const port of ports) {
    const found = await ask(port);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** One port after the other; the cursor says which, and where in it. */
async function pageOf(ports: readonly SkillPort[], cursor: string | undefined, options: { signal?: AbortSignal }) {
  const [, part = "0", at] = /^(\d{1,4})(?:~(.*))?$/su.exec(cursor ?? "0") ?? [];
  const port = ports[Number(part)];
  if (port === undefined || (cursor !== undefined && !/^\d{1,4}(?:~|$)/u.test(cursor))) {
    throw new PdError("input-invalid", "That cursor was not made by this server", {
      where: "cursor",
      fix: "Use nextCursor of the page before, as it is, or none.",
    });
  }
  const page = await port.list({ limit: PAGE, cursor: at }, options);
  if (page.next !== undefined) return { skills: page.skills, next: `${part}~${page.next}` };
  const following = Number(part) + 1;
  return following < ports.length ? { skills: page.skills, next: String(following) } : { skills: page.skills };
}

function entryOf({ path, frontmatter, files }: SkillEntry) {
  return {
    uri: skillUri(path, "SKILL.md"),
    frontmatter: { ...frontmatter },
    resources: files.map(({ path: file, digest, size }) => ({ uri: skillUri(path, file), digest, size })),
  };
}

function manifestOf({ path, frontmatter, files }: SkillEntry): Resource {
  const size = files.find((file) => file.path === "SKILL.md")?.size;
  return {
    uri: skillUri(path, "SKILL.md"),
    name: frontmatter.name,
    description: frontmatter.description,
    mimeType: "text/markdown",
    ...(size === undefined ? {} : { size }),
  };
}

/** As text only where that loses nothing: a digest is over the bytes. */
function contentOf(file: string, bytes: Uint8Array): SkillReadResult {
  const mimeType = mimeTypeOf(file);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), mimeType };
  } catch {
    return { bytes, mimeType };
  }
}
