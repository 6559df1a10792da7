import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { thirdPartyNotices } from "pd-tooling/notices";
import base from "pd-tooling/tsup";

/** What the token counter reads lies beside what is built, with its licence. */
const BESIDE = ["o200k.bin", "o200k.licenses.txt"];

/**
 * yaml gives Node a CommonJS build that calls `require("process")`, which a bundle of ES modules cannot run. Its build for other runtimes is ES
 * modules and the same code, so that one goes into core: whoever bundles core into one file gets a file that runs.
 *
 * @type {NonNullable<import("tsup").Options["esbuildPlugins"]>[number]}
 */
const yamlAsModules = {
  name: "yaml-as-modules",
  setup(build) {
    const folder = dirname(createRequire(import.meta.url).resolve("yaml/package.json"));
    build.onResolve({ filter: /^yaml$/ }, () => ({ path: join(folder, "browser/index.js") }));
  },
};

/** @type {import("tsup").Options} */
export default {
  .../** @type {import("tsup").Options} */ (base),
  noExternal: ["yaml"],
  esbuildPlugins: [yamlAsModules, thirdPartyNotices],
  onSuccess: async () => {
    for (const file of BESIDE) copyFileSync(`src/o200k/${file}`, `dist/${file}`);
  },
};
