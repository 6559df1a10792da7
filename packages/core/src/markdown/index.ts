export { scanBlocks } from "./blocks/block-scanner.js";
export { createBlockTable } from "./blocks/block-table.js";
export {
  type Diagnostic,
  type DiagnosticCode,
  type Frontmatter,
  type FrontmatterStatus,
  type FrontmatterValue,
  findFrontmatter,
  MAX_FRONTMATTER_BYTES,
  readFrontmatter,
  readFrontmatterBytes,
} from "./frontmatter/frontmatter.js";
export { scanLinks } from "./links/link-scanner.js";
export { createLinkTable } from "./links/link-table.js";
export { type BodyReferences, findReferences, type RawLink } from "./links/links.js";
export { createLineCounter } from "./passages/line-counter.js";
export { type PassageTable, passagesOf } from "./passages/passages.js";
export { anchorOf } from "./text/anchors.js";
export { extractSections, outline, type Section, type SectionRange } from "./text/sections.js";
export { sentenceAround } from "./text/sentences.js";
