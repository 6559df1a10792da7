import { escapeControls } from "@pd/core";
import { PromptValidationError } from "./errors.js";

const KEY = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A key as it is kept: trimmed and lower-cased (R4.1). No dots: the dotted path is the address. */
export function sectionKey(key: string, what = "section"): string {
  const kept = typeof key === "string" ? key.trim().toLowerCase() : "";
  if (KEY.test(kept)) return kept;
  throw new PromptValidationError(`"${escapeControls(String(key).slice(0, 80))}" cannot be the key of a ${what}`, {
    where: "key",
    fix: "Use 1 to 64 of a-z, 0-9, - and _, beginning with a letter or digit, e.g. reference-docs.",
  });
}

/** Like a key, with slashes between its parts. */
export function promptNamespace(ns: string): string {
  const parts = typeof ns === "string" ? ns.trim().toLowerCase().split("/") : [];
  if (parts.length > 0 && parts.every((part) => KEY.test(part))) return parts.join("/");
  throw new PromptValidationError(`"${escapeControls(String(ns).slice(0, 80))}" cannot be the namespace of a prompt`, {
    where: "ns",
    fix: "Use parts of a-z, 0-9, - and _ with / between them, e.g. agents/assistant.",
  });
}
