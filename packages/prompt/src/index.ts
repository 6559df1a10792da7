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
export { type OfferedPrompt, promptPort } from "./content/prompt-port.js";
export { type SectionContentOptions, sectionContent } from "./content/section-content.js";
export { type EvaluateOptions, type Evaluation, evaluate } from "./evaluate.js";
export type { EvaluationEvent, OnEvaluationEvent } from "./evaluation/event.js";
export { fileTools } from "./open/file-tools.js";
export {
  createOpenSectionsHandler,
  type OpenSectionsOptions,
  type OpenSectionsParams,
  type OpenSectionsResult,
} from "./open/open-sections.js";
export { CONTEXT_FOLDER, contextFile } from "./render/context-file.js";
export { buildSummarySuffix } from "./render/summary-suffix.js";
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
} from "./section/errors.js";
export { type MarkdownFile, sectionFromMarkdown } from "./section/markdown-file.js";
export { PROMPT_ERRORS } from "./section/prompt-errors.js";
export type { OutlinedSection, PromptOutline } from "./section/prompt-outline.js";
export type {
  BoundPrompt,
  Delivery,
  PromptSkill,
  PromptTool,
  RenderedPrompt,
  RenderedSection,
  RenderOptions,
  ToolResult,
} from "./section/prompt-types.js";
export type { RegisteredSection, SectionRegistry } from "./section/registry.js";
export {
  type MarkdownSectionOptions,
  markdownSection,
  type ParamsOf,
  type ParamsSchema,
  type Section,
  type SectionDefinition,
  type Selector,
} from "./section/section.js";
export { promptMount, sectionTools } from "./section/section-tools.js";
export type { PromptEvent, Slice, SliceOfAnyState } from "./section/slice.js";
export {
  type BindArguments,
  type Prompt,
  type PromptTemplate,
  type PromptTemplateOptions,
  promptTemplate,
} from "./section/template.js";
export { createVisibilityOverrides, type GivenOverrides, type VisibilityOverrides } from "./session/overrides.js";
export {
  createPromptSession,
  type PromptSession,
  type PromptSessionOptions,
  type PromptSessionSnapshot,
} from "./session/session.js";
export { type SectionPath, SectionVisibility } from "./session/visibility.js";
export {
  type ClearAllVisibilityOverrides,
  type ClearVisibilityOverride,
  clearAllVisibilityOverrides,
  clearVisibilityOverride,
  type SetVisibilityOverride,
  setVisibilityOverride,
  type VisibilityEvent,
  visibilityOverrides,
} from "./session/visibility-slice.js";
