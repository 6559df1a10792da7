#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { enableCompileCache } from "@pd/core/compile-cache";

enableCompileCache();
// Imported only now: what is imported above would be compiled anew each time.
const { main } = await import("./program/main.js");
process.exit(await main(process.argv.slice(2), { name: "pd-mcp", launch: [fileURLToPath(import.meta.url)] }));
