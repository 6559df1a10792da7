// The least that a server on the same SDK can be, started as pd-mcp is, for mcp.ts to compare with.
import { enableCompileCache } from "@pd/core/compile-cache";

enableCompileCache();
const { serveEmpty } = await import("./mcp-empty-server.js");
serveEmpty();
