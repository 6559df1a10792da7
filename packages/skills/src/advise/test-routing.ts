import { PdError } from "@pd/core";
import type { CatalogueSkill } from "../catalogue/catalogue-order.js";
import { createRouting } from "./route-skills.js";

/** A request, and the skills of which one is to answer it; none: no skill is to. */
export interface RouteExpectation {
  readonly query: string;
  readonly skills: readonly string[];
  /** In the file it is from. */
  readonly line: number;
}

export interface RouteCheck extends RouteExpectation {
  readonly passed: boolean;
  /** What the request speaks for, the best first. */
  readonly found: readonly string[];
}

export interface RouteTest {
  readonly passed: boolean;
  readonly checks: readonly RouteCheck[];
}

export interface RouteTestOptions {
  /** Among how many of the best a skill has to be; 3 if omitted. */
  readonly within?: number | undefined;
}

const WITHIN = 3;
const ARROW = /\s(?:->|=>|→)\s*/u;
const MOST_LINES = 10_000;

/**
 * Expectations, one a line: `words -> skill`, several skills parted by commas where any of them will do, `-> none` where no skill should
 * answer. Blank lines and lines that begin with `#` are left out.
 */
export function parseExpectations(text: string): readonly RouteExpectation[] {
  const lines = text.split(/\r?\n/u);
  if (lines.length > MOST_LINES) throw invalid(`It has more than ${MOST_LINES} lines`, MOST_LINES);
  return lines.flatMap((written, at): readonly RouteExpectation[] => {
    const line = written.replace(/^\ufeff/u, "").trim();
    if (line === "" || line.startsWith("#")) return [];
    const arrow = ARROW.exec(line);
    const query = arrow === null ? "" : line.slice(0, arrow.index).trim();
    const names = arrow === null ? [] : line.slice(arrow.index + arrow[0].length).split(",");
    const skills = names.map((name) => name.trim()).filter((name) => name !== "");
    if (query === "" || skills.length === 0) throw invalid(`Line ${at + 1} has no request or no skill`, at + 1);
    return [{ query, skills: skills.length === 1 && skills[0] === "none" ? [] : skills, line: at + 1 }];
  });
}

/** Whether descriptions lead where they should. A name that no skill has is a failure, not an error: it may have been renamed. */
export function testRouting(
  skills: readonly CatalogueSkill[],
  expectations: readonly RouteExpectation[],
  { within = WITHIN }: RouteTestOptions = {},
): RouteTest {
  const route = createRouting(skills);
  const checks = expectations.map((expectation): RouteCheck => {
    const { fires, nearly } = route(expectation.query);
    const found = [...fires, ...nearly].map(({ name }) => name);
    const passed =
      expectation.skills.length === 0
        ? found.length === 0
        : found.slice(0, within).some((name) => expectation.skills.includes(name));
    return { ...expectation, passed, found };
  });
  return { passed: checks.every(({ passed }) => passed), checks };
}

function invalid(message: string, line: number): PdError {
  return new PdError("input-invalid", message, { where: `line ${line}`, fix: "fill a form in a PDF -> pdf" });
}
