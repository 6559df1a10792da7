import { limitsFrom } from "@pd/core/guard";
import { describe, expect, test } from "vitest";
import { createHttpApp } from "../create-http-app.js";
import { serve } from "../node/serve.js";
import { HTTP_LIMITS } from "./limits.js";

describe("limits", () => {
  test("those that are not given, or given as nothing, are the defaults", () => {
    expect(limitsFrom(HTTP_LIMITS)).toEqual(HTTP_LIMITS);
    const given = { bodyBytes: 5, callMilliseconds: undefined } as unknown as { bodyBytes: number };
    expect(limitsFrom(HTTP_LIMITS, given)).toEqual({ ...HTTP_LIMITS, bodyBytes: 5 });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 0, -1, "10"])(
    "%s is none: it would let everything through, or nothing",
    async (limit) => {
      for (const name of Object.keys(HTTP_LIMITS)) {
        const limits = { [name]: limit } as object;
        expect(() => createHttpApp({ mounts: [], limits })).toThrow(`The limit ${name} is ${limit}`);
      }
      const limits = { headersMilliseconds: limit } as object;
      const served = serve(createHttpApp({ mounts: [] }), { port: 0, limits });
      await expect(served).rejects.toMatchObject({ code: "configuration-invalid" });
    },
  );
});
