export { ALL_GRAPHS, findContent, graphIds } from "./content/all-contents.js";
export { cancellable } from "./content/cancellable.js";
export { combine } from "./content/combine.js";
export { createFilterMask, type FilterMask } from "./content/filter-mask.js";
export { createNamesBeginning } from "./content/names-beginning.js";
export { findingIn } from "./content/ranked-nodes.js";
export { readEach, readValue } from "./content/read-each.js";
export { referenceReadings } from "./content/reference.js";
export { someLinks } from "./content/some-links.js";
export { statsOf } from "./content/stats.js";
export { createMemoryFilesystem, type MemoryFilesystemOptions } from "./filesystem/memory-filesystem.js";
export { portablePath } from "./filesystem/portable-path.js";
export { escapeSkillLines, priceOf } from "./gate/render/frame.js";
export { extractSections } from "./markdown/text/sections.js";
export { ANSWER_VERSION, type Answer, type Form, type JsonAnswer, type TextAnswer } from "./model/answer.js";
export { answerSchema, jsonAnswerSchema, textAnswerSchema } from "./model/answer-schema.js";
export { COUNTER_TABLE, type CounterKind, type CounterName } from "./model/counter-table.js";
export { bytes, scaled, words } from "./model/counters.js";
export { defineErrors, type ErrorKind, type ErrorTable } from "./model/error-kind.js";
export { type CoreErrorCode, ERRORS } from "./model/error-table.js";
export {
  cancelled,
  errorJson,
  errorKind,
  isPdError,
  PdError,
  type PdErrorCode,
  type PdErrorOptions,
  throwIfCancelled,
  toldError,
} from "./model/errors.js";
export { guarded, type OnEvent, type PdEvent, type PdEvents } from "./model/event.js";
export { FINDINGS, type FindingKind, type FindingTable, type Severity } from "./model/finding-table.js";
export { checkVersion, type VersionedFormat } from "./model/format-version.js";
export { LEVEL_NAMES, LEVELS, type Level } from "./model/level.js";
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
} from "./model/node.js";
export type { Omission, OmissionReason } from "./model/omission.js";
export type { Figures, Notice, Plan, Want } from "./model/plan.js";
export { faultScale, type Grade, type Quality, type QualityCounts, qualityOf } from "./model/quality.js";
export { type Digests, mergeSeen, type Seen } from "./model/seen.js";
export { newSessionId } from "./model/session-id.js";
export type { Telemetry } from "./model/telemetry.js";
export { type TokenCounter, type Tokens, tokens } from "./model/tokens.js";
export { emptyText, errorText, isAnswer, outputText } from "./model/told-text.js";
export type { NodeView, ScanNode, Why } from "./model/view.js";
export { o200k } from "./o200k/index.js";
export { context } from "./operations/context.js";
export { OPERATIONS } from "./operations/index.js";
export type {
  ContextInput,
  NodeInput,
  QueryInput,
  ScanInput,
  SearchInput,
  StatsInput,
  TraverseInput,
  ValidateInput,
} from "./operations/inputs.js";
export { node } from "./operations/node.js";
export { query } from "./operations/query.js";
export { scan } from "./operations/scan.js";
export { search } from "./operations/search.js";
export { type Listed, type StatsData, stats } from "./operations/stats.js";
export { traverse } from "./operations/traverse.js";
export { type ValidateData, validate } from "./operations/validate.js";
export {
  type Command,
  type CommandAnswer,
  type CommandConfiguration,
  type CommandContext,
  type CommandDocument,
  type CommandExitCode,
  type CommandResult,
  type CommandText,
  checkCommands,
  defineCommand,
} from "./ports/command.js";
export { type BudgetSetting, defineConfig, type PdConfig, withBudget } from "./ports/config.js";
export type {
  Content,
  ContentRequest,
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
  Links,
  LinksRequest,
  NodeSource,
  Page,
  PageRequest,
  Price,
  PriceRequest,
  Query,
  Read,
  Reading,
  ReadOptions,
  SectionHit,
  SectionsRequest,
} from "./ports/content.js";
export type { Embedder } from "./ports/embedder.js";
export type { FileContent, FileEntry, Filesystem, FileText } from "./ports/filesystem.js";
export type {
  AddMounts,
  AddMountsContext,
  MakeMounts,
  MountContext,
  NamedDatabase,
  NamedFolder,
} from "./ports/make-mounts.js";
export { schemaForModel } from "./ports/model-schema.js";
export { type CodeTables, checkTools, type Mount } from "./ports/mount.js";
export {
  type CommandLine,
  type CommandWords,
  defineOperation,
  type Operation,
  type OperationInput,
  type OperationWords,
  operationInput,
  type PlanOptions,
  type TypedOperation,
} from "./ports/operation.js";
export { cursorAt, offsetOf, pageOf } from "./ports/page-cursor.js";
export type {
  PromptArgument,
  PromptCompletion,
  PromptEntry,
  PromptPort,
  PromptRequest,
  PromptText,
} from "./ports/prompt-port.js";
export type {
  Caller,
  LoadRecord,
  SeenRequest,
  SessionCommit,
  SessionEntry,
  SessionId,
  SessionRecord,
  SessionStore,
  SkipRecord,
} from "./ports/session.js";
export type {
  Sha256Digest,
  SkillEntry,
  SkillFileAddress,
  SkillFileEntry,
  SkillFrontmatter,
  SkillPage,
  SkillPageRequest,
  SkillPort,
} from "./ports/skill-port.js";
export { defineTool, type JsonSchema, type Tool, type ToolContext, type ToolDescription } from "./ports/tool.js";
export { inputSchemaOf } from "./ports/tool-description.js";
export { seenIn } from "./sessions/ledger.js";
export { createMemorySessionStore, type MemorySessionStoreOptions } from "./sessions/memory-session-store.js";
export type { SessionReport } from "./sessions/session-report.js";
export { callSpans } from "./telemetry/call-spans.js";
export { withDoorSpan } from "./telemetry/door-span.js";
export { type OpenTelemetryApi, registeredOpenTelemetry, type SpanAttributes } from "./telemetry/open-telemetry.js";
export { withCallSpans } from "./telemetry/registered-spans.js";
export { escapeControls } from "./text/escape-controls.js";
export { invisibleLines, invisibleMessage } from "./text/invisible.js";
export { nearest } from "./text/nearest.js";
export { printable } from "./text/printable.js";
export { textHash } from "./text/text-hash.js";
export { MAX_BUDGET } from "./toolkit/ceiling.js";
export { parseInput } from "./toolkit/parse-input.js";
export {
  type LoggedDisclosure,
  parseSessionLog,
  type RecordOptions,
  recorded,
  SESSION_LOG_VERSION,
  type SessionLogEntry,
  sessionLogLine,
} from "./toolkit/session-log.js";
export {
  type AnswerOf,
  type CallContext,
  createToolkit,
  type InputOf,
  type OperationName,
  type Toolkit,
  type ToolkitFigures,
  type ToolkitOptions,
} from "./toolkit/toolkit.js";
