export {
  ANSWER_VERSION,
  type Answer,
  type Envelope,
  type Form,
  type JsonAnswer,
  type Mention,
  type TextAnswer,
  type WordedNotice,
} from "./answer.js";
export { answerJson } from "./answer-json.js";
export { answerSchema, jsonAnswerSchema, textAnswerSchema } from "./answer-schema.js";
export type { BodyCacheFigures } from "./body-cache.js";
export { type Candidate, type FitOptions, fit, type Offer } from "./budget.js";
export { combine } from "./combine.js";
export {
  COUNTER_NAMES,
  type CounterName,
  configSchema,
  defineConfig,
  type MakeMounts,
  type MountContext,
  type PdConfig,
  type VaultSetting,
  withBudget,
} from "./config.js";
export type {
  Content,
  ContentOptions,
  Count,
  Cursor,
  Edge,
  Filter,
  Finding,
  GatheredHit,
  Gathering,
  Graph,
  GraphStats,
  Hit,
  NodeSource,
  Page,
  PageRequest,
  Price,
  PriceRequest,
  Query,
  Reading,
  ReadOptions,
  SectionHit,
} from "./content.js";
export { bytes, estimate, words } from "./counters.js";
export {
  cancelled,
  ERROR_CODES,
  isPdError,
  PdError,
  type PdErrorCode,
  type PdErrorOptions,
  throwIfCancelled,
} from "./errors.js";
export { escapeControls } from "./escape-controls.js";
export { guarded, type OnEvent, type PdEvent } from "./event.js";
export type { FileContent, FileEntry, Filesystem, FileText, LineRange } from "./filesystem.js";
export { createLedger, type Ledger } from "./ledger.js";
export { higher, LEVEL_NAMES, LEVELS, type Level, type LevelName } from "./level.js";
export { extractSections, type Section } from "./markdown/sections.js";
export { createMemoryFilesystem, type MemoryFilesystemOptions } from "./memory-filesystem.js";
export { createMemorySessionStore, type MemorySessionStoreOptions } from "./memory-session-store.js";
export type { Mount } from "./mount.js";
export { nearest } from "./nearest.js";
export {
  type Link,
  type NodeId,
  type NodeSummary,
  nodeId,
  noteOf,
  RELATIONS,
  type Relation,
  type SectionPreview,
  sectionNodeId,
} from "./node.js";
export { OMISSION_REASONS, type Omission, type OmissionReason } from "./omission.js";
export {
  defineOperation,
  type Operation,
  type OperationInput,
  operationInput,
  type PlanOptions,
  type TypedOperation,
} from "./operation.js";
export { context } from "./operations/context.js";
export { node } from "./operations/node.js";
export { query } from "./operations/query.js";
export { scan } from "./operations/scan.js";
export { search } from "./operations/search.js";
export { type Listed, type StatsData, stats } from "./operations/stats.js";
export { traverse } from "./operations/traverse.js";
export { type ValidateData, validate } from "./operations/validate.js";
export { parseInput } from "./parse-input.js";
export type { Notice, Plan, Want } from "./plan.js";
export { portablePath } from "./portable-path.js";
export type {
  PromptArgument,
  PromptCompletion,
  PromptEntry,
  PromptPort,
  PromptRequest,
  PromptText,
} from "./prompt-port.js";
export { type Grade, type Quality, type QualityCounts, qualityOf } from "./quality.js";
export type {
  Caller,
  LoadRecord,
  SessionEntry,
  SessionId,
  SessionRecord,
  SessionStore,
  SkipRecord,
} from "./session.js";
export {
  type LoggedDisclosure,
  type LoggedOmission,
  parseSessionLog,
  type RecordOptions,
  recorded,
  SESSION_LOG_VERSION,
  type SessionLogEntry,
  sessionLogLine,
} from "./session-log.js";
export type { ReportedLoad, ReportedSkip, SessionReport } from "./session-report.js";
export type {
  Sha256Digest,
  SkillEntry,
  SkillFileAddress,
  SkillFileEntry,
  SkillFrontmatter,
  SkillPage,
  SkillPageRequest,
  SkillPort,
} from "./skill-port.js";
export type { Telemetry } from "./telemetry.js";
export { type Margin, type PartCounting, type TokenCounter, type Tokens, tokens, withinMargin } from "./tokens.js";
export { defineTool, type JsonSchema, type Tool, type ToolContext, type ToolDescription } from "./tool.js";
export {
  type AnswerOf,
  type CallContext,
  createToolkit,
  type InputOf,
  OPERATIONS,
  type OperationName,
  type Toolkit,
  type ToolkitFigures,
  type ToolkitOptions,
} from "./toolkit.js";
export type { Annotations, FullNode, IndexNode, LinksNode, NodeView, ScanNode, SectionsNode, Why } from "./view.js";
export {
  fullNodeSchema,
  indexNodeSchema,
  linksNodeSchema,
  nodeViewSchema,
  scanNodeSchema,
  sectionsNodeSchema,
} from "./view-schema.js";
