import { SOURCE_CONDITION } from "pd-tooling/entries";
import { pageNotices } from "pd-tooling/notices";
import { defaultClientConditions, defineConfig } from "vite";

const notices = pageNotices();

// Everything the page needs is in its own files: nothing inline, so that the content security policy can be strict.
export default defineConfig({
  resolve: { conditions: [SOURCE_CONDITION, ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [notices.page],
  worker: { format: "es", plugins: () => [notices.worker] },
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
