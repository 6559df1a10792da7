import { expect, test } from "vitest";
import * as z from "zod/mini";
import { madeWhenAsked } from "./made-when-asked.js";

test("a schema is made when somebody looks at it, once, and is one before", () => {
  let times = 0;
  const schema = madeWhenAsked(() => {
    times += 1;
    return z.strictObject({ query: z.string() });
  });
  expect("_zod" in schema).toBe(true);
  expect(times).toBe(0);
  expect(z.safeParse(schema, { query: "x" })).toEqual({ success: true, data: { query: "x" } });
  expect(z.safeParse(schema, { query: 1 }).success).toBe(false);
  expect(times).toBe(1);
});

test("it can do what the schema itself can", async () => {
  const real = z.strictObject({ query: z.optional(z.string()) });
  const schema = madeWhenAsked(() => real);
  expect(schema instanceof z.ZodMiniObject).toBe(true);
  expect(Object.keys(schema)).toEqual(Object.keys(real));
  expect("nothing" in schema).toBe(false);
  expect(z.toJSONSchema(schema)).toEqual(z.toJSONSchema(real));
  expect(z.parse(z.extend(schema, { limit: z.int() }), { limit: 1 })).toEqual({ limit: 1 });
  expect(await schema["~standard"].validate({ query: "x" })).toEqual({ value: { query: "x" } });
});
