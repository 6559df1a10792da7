export type {
  ModelAdapter,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelStop,
  ModelTool,
  ModelToolAnswer,
  ModelToolCall,
  ModelUsage,
} from "./adapters/model-adapter.js";
export { isModelError, ModelError, type ModelFailure } from "./adapters/model-error.js";
export { type Script, type ScriptedAdapter, type ScriptedReply, scripted } from "./adapters/scripted.js";
export { CONTEXT_FOLDER, contextFile } from "./context-file.js";
export {
  type EvaluationLimit,
  type ExpansionRequest,
  isVisibilityExpansionRequired,
  PromptBudgetError,
  PromptError,
  PromptEvaluationError,
  PromptRenderError,
  PromptValidationError,
  SectionClosedError,
  VisibilityExpansionRequired,
} from "./errors.js";
export { type EvaluateOptions, type Evaluation, evaluate } from "./evaluate.js";
export type { EvaluationEvent, OnEvaluationEvent } from "./evaluation/event.js";
export { fileTools } from "./file-tools.js";
export { type MarkdownFile, sectionFromMarkdown } from "./markdown-file.js";
export {
  createOpenSectionsHandler,
  type OpenSectionsOptions,
  type OpenSectionsParams,
  type OpenSectionsResult,
} from "./open-sections.js";
export { createVisibilityOverrides, type VisibilityOverrides } from "./overrides.js";
export type { OutlinedSection, PromptOutline } from "./prompt-outline.js";
export { type OfferedPrompt, promptPort } from "./prompt-port.js";
export type {
  BoundPrompt,
  Delivery,
  PromptSkill,
  PromptTool,
  RenderedPrompt,
  RenderedSection,
  RenderOptions,
  ToolResult,
} from "./prompt-types.js";
export type { RegisteredSection, SectionRegistry } from "./registry.js";
export {
  type MarkdownSectionOptions,
  markdownSection,
  type ParamsOf,
  type ParamsSchema,
  type Section,
  type SectionDefinition,
  type Selector,
} from "./section.js";
export { type SectionContentOptions, sectionContent } from "./section-content.js";
export { promptMount, sectionTools } from "./section-tools.js";
export {
  createPromptSession,
  type PromptSession,
  type PromptSessionOptions,
  type PromptSessionSnapshot,
} from "./session.js";
export type { PromptEvent, Slice, SliceOfAnyState } from "./slice.js";
export { buildSummarySuffix } from "./summary-suffix.js";
export {
  type BindArguments,
  type Prompt,
  type PromptTemplate,
  type PromptTemplateOptions,
  promptTemplate,
} from "./template.js";
export { type SectionPath, SectionVisibility } from "./visibility.js";
export {
  type ClearAllVisibilityOverrides,
  type ClearVisibilityOverride,
  clearAllVisibilityOverrides,
  clearVisibilityOverride,
  type SetVisibilityOverride,
  setVisibilityOverride,
  type VisibilityEvent,
  visibilityOverrides,
} from "./visibility-slice.js";
