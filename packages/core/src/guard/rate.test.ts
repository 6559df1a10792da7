import { describe, expect, test } from "vitest";
import { addressCaller, createRateLimit } from "./rate.js";

describe("a rate", () => {
  test("lets a burst through, then one for each that has flowed back", () => {
    let now = 0;
    const wait = createRateLimit({ perSecond: 10, burst: 3, now: () => now });
    expect([wait("a"), wait("a"), wait("a")]).toEqual([0, 0, 0]);
    expect(wait("a")).toBe(100);
    now = 50;
    expect(wait("a")).toBe(50);
    now = 100;
    expect(wait("a")).toBe(0);
    expect(wait("a")).toBe(100);
  });

  test("of one caller takes nothing from another", () => {
    const wait = createRateLimit({ perSecond: 1, burst: 1, now: () => 0 });
    expect([wait("a"), wait("b")]).toEqual([0, 0]);
    expect(wait("a")).toBeGreaterThan(0);
  });

  test("never saves up more than a burst, and a clock set back takes nothing away", () => {
    let now = 0;
    const wait = createRateLimit({ perSecond: 1, burst: 2, now: () => now });
    wait("a");
    now = 1_000_000;
    expect([wait("a"), wait("a")]).toEqual([0, 0]);
    now = 0;
    expect(wait("a")).toBe(1000);
  });

  test("keeps count of so many callers and no more: the most silent one is forgotten", () => {
    const wait = createRateLimit({ perSecond: 1, burst: 1, maxCallers: 2, now: () => 0 });
    for (const caller of ["__proto__", "b", "c"]) wait(caller);
    expect(wait("c")).toBeGreaterThan(0);
    expect(wait("__proto__")).toBe(0);
  });

  test("that would let nothing through is refused when the server is made", () => {
    for (const perSecond of [0, -1, Number.NaN])
      expect(() => createRateLimit({ perSecond })).toThrow(expect.objectContaining({ code: "configuration-invalid" }));
    expect(() => createRateLimit({ perSecond: 1, burst: 0 })).toThrow(/lets nothing/);
  });
});

test.each([
  ["10.0.0.1", "address:10.0.0.1"],
  ["::ffff:10.0.0.1", "address:10.0.0.1"],
  ["2001:db8:1:2:3:4:5:6", "address:2001:db8:1:2"],
  ["2001:DB8:1:2::9", "address:2001:db8:1:2"],
  ["2001:0db8:0001:0002::9", "address:2001:db8:1:2"],
  ["2001:db8::9", "address:2001:db8:0:0"],
  ["::1", "address:0:0:0:0"],
  ["fe80::1%eth0", "address:fe80:0:0:0"],
  [undefined, "address:unknown"],
  ["", "address:unknown"],
])("the caller at %s is %s", (address, caller) => {
  expect(addressCaller(address)).toBe(caller);
});
