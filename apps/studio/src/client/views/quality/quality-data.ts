import type { Finding, QualityCounts, ValidateData } from "@pd/core";
import { isPdError } from "@pd/core";
import { client } from "../../connection.js";

/** What the server says of a graph's quality. */
export interface GraphQuality {
  readonly data: ValidateData;
  /** What the score is made of; a server without that tool tells only the score. */
  readonly counts: QualityCounts | undefined;
}

/** Of a hundred thousand findings nobody reads the last; the counts are of all. */
const MOST = 5000;

export async function graphQuality(graphId: string | undefined, signal: AbortSignal): Promise<GraphQuality> {
  const graph = graphId === undefined ? {} : { graphId };
  const [{ data }, counts] = await Promise.all([
    client.value.tool("studio_validate", { limit: MOST, ...graph }, { signal }) as Promise<{ data?: ValidateData }>,
    orNothing<QualityCounts>(client.value.tool("studio_quality", graph, { signal })),
  ]);
  if (data === undefined) throw new Error("The server gave no findings");
  return { data, counts };
}

/** A skill in figures, as the studio's server tells it. */
export interface SkillFigures {
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly file: string;
  readonly listedTokens: number;
  readonly bodyTokens?: number;
  readonly files: number;
  readonly isForModels: boolean;
  readonly findings: readonly Finding[];
}

export interface SkillQuality {
  readonly skills: readonly SkillFigures[];
  readonly total: number;
  readonly diagnostics: readonly Finding[];
}

/** Nothing where there are no skills. */
export async function skillQuality(signal: AbortSignal): Promise<SkillQuality | undefined> {
  const found = await orNothing<SkillQuality>(client.value.tool("studio_skills", {}, { signal }));
  return found === undefined || found.total + found.diagnostics.length === 0 ? undefined : found;
}

/** A tool that the server was not given is no failure here. */
async function orNothing<Value>(asked: Promise<unknown>): Promise<Value | undefined> {
  try {
    return (await asked) as Value;
  } catch (error) {
    if (isPdError(error) && (error.code === "tool-unknown" || error.code === "route-unknown")) return undefined;
    throw error;
  }
}
