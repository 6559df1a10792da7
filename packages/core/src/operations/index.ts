import type { Operation } from "../ports/operation.js";
import { context } from "./context.js";
import { node } from "./node.js";
import { query } from "./query.js";
import { scan } from "./scan.js";
import { search } from "./search.js";
import { stats } from "./stats.js";
import { traverse } from "./traverse.js";
import { validate } from "./validate.js";

/** The operations by name, in the order in which every door lists them. */
export const operations = { scan, search, query, node, traverse, context, stats, validate };

/** The operations every door serves, in the order it lists them. */
export const OPERATIONS: readonly Operation[] = /* @__PURE__ */ Object.values(operations);
