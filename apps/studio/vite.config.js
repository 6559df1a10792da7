import { SOURCE_CONDITION } from "pd-tooling/entries";
import { defaultClientConditions, defineConfig } from "vite";

// Everything the page needs is in its own files: nothing inline, so that the content security policy can be strict.
export default defineConfig({
  resolve: { conditions: [SOURCE_CONDITION, ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
  },
  logLevel: "warn",
});
