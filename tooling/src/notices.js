import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Beside the bundle, so that it is published with it. */
export const NOTICES = "THIRD-PARTY-NOTICES.txt";

/** @typedef {NonNullable<import("tsup").Options["esbuildPlugins"]>[number]} Plugin */

/**
 * Writes the licences of every package that went into a bundle, by what esbuild says that it put there. One without a licence text stops the build.
 *
 * @type {Plugin}
 */
export const thirdPartyNotices = {
  name: "third-party-notices",
  setup(build) {
    const { absWorkingDir = process.cwd(), outdir = "." } = build.initialOptions;
    const beside = resolve(absWorkingDir, outdir);
    build.initialOptions.metafile = true;
    build.onEnd(({ metafile }) => {
      if (metafile === undefined) return;
      const folders = bundledFolders(Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)));
      const text = noticesOf(folders.map((folder) => resolve(absWorkingDir, folder)));
      mkdirSync(beside, { recursive: true });
      writeFileSync(join(beside, NOTICES), text);
    });
  },
};

/**
 * The same for a page that vite builds, by what it says that it put there. Workers are bundles of their own, built before the page.
 *
 * @returns {{ readonly page: import("vite").Plugin, readonly worker: import("vite").Plugin }}
 */
export function pageNotices() {
  /** @type {string[]} */
  const modules = [];
  /** @param {import("vite").Rollup.OutputBundle} bundle */
  const collect = (bundle) => {
    for (const output of Object.values(bundle)) if (output.type === "chunk") modules.push(...output.moduleIds);
  };
  return {
    worker: { name: "third-party-modules", generateBundle: (_options, bundle) => collect(bundle) },
    page: {
      name: "third-party-notices",
      generateBundle(_options, bundle) {
        collect(bundle);
        const folders = bundledFolders(modules.map((id) => id.replace(/^\0/, "").replace(/^\//, "")));
        this.emitFile({ type: "asset", fileName: NOTICES, source: noticesOf(folders.map((folder) => `/${folder}`)) });
      },
    },
  };
}

/**
 * The folders of the packages that these files are from.
 *
 * @param {readonly string[]} inputs
 */
function bundledFolders(inputs) {
  const folders = inputs.flatMap((input) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(`/${input}`)?.[0] ?? []);
  return [...new Set(folders)].map((folder) => folder.slice(1));
}

/** @param {readonly string[]} folders */
function noticesOf(folders) {
  const notices = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { title: `${name} ${version} (${license})`, text: licenceIn(folder, name) };
  });
  notices.sort((one, other) => (one.title < other.title ? -1 : 1));
  const rule = "-".repeat(80);
  return notices.map(({ title, text }) => `${title}\n\n${text}\n`).join(`\n${rule}\n\n`);
}

/**
 * @param {string} folder
 * @param {string} name
 */
function licenceIn(folder, name) {
  const files = readdirSync(folder).filter((entry) => /^(?:licen[cs]e|notice|copying)/i.test(entry));
  if (files.length === 0) throw new Error(`${name} is bundled and has no licence text in ${folder}`);
  return files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
}
