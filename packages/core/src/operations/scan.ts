import * as z from "zod/mini";
import type { Cursor } from "../content.js";
import { defineOperation, operationInput } from "../operation.js";
import { filterFields, filterOf, found, limitField, queryField } from "./fields.js";
import { scanInput } from "./input-schemas.js";

/** Lists what there is, one description each. Always level 1, whatever was seen before. */
export const scan = defineOperation({
  name: "scan",
  description:
    "List nodes with one-line descriptions and prices. Start here; narrow by query, type, domain, tag or path. Then open what matters with node or context.",
  input: operationInput(() => ({
    query: z.optional(queryField()),
    ...filterFields(),
    limit: z._default(limitField(), 20),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  })),
  inputSchema: scanInput,
  async plan(input, graph, { signal }) {
    const { query, limit, cursor, repeat = true } = input;
    const request = { ...filterOf(input), query, limit, cursor: cursor as Cursor | undefined };
    const page = await graph.page(request, { signal });
    return {
      wants: page.ids.map((id) => ({ id, least: 1, most: 1 })),
      visited: page.total,
      levels: "pinned",
      breadth: 1,
      repeat,
      cursor: page.next,
      notices: found(page.ids.length, graph),
    };
  },
});
