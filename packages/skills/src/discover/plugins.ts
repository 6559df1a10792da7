import { readdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { escapeControls, isPdError } from "@pd/core";
import { containedPath, readContainedSync } from "@pd/core/files";
import type { SkillDiagnostic } from "../record/skill-metadata.js";
import { normalisedName } from "../record/skill-name.js";
import { isFolder } from "./skill-roots.js";
import type { SkillRoot } from "./walk-skills.js";

const MANIFEST = ".claude-plugin/plugin.json";
const MANIFEST_BYTES = 256 * 1024;
/** How far below a folder of plugins they are looked for: `cache/market/plugin/version`. */
const PLUGIN_DEPTH = 4;
const MOST_FOLDERS = 2000;

export interface FoundPlugins {
  readonly roots: readonly SkillRoot[];
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** The folders of skills of all plugins below a folder, or of the plugin that it is. */
export function pluginRoots(folder: string): FoundPlugins {
  const diagnostics: SkillDiagnostic[] = [];
  const report = (file: string, message: string, fix: string) =>
    void diagnostics.push({ code: "plugin-invalid", severity: "warning", file, line: 1, message, fix });
  const plugins = pluginsBelow(folder, report);
  if (plugins.length === 0) {
    report(
      folder,
      `No folder here has a ${MANIFEST}.`,
      "Give it as a custom folder, if it holds skills and no plugins.",
    );
  }
  return { roots: plugins.flatMap((plugin) => rootsOf(plugin, report)), diagnostics };
}

function pluginsBelow(folder: string, report: Report): readonly string[] {
  const found: string[] = [];
  let looked = 0;
  const look = (path: string, depth: number): void => {
    looked += 1;
    if (looked > MOST_FOLDERS) {
      if (looked === MOST_FOLDERS + 1)
        report(
          path,
          `From here on plugins are not looked for: ${MOST_FOLDERS} folders had none.`,
          "Give the folder of the plugins.",
        );
      return;
    }
    let names: string[];
    try {
      const entries = readdirSync(path, { withFileTypes: true });
      if (entries.some(({ name }) => name === ".claude-plugin") && hasManifest(path)) return void found.push(path);
      names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    } catch {
      return;
    }
    if (depth === PLUGIN_DEPTH) return;
    for (const name of names.sort())
      if (!name.startsWith(".") && name !== "node_modules" && escapeControls(name) === name)
        look(join(path, name), depth + 1);
  };
  look(folder, 0);
  return found;
}

function hasManifest(plugin: string): boolean {
  return manifestText(plugin) !== undefined;
}

function manifestText(plugin: string): string | undefined {
  try {
    const { bytes } = readContainedSync(realpathSync.native(plugin), MANIFEST, { maxBytes: MANIFEST_BYTES });
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

type Report = (file: string, message: string, fix: string) => void;

function rootsOf(plugin: string, report: Report): readonly SkillRoot[] {
  const file = join(plugin, MANIFEST);
  const manifest = parsed(manifestText(plugin) ?? "");
  if (manifest === undefined)
    report(file, "It is not a JSON object; the folder's name and its `skills` are taken.", "{}");
  const written = typeof manifest?.["name"] === "string" ? manifest["name"] : basename(plugin);
  const pluginName = normalisedName(written) ?? normalisedName(basename(plugin));
  if (pluginName === undefined) {
    report(file, "It has no name that can stand before a colon; the plugin is left out.", '"name": "my-plugin"');
    return [];
  }
  return skillFolders(manifest, file, report)
    .map((path) => join(plugin, path))
    .filter(isFolder)
    .map((path) => ({ path, source: "plugin", pluginName }));
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** `skills/`, and what the manifest names beside it. No path leaves the plugin. */
function skillFolders(manifest: Record<string, unknown> | undefined, file: string, report: Report): readonly string[] {
  const named = [manifest?.["skills"] ?? []].flat().filter((path) => typeof path === "string");
  const safe = named.flatMap((path) => {
    const relative = path.replace(/^\.\//u, "").replace(/\/+$/u, "");
    if (relative === "" || relative === ".") return ["."];
    try {
      return [containedPath(relative)];
    } catch (error) {
      if (!isPdError(error)) throw error;
      report(file, `"skills": ${error.message}; it is left out.`, '"skills": ["./skills"]');
      return [];
    }
  });
  return [...new Set(["skills", ...safe])];
}
