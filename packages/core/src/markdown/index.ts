export { anchorOf } from "./anchors.js";
export { scanBlocks } from "./block-scanner.js";
export { type BlockTable, createBlockTable } from "./block-table.js";
export {
  type Diagnostic,
  type DiagnosticCode,
  type Fence,
  type FenceOptions,
  type Frontmatter,
  type FrontmatterStatus,
  type FrontmatterValue,
  findFrontmatter,
  MAX_FRONTMATTER_BYTES,
  type ReadFrontmatterOptions,
  readFrontmatter,
  readFrontmatterBytes,
} from "./frontmatter.js";
export { scanLinks } from "./link-scanner.js";
export { createLinkTable, type LinkTable } from "./link-table.js";
export { type BodyReferences, findReferences, type LinkKind, type RawLink, type TextSpan } from "./links.js";
export { readableText } from "./readable-text.js";
export {
  extractSections,
  type OutlineOptions,
  outline,
  type Section,
  type SectionRange,
  sectionPreview,
} from "./sections.js";
export { type SentenceOptions, sentenceAround } from "./sentences.js";
