import { realpathSync } from "node:fs";
import { dirname, extname, relative, resolve } from "node:path";
import { isPdError, PdError } from "../../model/errors.js";
import { type ConfigForm, type PdConfig, parseConfig } from "../../ports/config.js";
import { escapeControls } from "../../text/escape-controls.js";
import { readSmallFileSync } from "../small-file.js";
import { workingFolder as currentFolder } from "../working-folder.js";
import { workingTree } from "../working-tree.js";
import {
  type ConfigConnection,
  type ConfigNotice,
  type ConfigStanding,
  MOST_BYTES,
  recordedTrust,
  sha256Of,
  trustNotice,
  withoutTrust,
} from "./config-trust.js";
import { findConfig, namedConfig, refusalOf, shadowedBy } from "./find-config.js";
import { importConfig } from "./import-config.js";
import { jsonPlaces } from "./json-places.js";

export interface LoadConfigOptions {
  /** Where the search begins. The process's working folder if it is not given. */
  readonly workingFolder?: string | undefined;
  /** A file to take instead of searching. Whoever names it trusts it. */
  readonly file?: string | undefined;
  /** The caller vouches for whatever is found: it is treated as one that was named. */
  readonly trustFound?: boolean | undefined;
  /** Only says what there is: code is not run, trusted or not. */
  readonly look?: boolean | undefined;
}

export interface LoadedConfig {
  readonly file: string;
  /** What its paths are relative to. */
  readonly folder: string;
  readonly form: ConfigForm;
  /** What counts of it. */
  readonly config: PdConfig;
  readonly standing: ConfigStanding;
  /** `left-out`: nothing of it counts. `not-run`: it is code that would be run, if this were more than a look. */
  readonly reading: "used" | "left-out" | "not-run";
  /** What was left out and why, to be shown to the user. */
  readonly notice: ConfigNotice | undefined;
  /** The vaults outside of its own folder, as one that was found names them: those need trust. */
  readonly outside: readonly string[];
  /** Where one that was found would send the text of notes: that needs trust too. */
  readonly connection?: ConfigConnection | undefined;
  /** Of the bytes that were read, where trust has to do with it. */
  readonly sha256: string | undefined;
  /** Others beside it that were not looked at, because the first counts. */
  readonly shadowed: readonly string[];
}

/** Larger than any configuration; what is larger is something else, and would take long to find faults in. */
const CONFIG_BYTES = 128 * 1024;

/**
 * Finds and loads `pd.config.{ts,js,mjs,json}`, from the working folder upward to the top of the repository or the home folder. Nothing where there is none.
 * One that was found runs no code, names no folder outside its own and opens no connection until its person has trusted it (`pd trust`): a cloned repository must not
 * act because somebody works in it.
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig | undefined> {
  const workingFolder = resolve(options.workingFolder ?? currentFolder());
  const isNamed = options.file !== undefined;
  const file = isNamed ? namedConfig(resolve(workingFolder, options.file)) : findConfig(workingTree(workingFolder));
  if (file === undefined) return undefined;
  const shown = escapeControls(relative(workingFolder, file) || file);
  const form: ConfigForm = extname(file) === ".json" ? "json" : "code";
  const place = { file, folder: dirname(file), form, shadowed: shadowedBy(file) };
  const mayAll = isNamed || options.trustFound === true;
  if (form === "code" && mayAll) return { ...place, standing: "named", ...(await codeOf(file, shown, options)) };
  const { bytes, stats } = readSmallFileSync(file, { maxBytes: form === "json" ? CONFIG_BYTES : MOST_BYTES, shown });
  const refusal = mayAll ? undefined : refusalOf(file, stats, shown);
  if (refusal !== undefined) return { ...place, standing: "refused", ...nothing(refusal) };
  const found = { ...place, bytes, shown };
  return form === "json" ? jsonFile(found, mayAll) : codeFile(found, options);
}

type Place = Pick<LoadedConfig, "file" | "folder" | "form" | "shadowed">;

interface Found extends Place {
  readonly bytes: Uint8Array;
  readonly shown: string;
}

function nothing(notice: ConfigNotice) {
  return { config: {}, reading: "left-out", notice, outside: [], sha256: undefined } as const;
}

/** Without trust, what lies outside its folder is left out. */
function jsonFile({ bytes, shown, ...place }: Found, mayAll: boolean): LoadedConfig {
  const config = readJson(new TextDecoder().decode(bytes), shown);
  const whole = { ...place, config, reading: "used", notice: undefined, outside: [], sha256: undefined } as const;
  if (mayAll) return { ...whole, standing: "named" };
  const { config: limited, outside, connection } = withoutTrust(config, place.folder);
  if (outside.length === 0 && connection === undefined) return { ...whole, standing: "unneeded" };
  const sha256 = sha256Of(bytes);
  const recorded = recordedTrust(realpathSync.native(place.file), sha256);
  if (recorded.standing === "trusted") return { ...whole, outside, connection, sha256, standing: "trusted" };
  const notice = trustNotice(shown, { form: "json", outside, connection, ...recorded });
  return { ...whole, config: limited, outside, connection, sha256, standing: recorded.standing, notice };
}

/** Without trust, nothing of it counts: what it would say is known only once it has run. */
async function codeFile({ bytes, shown, ...place }: Found, options: LoadConfigOptions): Promise<LoadedConfig> {
  const sha256 = sha256Of(bytes);
  const recorded = recordedTrust(realpathSync.native(place.file), sha256);
  if (recorded.standing === "trusted")
    return { ...place, standing: "trusted", ...(await codeOf(place.file, shown, options)), sha256 };
  const notice = trustNotice(shown, { form: "code", outside: [], ...recorded });
  return { ...place, standing: recorded.standing, ...nothing(notice), sha256 };
}

async function codeOf(file: string, shown: string, { look }: LoadConfigOptions) {
  const rest = { notice: undefined, outside: [], sha256: undefined };
  if (look === true) return { ...rest, config: {}, reading: "not-run" } as const;
  return { ...rest, config: await runCode(file, shown), reading: "used" } as const;
}

function readJson(text: string, shown: string): PdConfig {
  const places = () => jsonPlaces(text, (line) => `${shown}:${line}`);
  return parseConfig(parsed(), { form: "json", where: (path) => `${shown}:${places().lineOf(path)}` });

  function parsed(): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      // Its own message has no line; walking through the text finds the same fault, and says where.
      places();
      throw new PdError("configuration-invalid", "This is not JSON", { where: shown, cause });
    }
  }
}

async function runCode(file: string, shown: string): Promise<PdConfig> {
  const value = await importConfig(file, shown);
  try {
    return parseConfig(value, { form: "code", where: () => shown });
  } catch (error) {
    if (isPdError(error)) throw error;
    // A getter or proxy in what the code exports may throw anything.
    throw new PdError("configuration-invalid", "The configuration cannot be read", { where: shown, cause: error });
  }
}
