import { isPdError } from "@pd/core";
import { expect, test } from "vitest";
import { parseArguments } from "./arguments.js";

const serve = {
  command: "serve",
  folders: ["docs"],
  http: false,
  port: 3333,
  host: "127.0.0.1",
  watch: true,
  cache: true,
  meta: true,
  config: undefined,
  maxFiles: undefined,
  structured: undefined,
  skills: false,
};
const cost = {
  command: "cost",
  folders: [],
  config: undefined,
  maxFiles: undefined,
  structured: undefined,
  skills: false,
};

test.each([
  [["docs"], serve],
  [["docs", "notes"], { ...serve, folders: ["docs", "notes"] }],
  [[], { ...serve, folders: [] }],
  [["docs", "--http", "--port", "0"], { ...serve, http: true, port: 0 }],
  [["--http", "--port=80", "--host=localhost", "docs"], { ...serve, http: true, port: 80, host: "localhost" }],
  [["docs", "--no-watch", "--no-cache", "--no-config"], { ...serve, watch: false, cache: false, config: false }],
  [["docs", "--config", "x.json"], { ...serve, config: "x.json" }],
  [["--", "--odd"], { ...serve, folders: ["--odd"] }],
  [["config", "--client", "cursor", "docs"], { command: "config", client: "cursor", folders: ["docs"], skills: false }],
  [["--skills"], { ...serve, folders: [], skills: true }],
  [["--skills", "größe", "--http"], { ...serve, folders: ["größe"], skills: true, http: true }],
  [["cost", "--skills"], { ...cost, skills: true }],
  [["config", "--client", "codex", "--skills"], { command: "config", client: "codex", folders: [], skills: true }],
  [["./config"], { ...serve, folders: ["./config"] }],
  [["docs", "--no-meta"], { ...serve, meta: false }],
  [["docs", "--structured"], { ...serve, structured: true }],
  [["cost"], cost],
  [["cost", "docs", "größe", "--no-config"], { ...cost, folders: ["docs", "größe"], config: false }],
  [["cost", "--config", "x.json", "--structured"], { ...cost, config: "x.json", structured: true }],
  [["docs", "-h"], { command: "help" }],
  [["--version"], { command: "version" }],
] as const)("%j", (given, expected) => {
  expect(parseArguments(given)).toEqual(expected);
});

test("an unknown option names the nearest", () => {
  expect(() => parseArguments(["docs", "--htpp"])).toThrow(
    expect.objectContaining({ message: "There is no option --htpp", fix: "Did you mean --http?" }),
  );
});

test.each([
  ["--nonsense"],
  ["--port", "1"],
  ["docs", "--http", "--port", "65536"],
  ["docs", "--http", "--port", "-1"],
  ["docs", "--http", "--port"],
  ["docs", "--client", "cursor"],
  ["docs", "--http=yes"],
  ["config", "--client", "cursor", "--http"],
  ["cost", "--client", "cursor"],
  ["cost", "--http"],
  ["config", "--structured"],
])("what cannot be meant is refused with an example: %j", (...given) => {
  let thrown: unknown;
  try {
    parseArguments(given);
  } catch (error) {
    thrown = error;
  }
  expect(isPdError(thrown) && thrown.fix).toMatch(/^Try: pd-mcp /);
});
