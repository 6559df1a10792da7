import type { LoadedConfig } from "../files/config/load-config.js";
import { DEFAULT_COUNTER } from "../model/counter-table.js";
import type { PdConfig } from "../ports/config.js";
import type { Mount } from "../ports/mount.js";
import type { Origin } from "./read/vault-places.js";

/** What a configuration can set. One that is new there has to be told here. */
export type SettingName = Exclude<keyof PdConfig, "$schema" | "version">;

/** A setting, its value, and where it comes from. */
export interface Setting {
  readonly name: SettingName;
  /** As one would write it: a mount or a counter of its own by its name. */
  readonly value: unknown;
  readonly origin: Origin;
}

export function pick<Given, Configured, Fallback>(
  given: Given | undefined,
  configured: Configured | undefined,
  fallback: Fallback,
): { readonly value: Given | Configured | Fallback; readonly origin: Origin } {
  if (given !== undefined) return { value: given, origin: "given" };
  return configured === undefined ? { value: fallback, origin: "default" } : { value: configured, origin: "config" };
}

/** Of code that was not run, nobody knows what it sets. */
export function leftOpen(
  config: LoadedConfig | undefined,
  settings: Readonly<Record<SettingName, Omit<Setting, "name">>>,
): readonly Setting[] {
  const isOpen = config?.reading === "not-run";
  return Object.entries(settings).map(([name, { value, origin }]) => ({
    name: name as SettingName,
    ...(isOpen && origin !== "given" ? { value: null, origin: "config" } : { value, origin }),
  }));
}

export function counterName(counter: PdConfig["counter"]): string {
  return typeof counter === "object" ? counter.name : (counter ?? DEFAULT_COUNTER);
}

/** An embedder by where it is and what it is called; never its key. */
export function embedderName(embedder: PdConfig["embedder"]): string | undefined {
  if (embedder === undefined) return undefined;
  return "url" in embedder ? `${embedder.model} at ${embedder.url}` : embedder.name;
}

/** A mount by what it brings. */
export function mountName({ content, tools = [], skills, prompts, commands = [] }: Mount): string {
  const parts = [
    ...(content === undefined ? [] : [`content ${content.id}`]),
    ...(tools.length === 0 ? [] : [`tools ${tools.map(({ name }) => name).join(", ")}`]),
    ...(skills === undefined ? [] : ["skills"]),
    ...(prompts === undefined ? [] : ["prompts"]),
    ...(commands.length === 0 ? [] : [`commands ${commands.map(({ name }) => name).join(", ")}`]),
  ];
  return parts.join("; ");
}
