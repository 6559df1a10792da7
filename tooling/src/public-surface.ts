import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { sourceEntries } from "./entries.js";

/** Every name that a package's entry points export, with its kind, as stable JSON to pin in a file. */
export async function publicSurface(folder: URL): Promise<string> {
  const surface: Record<string, Record<string, string>> = {};
  for (const [path, source] of sourceEntries(fileURLToPath(folder))) {
    if (path.startsWith("bin:")) continue;
    const file = new URL(source, folder);
    const module: Record<string, unknown> = await import(/* @vite-ignore */ file.href);
    const names = exportedNames(fileURLToPath(file), readFileSync(file, "utf8"));
    surface[path] = Object.fromEntries(
      [...names]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, isType]) => [name, isType ? "type" : kindOf(module[name])]),
    );
  }
  return `${JSON.stringify(surface, null, 2)}\n`;
}

/** Exported names, and whether each is a type only. Types leave no trace at run time, so they are read from the source. */
export function exportedNames(fileName: string, source: string): Map<string, boolean> {
  const { errors, module } = parseSync(fileName, source);
  if (errors[0]) throw new Error(`${fileName}: ${errors[0].message}`);
  const names = new Map<string, boolean>();
  for (const { exportName, importName, isType } of module.staticExports.flatMap((statement) => statement.entries)) {
    if (importName.kind === "AllButDefault") {
      throw new Error(
        `${fileName} has "export *". An entry point names what it exports, e.g. export { a } from "./a.js".`,
      );
    }
    names.set(exportName.kind === "Default" ? "default" : (exportName.name ?? ""), isType);
  }
  return names;
}

function kindOf(value: unknown): string {
  if (typeof value !== "function") return value === undefined ? "missing" : typeof value;
  return /^class\b/.test(Function.prototype.toString.call(value)) ? "class" : "function";
}
