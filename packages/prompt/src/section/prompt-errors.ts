import { defineErrors } from "@pd/core";

/** The errors of prompts, of their evaluation and of model adapters, and what each door makes of them. */
export const PROMPT_ERRORS = /* @__PURE__ */ defineErrors({
  "prompt-invalid": {
    status: 422,
    fault: "host",
    what: "A prompt is put together wrongly, or a section was asked for that cannot be opened.",
    fix: "The error names the section, and the placeholder where one is at fault.",
  },
  "prompt-not-rendered": {
    status: 422,
    fault: "caller",
    what: "A section cannot be rendered with the parameters it was given.",
    fix: "Give the parameter that the error names.",
  },
  "prompt-not-evaluated": {
    status: 502,
    fault: "host",
    what: "The evaluation came to no result: too many expansions or steps, no budget left, or a final answer that does not match `output`. The error has `limit`, `usage` and what the model said last.",
    fix: "Raise the limit that the error names, or look at the cause.",
  },
  "model-failed": {
    status: 502,
    fault: "host",
    what: "A model could not be asked or did not answer: an error status, no connection, no answer in time, or one that cannot be read. The error has `failure`, `status` and `retryable`.",
    fix: "The error says what to check. What could work later was tried again already.",
  },
  "expansion-required": {
    status: 409,
    fault: "caller",
    what: "Opening the section changes the prompt itself, because it brings tools or skills.",
    fix: "In a loop of your own: apply `requestedOverrides` to the prompt's session and render again; `evaluate` does. Through a door it cannot be opened.",
  },
  "section-closed": {
    status: 409,
    fault: "caller",
    what: "A tool was called whose section is still closed.",
    fix: "Open the section that the error names first, with `open_sections`.",
  },
});
