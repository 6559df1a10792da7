import { describe, expect, test } from "vitest";
import { type Admission, createGuard, type GuardOptions } from "./guard.js";

function asking(headers: Record<string, string> = {}, url = "http://localhost:3000/api/skillgraph/scan") {
  return new Request(url, { headers });
}

function outcome(admission: Admission): string {
  return "refused" in admission ? `${admission.refused.status} ${admission.refused.error.code}` : admission.caller;
}

async function ask(options: GuardOptions, headers: Record<string, string> = {}, url?: string): Promise<string> {
  return outcome(await createGuard(options).admit(asking(headers, url)));
}

describe("R6.2 a guard looks at the host first, then the origin, then the token, then the rate", () => {
  const all = { tokens: ["right"], rate: { perSecond: 1, burst: 1, now: () => 0 } };

  test("each is refused by what comes first", async () => {
    const guard = createGuard(all);
    const wrong = { host: "evil.example", origin: "https://evil.example", authorization: "Bearer wrong" };
    const send = async (headers: Record<string, string>) => outcome(await guard.admit(asking(headers)));
    expect(await send(wrong)).toBe("403 host-refused");
    expect(await send({ ...wrong, host: "localhost:3000" })).toBe("403 origin-refused");
    expect(await send({ authorization: "Bearer wrong" })).toBe("401 token-refused");
    expect(await send({ authorization: "Bearer wrong" })).toBe("429 rate-exceeded");
    expect(await send({ authorization: "Bearer right" })).toMatch(/^token:/);
    expect(await send({ authorization: "Bearer right" })).toBe("429 rate-exceeded");
  });

  test("the host of the address counts as well as the header", async () => {
    expect(await ask({}, {}, "http://evil.example/")).toBe("403 host-refused");
    expect(await ask({}, { host: "localhost:3000" }, "http://evil.example/")).toBe("403 host-refused");
    expect(await ask({}, { host: "evil.example" })).toBe("403 host-refused");
    expect(await ask({}, { host: "" })).toBe("403 host-refused");
    expect(await ask({})).toBe("http");
  });

  test("an own name and any address can be let in", async () => {
    expect(await ask({ hosts: ["notes.example.org"] }, {}, "https://notes.example.org/")).toBe("http");
    expect(await ask({ hosts: ["notes.example.org"] })).toBe("403 host-refused");
    expect(await ask({ addresses: true }, {}, "http://10.0.0.7:3000/")).toBe("http");
  });
});

describe("R6.2 a page elsewhere that asks without an origin", () => {
  const fetched = (site: string, mode: string, dest: string) =>
    ask({}, { "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest });

  test.each([
    ["an image", "cross-site", "no-cors", "image"],
    ["a frame", "cross-site", "navigate", "iframe"],
    ["a script, from another port of this machine", "same-site", "no-cors", "script"],
    ["what a later browser may send", "elsewhere", "no-cors", "empty"],
  ])("is refused: %s", async (_, site, mode, dest) => {
    expect(await fetched(site, mode, dest)).toBe("403 origin-refused");
  });

  test.each([
    ["the server's own page", "same-origin", "cors", "empty"],
    ["an address that somebody types", "none", "navigate", "document"],
    ["a link that somebody follows", "cross-site", "navigate", "document"],
  ])("%s may", async (_, site, mode, dest) => {
    expect(await fetched(site, mode, dest)).toBe("http");
  });

  test("one that is listed says who it is, and may", async () => {
    const headers = { origin: "https://app.example.org", "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" };
    expect(await ask({ origins: ["https://app.example.org"] }, headers)).toBe("http");
  });
});

describe("a token", () => {
  test("that is missing and one that is wrong read the same", async () => {
    const guard = createGuard({ tokens: ["right"] });
    const [none, wrong] = [await guard.admit(asking()), await guard.admit(asking({ authorization: "Bearer left" }))];
    expect(none).toEqual(wrong);
    expect(none).toMatchObject({ refused: { headers: { "www-authenticate": 'Bearer realm="pd"' } } });
  });

  test("is not asked for where nothing is told, and the host still is", async () => {
    const guard = createGuard({ tokens: ["right"] });
    expect(outcome(await guard.admit(asking(), {}, { open: true }))).toBe("http");
    expect(outcome(await guard.admit(asking({ host: "evil" }), {}, { open: true }))).toBe("403 host-refused");
  });
});

describe("a rate", () => {
  const rate = { perSecond: 0.5, burst: 1, now: () => 0 };

  test("is per address without a token, and says when to come back", async () => {
    const guard = createGuard({ rate });
    expect(outcome(await guard.admit(asking(), { remoteAddress: "10.0.0.1" }))).toBe("http");
    expect(outcome(await guard.admit(asking(), { remoteAddress: "10.0.0.2" }))).toBe("http");
    expect(await guard.admit(asking(), { remoteAddress: "::ffff:10.0.0.1" })).toMatchObject({
      refused: { status: 429, headers: { "retry-after": "2" } },
    });
  });

  test("is per token with one, wherever it comes from; guessing is paid for by the address", async () => {
    const guard = createGuard({ rate, tokens: ["one", "two"] });
    const send = async (token: string, remoteAddress: string) =>
      outcome(await guard.admit(asking({ authorization: `Bearer ${token}` }), { remoteAddress }));
    expect(await send("guess", "10.0.0.1")).toBe("401 token-refused");
    expect(await send("guess", "10.0.0.1")).toBe("429 rate-exceeded");
    expect(await send("one", "10.0.0.1")).toMatch(/^token:/);
    expect(await send("one", "10.0.0.2")).toBe("429 rate-exceeded");
    expect(await send("two", "10.0.0.2")).toMatch(/^token:/);
  });

  test("can be switched off", async () => {
    const guard = createGuard({ rate: false });
    for (let index = 0; index < 5000; index += 1) expect("caller" in (await guard.admit(asking()))).toBe(true);
  });
});
