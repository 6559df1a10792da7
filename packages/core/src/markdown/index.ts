export { anchorOf, createAnchors } from "./anchors.js";
export { scanBlocks } from "./block-scanner.js";
export {
  type BlockTable,
  containerCount,
  createBlockTable,
  DEFINITION_LABEL_END,
  DEFINITION_LABEL_START,
  DEFINITION_STRIDE,
  DEFINITION_TARGET_END,
  DEFINITION_TARGET_START,
  FENCED_CODE,
  HEADING,
  HTML,
  headingDepth,
  INDENTED_CODE,
  LEAF_AFTER,
  LEAF_END,
  LEAF_INFO,
  LEAF_KIND,
  LEAF_LINE,
  LEAF_START,
  LEAF_STRIDE,
  OUTERMOST_LIST,
  OUTERMOST_QUOTE,
  outermostContainer,
  PARAGRAPH,
  THEMATIC_BREAK,
} from "./block-table.js";
export { cutToLength } from "./character-cut.js";
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
export {
  createLinkTable,
  EMBED,
  LINK_ANCHOR_END,
  LINK_ANCHOR_START,
  LINK_END,
  LINK_KIND,
  LINK_START,
  LINK_STRIDE,
  LINK_TARGET_END,
  LINK_TARGET_START,
  LINK_TEXT_END,
  LINK_TEXT_START,
  type LinkTable,
  MARKDOWN_LINK,
  REFERENCE_LINK,
  SPAN_STRIDE,
  WIKILINK,
} from "./link-table.js";
export { type BodyReferences, findReferences, type LinkKind, linkAt, type RawLink, type TextSpan } from "./links.js";
export { readableText } from "./readable-text.js";
export {
  extractSections,
  headingText,
  type OutlineOptions,
  outline,
  type Section,
  type SectionRange,
  sectionPreview,
} from "./sections.js";
export { type SentenceOptions, sentenceAround } from "./sentences.js";
export { fromLatin1, readableSlice } from "./utf8.js";
