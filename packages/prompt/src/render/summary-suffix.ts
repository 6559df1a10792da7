import type { Delivery } from "../section/prompt-types.js";
import type { SectionPath } from "../session/visibility.js";
import { contextFile } from "./context-file.js";

/** What stands below a summary, so that the model knows how to open the section (R4.5, worded as seed 004 has it). */
export function buildSummarySuffix(
  sectionKey: SectionPath,
  childKeys: readonly string[] = [],
  hasTools = false,
): string {
  return suffix(hasTools ? withTools(sectionKey, childKeys) : toFile(sectionKey, childKeys));
}

export interface SuffixRequest {
  readonly path: SectionPath;
  readonly childKeys: readonly string[];
  readonly hasTools: boolean;
  readonly delivery: Delivery;
}

/** The suffix for a delivery: it promises what will really happen. */
export function suffixFor({ path, childKeys, hasTools, delivery }: SuffixRequest): string {
  if (hasTools || delivery === "files") return buildSummarySuffix(path, childKeys, hasTools);
  return suffix(delivery === "inline" ? inline(path, childKeys) : rerendered(path, childKeys));
}

function suffix(instruction: string): string {
  return `\n\n---\n${instruction}`;
}

function withTools(key: SectionPath, children: readonly string[]): string {
  if (children.length === 0) {
    return `[This section is summarized. To view full content and access additional tools, call \`open_sections\` with key "${key}".]`;
  }
  return `[This section is summarized. Call \`open_sections\` with key "${key}" to view full content including subsections: ${children.join(", ")}. Additional tools may become available.]`;
}

function toFile(key: SectionPath, children: readonly string[]): string {
  const file = contextFile(key);
  if (children.length === 0) {
    return `[This section is summarized. To view full content, call \`open_sections\` with key "${key}". The content will be written to ${file} for you to read.]`;
  }
  return `[This section is summarized. Call \`open_sections\` with key "${key}" to write content (including subsections: ${children.join(", ")}) to ${file}.]`;
}

function inline(key: SectionPath, children: readonly string[]): string {
  if (children.length > 0) {
    return `[This section is summarized. Call \`read_section\` with key "${key}" to view full content including subsections: ${children.join(", ")}.]`;
  }
  return `[This section is summarized. To view full content, call \`read_section\` with key "${key}".]`;
}

/** Nothing is written: seed 001's words for a section with children, and their like without. */
function rerendered(key: SectionPath, children: readonly string[]): string {
  if (children.length === 0) {
    return `[This section is summarized. To view full content, call \`open_sections\` with key "${key}".]`;
  }
  return `[This section is summarized. Call \`open_sections\` with key "${key}" to view full content including subsections: ${children.join(", ")}.]`;
}
