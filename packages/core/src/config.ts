import * as z from "zod/mini";
import { PdError } from "./errors.js";
import { escapeControls } from "./escape-controls.js";
import type { OnEvent } from "./event.js";
import { madeWhenAsked } from "./made-when-asked.js";
import type { Mount } from "./mount.js";
import { nearest } from "./nearest.js";
import type { Operation } from "./operation.js";
import { plainValue } from "./plain-value.js";
import type { TokenCounter } from "./tokens.js";
import type { JsonSchema } from "./tool.js";

/** The counters that a configuration can name; any other is handed over as an object. */
export const COUNTER_NAMES = ["estimate", "words", "bytes", "o200k"] as const;

export type CounterName = (typeof COUNTER_NAMES)[number];

/** A folder of notes. Its path is relative to the folder of the configuration. */
export interface VaultSetting {
  readonly path: string;
  /** The `graphId` of requests; the folder's name if it is not given. */
  readonly id?: string | undefined;
}

/** What a function that makes mounts is told. */
export interface MountContext {
  /** Where the configuration lies. */
  readonly folder: string;
  /** Whether whoever serves the mounts picks up changes while it runs. */
  readonly watch: boolean;
  readonly onEvent?: OnEvent | undefined;
  /** Called back when the mounts are no longer served. */
  onClose(callback: () => void | Promise<void>): void;
}

/** A function, so that nothing is opened before it is asked for. */
export type MakeMounts = (context: MountContext) => readonly Mount[] | Promise<readonly Mount[]>;

/** What stands in `pd.config.{ts,js,mjs,json}`. Everything may be left out. */
export interface PdConfig {
  readonly $schema?: string | undefined;
  /** The version of this form. */
  readonly version?: 1 | undefined;
  /** Folders of notes. The first is the one that a request without `graphId` means. */
  readonly vaults?: readonly (string | VaultSetting)[] | undefined;
  /** Content and tools of other packages, after the vaults. Only where the configuration is code. */
  readonly mounts?: readonly Mount[] | MakeMounts | undefined;
  /** The `tokenBudget` of requests that give none. */
  readonly budget?: number | undefined;
  readonly counter?: CounterName | TokenCounter | undefined;
  /** `false`: no snapshot is kept of the vaults. */
  readonly cache?: boolean | undefined;
  /** Whether a server picks up changes while it runs. */
  readonly watch?: boolean | undefined;
}

/** For completion and checking while it is written; it gives back what it is given. */
export function defineConfig(config: PdConfig): PdConfig {
  return config;
}

/** The settings that any form has. Made when a configuration is read: most calls of a command find none. */
function settings() {
  const path = z.string().check(z.minLength(1), z.maxLength(4096), z.describe("Relative to this file"));
  const vault = z.strictObject({
    path,
    id: z.optional(
      z.string().check(z.minLength(1), z.maxLength(64), z.describe("The graphId of requests; else the folder's name")),
    ),
  });

  return {
    $schema: z.optional(z.string()),
    version: z.optional(z.literal(1).check(z.describe("The version of this form"))),
    vaults: z.optional(
      z
        .array(z.union([path, vault]))
        .check(z.maxLength(100), z.describe("Folders of notes; a request without graphId means the first")),
    ),
    budget: z.optional(
      z
        .int()
        .check(z.minimum(1), z.describe("The tokenBudget of requests that give none"), z.meta({ examples: [2000] })),
    ),
    counter: z.optional(z.enum(COUNTER_NAMES).check(z.describe("How tokens are counted"))),
    cache: z.optional(z.boolean().check(z.describe("false: no snapshot is kept of the vaults"))),
    watch: z.optional(z.boolean().check(z.describe("Whether a server picks up changes while it runs"))),
  };
}

/** What a configuration in JSON may say. `schema/pd.config.v1.json` is made from it. */
export const configSchema = /* @__PURE__ */ z.strictObject(/* @__PURE__ */ settings());

const path = { type: "string", minLength: 1, maxLength: 4096 };
const vault = {
  type: "object",
  properties: { path, id: { type: "string", minLength: 1, maxLength: 64 } },
  required: ["path"],
  additionalProperties: false,
};

/** The same, as far as an ordinary configuration goes: most are, and need no schema to be made. */
const plainConfig: JsonSchema = {
  type: "object",
  properties: {
    $schema: { type: "string" },
    version: { type: "number", enum: [1] },
    vaults: { type: "array", items: { anyOf: [path, vault] }, maxItems: 100 },
    budget: { type: "integer", minimum: 1 },
    counter: { type: "string", enum: COUNTER_NAMES },
    cache: { type: "boolean" },
    watch: { type: "boolean" },
  },
  additionalProperties: false,
};

/** Code can hand over more: mounts, or a counter of its own. */
function codeSettings() {
  return {
    ...settings(),
    counter: z.optional(z.union([z.enum(COUNTER_NAMES), z.custom<TokenCounter>(isCounter)])),
    mounts: z.optional(z.custom<readonly Mount[] | MakeMounts>((value) => Array.isArray(value) || isFunction(value))),
  };
}

export type ConfigForm = "json" | "code";

export interface ConfigReading {
  readonly form: ConfigForm;
  /** The file, and the line where one is known, of the setting that a path of keys leads to. */
  readonly where: (path: readonly PropertyKey[]) => string;
}

/** Checks a configuration. An error names the first setting that is wrong, where it stands, and what would be right. */
export function parseConfig(value: unknown, { form, where }: ConfigReading): PdConfig {
  const plain = plainValue(plainConfig, value);
  if (plain !== undefined) return plain as PdConfig;
  const schema = z.strictObject(form === "json" ? settings() : codeSettings());
  const result: z.core.util.SafeParseResult<PdConfig> = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined || typeof value !== "object" || value === null || Array.isArray(value)) {
    const example = form === "json" ? '{ "vaults": ["docs"] }' : 'export default defineConfig({ vaults: ["docs"] })';
    throw invalid("The configuration is no object", where([]), `Write ${example}.`);
  }
  if (issue.code === "unrecognized_keys") throw unknownSetting(issue, { form, where });
  const [first] = issue.path;
  const wanted = WANTED.get(String(first)) ?? "something else";
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
  const known = issue.path.length === 0 ? Object.keys(form === "json" ? settings() : codeSettings()) : ["path", "id"];
  const meant = nearest(key, known);
  return invalid(
    `There is no setting "${escapeControls(key.slice(0, 64))}"`,
    place,
    meant === undefined ? `Known settings: ${known.join(", ")}.` : `Did you mean "${meant}"?`,
  );
}

function invalid(message: string, where: string, fix: string): PdError {
  return new PdError("configuration-invalid", message, { where, fix });
}

const WANTED: ReadonlyMap<string, string> = new Map([
  ["$schema", "the path of a JSON schema"],
  ["version", "1"],
  ["vaults", 'a list of folders, each "docs" or { "path": "docs", "id": "docs" }'],
  ["budget", "a whole number of tokens from 1"],
  ["counter", `${COUNTER_NAMES.map((name) => `"${name}"`).join(" or ")}, or in code a counter`],
  ["cache", "true or false"],
  ["watch", "true or false"],
  ["mounts", "a list of mounts, or a function that makes one"],
]);

function isCounter(value: unknown): boolean {
  return typeof value === "object" && value !== null && "count" in value && isFunction(value.count) && "name" in value;
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/** The operations with this budget wherever a request gives none. Their schemas say so too. */
export function withBudget(operations: readonly Operation[], budget: number): readonly Operation[] {
  if (!Number.isSafeInteger(budget) || budget < 1) {
    throw invalid(`${budget} is no token budget`, "budget", "Give budget as a whole number of tokens from 1.");
  }
  return operations.map((operation) => {
    if (!takesBudget(operation)) return operation;
    const input = madeWhenAsked(() => {
      const tokenBudget = z._default(z.int().check(z.minimum(1)), budget);
      return z.extend(operation.input as unknown as z.ZodMiniObject, { tokenBudget });
    });
    const { inputSchema } = operation;
    return {
      ...operation,
      input: input as unknown as Operation["input"],
      ...(inputSchema === undefined ? {} : { inputSchema: withDefaultBudget(inputSchema, budget) }),
    };
  });
}

function takesBudget({ input, inputSchema }: Operation): boolean {
  if (inputSchema !== undefined) return Object.hasOwn((inputSchema["properties"] ?? {}) as object, "tokenBudget");
  const { def } = input._zod;
  return "shape" in def && Object.hasOwn(def.shape as object, "tokenBudget");
}

function withDefaultBudget(schema: JsonSchema, budget: number): JsonSchema {
  const properties = schema["properties"] as Readonly<Record<string, JsonSchema>>;
  const { default: _, ...tokenBudget } = properties["tokenBudget"] ?? {};
  return { ...schema, properties: { ...properties, tokenBudget: { default: budget, ...tokenBudget } } };
}
