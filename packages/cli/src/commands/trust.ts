import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { escapeControls, PdError } from "@pd/core";
import {
  type LoadedConfig,
  loadConfig,
  revokeTrust,
  trustedFiles,
  trust as trustFile,
  trustStateOf,
} from "@pd/core/files";
import { type Command, type Invocation, isSet, textOption } from "../command.js";
import type { ExitCode } from "../terminal/io.js";
import { safeLine } from "../terminal/safe-text.js";
import { wrap } from "../terminal/width.js";
import { writeDocument } from "../terminal/write-document.js";

/** `pd trust`: lets a configuration that is found here do what needs its person's word. Kept outside the folder. */
export const trust: Command = {
  name: "trust",
  words: 1,
  usage: "[file]",
  heading: "Set up",
  summary: "Let the configuration found here run code and reach outside its folder",
  details:
    "Let the configuration found here, or the one named, run code, mount folders outside its own and send text to an embedder. Shows what it asks for, and asks.",
  options: [
    { name: "yes", kind: "flag", description: "Do not ask", aliases: ["y"] },
    { name: "list", kind: "flag", description: "List the configurations that you trust" },
    { name: "revoke", kind: "flag", description: "Take it back" },
  ],
  examples: ["pd trust --list", "pd trust --yes", "pd trust --revoke"],
  async run(invocation) {
    if (isSet(invocation.parsed, "list")) return list(invocation);
    return isSet(invocation.parsed, "revoke") ? revoke(invocation) : give(invocation);
  },
};

function list(invocation: Invocation): ExitCode {
  const { out } = invocation;
  const items = trustedFiles().map((entry) => ({ ...entry, state: trustStateOf(entry) }));
  const human = () => {
    if (items.length === 0) out.line("You trust no configuration.");
    for (const { file, since, state } of items)
      out.line(`${out.style.strong(state.padEnd(9))} ${safeLine(file)}  ${out.style.faint(since.slice(0, 10))}`);
  };
  writeDocument(invocation, { operation: "trust", data: { trusted: items }, items, human });
  return 0;
}

/** Of a file that is gone, too. */
async function revoke(invocation: Invocation): Promise<ExitCode> {
  const { io, out } = invocation;
  const named = namedFile(invocation);
  const path = named === undefined ? (await found(invocation)).file : resolve(io.workingFolder, named);
  const file = existsSync(path) ? realpathSync.native(path) : path;
  const revoked = revokeTrust(file);
  const message = revoked ? "No longer trusted" : "You did not trust";
  const human = () => out.line(`${message}: ${safeLine(file)}`);
  writeDocument(invocation, { operation: "trust", data: { file, revoked }, human });
  return revoked ? 0 : 1;
}

async function give(invocation: Invocation): Promise<ExitCode> {
  const { out } = invocation;
  const loaded = await found(invocation);
  if (loaded.standing === "refused") throw refused(loaded);
  const { file, form, sha256, standing, outside } = loaded;
  const allows = permissionsOf(loaded);
  const data = { file, form, sha256: sha256 ?? null, allows, outside };
  if (allows.length === 0 || standing === "trusted") {
    const isTrusted = standing === "trusted";
    const message = isTrusted ? "You trust it already" : "It asks for nothing that needs trust";
    const human = () => out.line(`${message}: ${safeLine(file)}`);
    writeDocument(invocation, { operation: "trust", data: { ...data, trusted: isTrusted }, human });
    return 0;
  }
  showRequest(loaded, allows, invocation);
  const trusted = await agreed(invocation);
  if (trusted) trustFile(realpathSync.native(file), sha256 ?? "");
  const human = () => out.line(trusted ? `Trusted: ${safeLine(file)}` : "Not trusted.");
  writeDocument(invocation, { operation: "trust", data: { ...data, trusted }, human });
  return trusted ? 0 : 1;
}

/** Without running it. One that is named must be the one that would be found in its folder: no other needs trust. */
async function found(invocation: Invocation): Promise<LoadedConfig> {
  const { io } = invocation;
  const named = namedFile(invocation);
  const path = named === undefined ? undefined : resolve(io.workingFolder, named);
  const workingFolder = path === undefined ? io.workingFolder : dirname(path);
  const loaded = existsSync(workingFolder) ? await loadConfig({ workingFolder, look: true }) : undefined;
  if (loaded === undefined) throw notFound("No configuration is found from there upward", workingFolder);
  const isMeant =
    path === undefined || (existsSync(path) && realpathSync.native(path) === realpathSync.native(loaded.file));
  if (isMeant) return loaded;
  throw notFound("That file would not be found as a configuration, so it needs no trust", path);
}

function notFound(message: string, where: string): PdError {
  const fix = "Go to the folder of the pd.config, or name that file: pd trust <file>.";
  return new PdError("configuration-invalid", message, { where: escapeControls(where), fix });
}

function namedFile({ parsed }: Invocation): string | undefined {
  return parsed.words[0] ?? textOption(parsed, "config");
}

/** What it may do once it is trusted. */
function permissionsOf({ form, outside, connection }: LoadedConfig): readonly string[] {
  if (form === "code") {
    return [
      "run code as you: read and write your files, open connections, read your environment",
      "this covers the file itself as it is now, and whatever it imports as that is at any time",
    ];
  }
  return [
    ...outside.map((path) => `serve a folder outside its own: ${escapeControls(path)}`),
    ...connecting(connection),
  ];
}

function connecting(connection: LoadedConfig["connection"]): readonly string[] {
  if (connection === undefined) return [];
  const { url, variable } = connection;
  const key = variable === undefined ? "" : `, with the environment variable ${variable} as key`;
  return [`send the text of its notes and your questions to ${escapeControls(url)}${key}`];
}

function showRequest({ file, standing }: LoadedConfig, allows: readonly string[], { talk }: Invocation): void {
  const { line, style, width } = talk;
  const changed = standing === "changed" ? " changed since you trusted it. It" : "";
  for (const text of wrap(`${safeLine(file)}${changed} would be allowed to:`, width)) line(style.strong(text));
  for (const allowed of allows) {
    const [first = "", ...rest] = wrap(safeLine(allowed), width - 4);
    line(`  - ${first}`);
    for (const text of rest) line(`    ${text}`);
  }
}

async function agreed({ parsed, io }: Invocation): Promise<boolean> {
  if (isSet(parsed, "yes")) return true;
  if (io.ask === undefined) {
    throw new PdError("input-invalid", "There is no terminal to ask on, so nothing was trusted", {
      where: "the command line",
      fix: "Read the file, then give --yes.",
    });
  }
  return /^y(?:es)?$/iu.test((await io.ask("Trust it? [y/N] ")).trim());
}

function refused({ file, notice }: LoadedConfig): PdError {
  return new PdError("configuration-invalid", `Trust does not help: ${notice?.message}`, {
    where: escapeControls(file),
    ...(notice === undefined ? {} : { fix: notice.fix }),
  });
}
