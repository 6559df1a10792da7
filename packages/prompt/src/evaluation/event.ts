import type { PdErrorCode } from "@pd/core";
import type { ModelStop, ModelUsage } from "../adapters/model-adapter.js";
import type { SectionPath } from "../session/visibility.js";

interface OfStep {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The request to the model that it belongs to, from 1. */
  readonly step: number;
}

/** All that an evaluation tells of itself. Figures and names, never a text; only a failure has a cause, for the host's eyes. */
export type EvaluationEvent =
  | (OfStep & {
      readonly kind: "prompt-rendered";
      readonly tokens: number;
      readonly sections: number;
      readonly tools: number;
      /** Stable mode: what was opened came as an addition, and the text before is as it was. */
      readonly appended: boolean;
    })
  | (OfStep & { readonly kind: "model-asked"; readonly estimatedInputTokens: number })
  | (OfStep & {
      readonly kind: "model-replied";
      readonly milliseconds: number;
      readonly usage: ModelUsage;
      /** The adapter did not say, so it was counted here. */
      readonly estimated: boolean;
      readonly stop: ModelStop;
      readonly toolCalls: number;
    })
  | (OfStep & {
      readonly kind: "tool-answered";
      readonly id: string;
      readonly tool: string;
      readonly milliseconds: number;
      readonly ok: boolean;
      readonly code?: PdErrorCode;
      readonly cause?: unknown;
    })
  | (OfStep & {
      readonly kind: "sections-opened";
      readonly sectionKeys: readonly string[];
      readonly paths: readonly SectionPath[];
      /** The model's own words. */
      readonly reason: string;
      /** How many expansions there were, this one included. */
      readonly expansions: number;
    })
  | (OfStep & { readonly kind: "output-rejected"; readonly message: string })
  | (OfStep & {
      readonly kind: "evaluation-finished";
      readonly milliseconds: number;
      readonly expansions: number;
      readonly usage: ModelUsage;
    })
  | (OfStep & {
      readonly kind: "evaluation-failed";
      readonly milliseconds: number;
      readonly code?: PdErrorCode;
      readonly cause: unknown;
    });

export type OnEvaluationEvent = (event: EvaluationEvent) => void;
