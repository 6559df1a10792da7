#!/usr/bin/env node
import { enableCompileCache } from "@pd/core/compile-cache";

enableCompileCache();
// Imported only now: what is imported above would be compiled anew each time.
const { start } = await import("./start.js");
await start();
