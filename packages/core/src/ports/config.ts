import * as z from "zod/mini";
import { COUNTER_NAMES } from "../model/counter-table.js";
import { PdError } from "../model/errors.js";
import { checkVersion } from "../model/format-version.js";
import type { TokenCounter } from "../model/tokens.js";
import { escapeControls } from "../text/escape-controls.js";
import { nearest } from "../text/nearest.js";
import { DIALECT_NAMES } from "./dialect-names.js";
import type { Embedder } from "./embedder.js";
import type { MakeMounts } from "./make-mounts.js";
import type { Mount } from "./mount.js";
import type { Operation } from "./operation.js";

/** One for all operations and tools, or by their names. */
export type BudgetSetting = number | Readonly<Record<string, number>>;

/** What would be right, for the message about a setting that is wrong. */
const WANTED = /* @__PURE__ */ z.registry<{ readonly wanted: string }>();

/** A setting: what is right, what it means, and what to say where it is not right. */
function setting<Schema extends z.ZodMiniType>(schema: Schema, description: string, wanted: string) {
  const described = schema.check(z.describe(description)) as Schema;
  WANTED.add(described, { wanted });
  return z.optional(described);
}

const EMBEDDER_WANTED = '{ "url": "http://localhost:11434/v1", "model": "nomic-embed-text" }';

/** A server that has OpenAI's /v1/embeddings. */
function embedderSchema() {
  const name = z.string().check(z.minLength(1), z.maxLength(400));
  const variable = z
    .string()
    .check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/), z.describe("The environment variable that holds the key"));
  const url = z
    .string()
    .check(
      z.regex(/^https?:\/\/[^\s]{1,2000}$/),
      z.describe("Where the API begins, such as http://localhost:11434/v1"),
    );
  return z.strictObject({
    url,
    model: name.check(z.describe("As the server calls it")),
    key: z.optional(
      z.strictObject({ env: variable }).check(z.describe("Where the key is; none if the server asks for none")),
    ),
    dimension: z.optional(
      z
        .int()
        .check(
          z.minimum(1),
          z.maximum(32_768),
          z.describe("Numbers a vector, where the server can be asked for fewer"),
        ),
    ),
    requestsPerMinute: z.optional(
      z.int().check(z.minimum(1), z.describe("Requests a minute while vectors are made; 600 if it is not given")),
    ),
  });
}

/** The settings that any form has. Made when a configuration is read: most calls of a command find none. */
function settings() {
  const path = z.string().check(z.minLength(1), z.maxLength(4096), z.describe("Relative to this file"));
  const id = z
    .string()
    .check(z.minLength(1), z.maxLength(64), z.describe("The graphId of requests; else the folder's name"));
  const folder = z.strictObject({ path, id: z.optional(id) });
  return {
    $schema: setting(z.string(), "Where this schema is", "the path of a JSON schema"),
    version: setting(z.literal(1), "The version of this form", "1"),
    vaults: setting(
      z.array(z.union([path, folder])).check(z.maxLength(100)),
      "Folders of notes; a request without graphId means the first",
      'a list of folders, each "docs" or { "path": "docs", "id": "docs" }',
    ),
    skills: setting(
      z.array(path).check(z.maxLength(100)),
      "Folders of Agent Skills; [] for none. Where it is not given, a server looks into the folders of notes",
      'a list of folders, e.g. [".agents/skills"]',
    ),
    prompts: setting(
      z.array(z.union([path, folder])).check(z.maxLength(100)),
      "Folders of prompts, each with its sections as markdown files",
      'a list of folders, each "prompts/support" or { "path": "prompts/support", "id": "support" }',
    ),
    databases: setting(
      z
        .array(
          z.strictObject({
            graph: id.check(z.describe("The graph in the database, as pd sync named it")),
            id: z.optional(id),
            url: z.optional(z.string().check(z.minLength(1), z.maxLength(2048), z.describe("postgres://…"))),
            urlFrom: z.optional(
              z
                .string()
                .check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/u), z.describe("The environment variable that has it")),
            ),
            tenant: z.optional(z.string().check(z.minLength(1), z.maxLength(63), z.describe("Whose rows are seen"))),
          }),
        )
        .check(z.maxLength(100)),
      "Graphs that are kept in PostgreSQL; pd sync fills them",
      'a list of graphs, each { "graph": "docs", "urlFrom": "PD_DATABASE_URL" }',
    ),
    budget: setting(
      z
        .union([z.int().check(z.minimum(1)), z.record(z.string(), z.int().check(z.minimum(1)))])
        .check(z.meta({ examples: [2000, { node: 8000 }] })),
      "The tokenBudget of requests that give none: one for all, or by operation or tool",
      "a whole number of tokens from 1, or one for each operation",
    ),
    maxBudget: setting(
      z.int().check(z.minimum(1)),
      "The most that a request may ask for; 32000 if it is not given",
      "a whole number of tokens from 1",
    ),
    counter: setting(z.enum(COUNTER_NAMES), "How tokens are counted", `${namedCounters()}, or in code a counter`),
    exclude: setting(
      z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(1000)),
      "What the vaults leave out, in lines as of a .pdignore: paths, tag:private, property:status=draft",
      'a list of lines as of a .pdignore, e.g. ["drafts/", "tag:private", "property:status=draft"]',
    ),
    embedder: setting(embedderSchema(), "Finds notes in other words too, by the vectors of a model", EMBEDDER_WANTED),
    gitignore: setting(z.boolean(), "false: what a .gitignore names is served all the same", "true or false"),
    dialect: setting(
      z.union([z.enum([...DIALECT_NAMES, "none"]), z.strictObject(dialectChoice())]),
      "The documentation-site generator that the vaults are read for, and which version and language; found by its configuration file if it is not given",
      `${[...DIALECT_NAMES, "none"].map((name) => `"${name}"`).join(", ")}, or { "version": "3.8", "language": "fr" }`,
    ),
    cache: setting(z.boolean(), "false: no snapshot is kept of the vaults", "true or false"),
    watch: setting(z.boolean(), "Whether a server picks up changes while it runs", "true or false"),
    structured: setting(
      z.boolean(),
      "MCP: answer with structuredContent; the budget then counts that JSON",
      "true or false",
    ),
  };
}

function dialectChoice() {
  const name = z.string().check(z.minLength(1), z.maxLength(100));
  return {
    generator: z.optional(z.enum([...DIALECT_NAMES, "none"])),
    version: z.optional(name.check(z.describe("Served in place of the one that the site's authors work on"))),
    language: z.optional(name.check(z.describe("Served in place of the site's own"))),
  };
}

const namedCounters = () => COUNTER_NAMES.map((name) => `"${name}"`).join(" or ");

/** What a configuration in JSON may say. `schema/pd.config.v1.json` is made from it. */
export const configSchema = /* @__PURE__ */ z.strictObject(/* @__PURE__ */ settings());

/** Code can hand over more: mounts, or a counter of its own. */
function codeSettings() {
  return {
    ...settings(),
    counter: setting(
      z.union([z.enum(COUNTER_NAMES), z.custom<TokenCounter>(isCounter)]),
      "How tokens are counted",
      `${namedCounters()}, or a counter`,
    ),
    embedder: setting(
      z.union([embedderSchema(), z.custom<Embedder>(isEmbedder)]),
      "Finds notes in other words too, by the vectors of a model",
      `${EMBEDDER_WANTED}, or an embedder`,
    ),
    mounts: setting(
      z.custom<readonly Mount[] | MakeMounts>((value) => Array.isArray(value) || isFunction(value)),
      "Content and tools of other packages, after the vaults",
      "a list of mounts, or a function that makes one",
    ),
  };
}

/** What stands in `pd.config.{ts,js,mjs,json}`. Everything may be left out; `schema/pd.config.v1.json` says what each setting means. */
export type PdConfig = ReadonlyLists<z.output<z.ZodMiniObject<ReturnType<typeof codeSettings>>>>;

type ReadonlyLists<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends (infer Item)[] | undefined
    ? readonly Item[] | undefined
    : Settings[Name];
};

/** For completion and checking while it is written; it gives back what it is given. */
export function defineConfig(config: PdConfig): PdConfig {
  return config;
}

const CONFIG_FORMAT = { what: "The configuration", known: 1, code: "configuration-invalid" } as const;

export type ConfigForm = "json" | "code";

export interface ConfigReading {
  readonly form: ConfigForm;
  /** The file, and the line where one is known, of the setting that a path of keys leads to. */
  readonly where: (path: readonly PropertyKey[]) => string;
}

/** Checks a configuration. An error names the first setting that is wrong, where it stands, and what would be right. */
export function parseConfig(value: unknown, { form, where }: ConfigReading): PdConfig {
  const shape = form === "json" ? settings() : codeSettings();
  const result: z.core.util.SafeParseResult<PdConfig> = z.safeParse(z.strictObject(shape), value);
  if (result.success) return result.data;
  if (isObject(value)) checkVersion(value["version"], { ...CONFIG_FORMAT, where: where(["version"]) });
  const [issue] = result.error.issues;
  if (issue === undefined || !isObject(value)) {
    const example = form === "json" ? '{ "vaults": ["docs"] }' : 'export default defineConfig({ vaults: ["docs"] })';
    throw invalid("The configuration is not an object", where([]), `Write ${example}.`);
  }
  if (issue.code === "unrecognized_keys") throw unknownSetting(issue, { form, where });
  const [first] = issue.path;
  if (first === "counter" && value["counter"] === "estimate")
    throw invalid(
      'The counter "estimate" does not exist any more',
      where(issue.path),
      "Leave it out: the default counts exactly.",
    );
  const wanted = wantedAt(shape, first);
  const what = `${issue.path.map(String).join(".")} should be ${wanted}`;
  throw invalid(what, where(issue.path), `Give ${String(first)} as ${wanted}.`);
}

function unknownSetting(issue: z.core.$ZodIssueUnrecognizedKeys, { form, where }: ConfigReading): PdError {
  const [key = ""] = issue.keys;
  const place = where([...issue.path, key]);
  if (key === "mounts" && form === "json" && issue.path.length === 0) {
    return invalid(
      "Mounts are code, and JSON has none",
      place,
      "Rename the file to pd.config.mjs and export the object as its default.",
    );
  }
  const known = knownAt(issue.path, form);
  const meant = nearest(key, known);
  return invalid(
    `There is no setting "${escapeControls(key.slice(0, 64))}"`,
    place,
    meant === undefined ? `Known settings: ${known.join(", ")}.` : `Did you mean "${meant}"?`,
  );
}

function knownAt([first, second]: readonly PropertyKey[], form: ConfigForm): readonly string[] {
  if (first === undefined) return Object.keys(form === "json" ? settings() : codeSettings());
  if (first === "databases") return ["graph", "id", "url", "urlFrom", "tenant"];
  if (first !== "embedder") return ["path", "id"];
  return second === undefined ? Object.keys(embedderSchema().shape) : ["env"];
}

function invalid(message: string, where: string, fix: string): PdError {
  return new PdError("configuration-invalid", message, { where, fix });
}

function wantedAt(shape: object, name: PropertyKey | undefined): string {
  const field = new Map<PropertyKey, z.ZodMiniOptional>(Object.entries(shape) as [string, z.ZodMiniOptional][]).get(
    name ?? "",
  );
  return (field === undefined ? undefined : WANTED.get(field.def.innerType)?.wanted) ?? "something else";
}

function isCounter(value: unknown): boolean {
  return typeof value === "object" && value !== null && "count" in value && isFunction(value.count) && "name" in value;
}

function isEmbedder(value: unknown): boolean {
  return typeof value === "object" && value !== null && "embed" in value && isFunction(value.embed) && "name" in value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/** What has a name and an input: an operation, or a tool of a mount. */
type Callable = Pick<Operation, "name"> & { readonly input: z.core.$ZodType };

/** Operations or tools with this budget wherever a request gives none. Their schemas say so too. */
export function withBudget<Each extends Callable>(callables: readonly Each[], budget: BudgetSetting): readonly Each[] {
  for (const one of typeof budget === "number" ? [budget] : Object.values(budget)) {
    if (!Number.isSafeInteger(one) || one < 1)
      throw invalid(`${one} is not a token budget`, "budget", "Give budget as a whole number of tokens from 1.");
  }
  const budgets = typeof budget === "number" ? undefined : new Map(Object.entries(budget));
  return callables.map((callable) => {
    const byDefault = budgets === undefined ? (budget as number) : budgets.get(callable.name);
    if (byDefault === undefined || !takesBudget(callable)) return callable;
    const tokenBudget = z._default(z.int().check(z.minimum(1)), byDefault);
    return { ...callable, input: z.extend(callable.input as unknown as z.ZodMiniObject, { tokenBudget }) };
  });
}

function takesBudget({ input }: Callable): boolean {
  const { def } = input._zod;
  return "shape" in def && Object.hasOwn(def.shape as object, "tokenBudget");
}
