import { defineConfig } from "tsup";
import { buildEntries } from "./entries.js";

// Declarations come from `tsc -p tsconfig.build.json`: TypeScript 7 has no JavaScript API for tsup to make them with.
export default defineConfig({
  entry: buildEntries(process.cwd()),
  format: "esm",
  target: "node20",
  removeNodeProtocol: false,
  splitting: true,
  clean: true,
  dts: false,
  silent: true,
});
