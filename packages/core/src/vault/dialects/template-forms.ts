import type { Form } from "./forms.js";

/** Tags of Jinja and Liquid: what they stand between stays, they themselves go. */
export const TEMPLATE_TAGS: readonly Form[] = [
  { pattern: /\{#-?[^{}\n]{0,500}-?#\}/g, shown: "" },
  { pattern: /\{%-?[ \t]*comment[ \t]*-?%\}/g, until: /\{%-?[ \t]*endcomment[ \t]*-?%\}/g, shown: "" },
  { pattern: /\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}/g, shown: "" },
  { pattern: /\{%(?:[^%{}]|%(?!\})){0,1000}%\}/g, shown: "" },
  { pattern: /\{\{(?:[^{}]|\}(?!\})){0,1000}\}\}/g, shown: "" },
];
