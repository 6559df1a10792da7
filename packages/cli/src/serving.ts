import { resolve } from "node:path";
import { type CounterName, createToolkit, OPERATIONS, type Operation, type PdEvent, type Toolkit } from "@pd/core";
import { mountsFrom, type ServedMounts } from "@pd/core/vault";
import { type Invocation, isSet, textOption } from "./command.js";
import { type FileSessionStore, openFileSession } from "./file-session-store.js";
import type { Io } from "./io.js";
import { noted } from "./noted.js";
import type { Parsed } from "./parse-arguments.js";
import { counted } from "./render/figures.js";
import { createProgress } from "./terminal/progress.js";
import { safeLine } from "./terminal/safe-text.js";
import type { Screen } from "./terminal/screen.js";

/** Under this id all vaults of a call are one, where there are several. */
export const ALL_VAULTS = "all";

/** What a command works with, opened. */
export interface Serving {
  readonly served: ServedMounts;
  readonly toolkit: Toolkit;
  /** The session that the command line names, if it does. */
  readonly session: FileSessionStore | undefined;
  /** What was told while it was opened. */
  readonly events: readonly PdEvent[];
}

export interface ServingOptions {
  readonly parsed: Parsed;
  readonly io: Io;
  readonly talk: Screen;
  /** Beside the eight that every door has. */
  readonly operations?: readonly Operation[];
}

/** Opens what the command line and the configuration name, does the work, and closes it whatever happens. */
export async function serving<Result>(
  { parsed, io, talk, operations = [] }: ServingOptions,
  work: (serving: Serving) => Promise<Result>,
): Promise<Result> {
  const file = textOption(parsed, "session");
  const folders = new Map<string, string>();
  const nameOf = (graphId: string) => folders.get(graphId) ?? graphId;
  const session = file === undefined ? undefined : openFileSession(resolve(io.workingFolder, file), { nameOf });
  const progress = createProgress(talk, io);
  const events: PdEvent[] = [];
  const served = await mountsFrom({
    ...mountOptions(parsed, io),
    onProgress: (_, read, all) => progress.update("Reading notes", read, all),
    onIndexing: (_, indexed, all) => progress.update("Indexing notes", indexed, all),
    onEvent(event) {
      events.push(event);
      if (event.kind === "vault-loaded" && event.from === "files")
        progress.say(`Indexing the text of ${counted(event.nodes, "note")}`);
    },
  });
  if (served.config !== undefined) noted.add(served.config.form);
  for (const { id, root } of served.vaults) folders.set(id, root);
  if (served.vaults.length > 1) folders.set(ALL_VAULTS, served.vaults.map(({ root }) => root).join("\n"));
  try {
    const toolkit = createToolkit({
      ...served.toolkit,
      operations: [...(served.toolkit.operations ?? OPERATIONS), ...operations],
      ...(session === undefined ? {} : { sessions: session }),
    });
    for (const vault of served.vaults) await vault.ready();
    progress.end();
    return await work({ served, toolkit, session, events });
  } finally {
    progress.end();
    await served.close();
  }
}

export function mountOptions(parsed: Parsed, io: Io) {
  const folders = parsed.options.get("vault");
  return {
    workingFolder: io.workingFolder,
    folders: Array.isArray(folders) ? folders.map(String) : [],
    config: isSet(parsed, "no-config") ? (false as const) : textOption(parsed, "config"),
    counter: textOption(parsed, "counter") as CounterName | undefined,
    cache: isSet(parsed, "no-cache") ? (false as const) : undefined,
    combined: ALL_VAULTS,
  };
}

/** Calls an operation or tool in the session of the command line, if there is one. */
export async function callIn(
  { toolkit, session, served }: Serving,
  { name, input }: { readonly name: string; readonly input: object },
  { io }: Pick<Invocation, "io">,
): Promise<unknown> {
  const withSession = session === undefined ? input : { ...input, session: session.session };
  // Asked for only where somebody hears it: the first signal of a process takes its time to load.
  const signal = io.endsWithProcess === true && served.config?.form !== "code" ? undefined : io.signal;
  return toolkit.call(name as never, withSession, { caller: "cli", ...(signal === undefined ? {} : { signal }) });
}

/** Which of several vaults an answer is from, and how to ask the others. */
export function otherGraphs({ served }: Serving, graphId: string): string | undefined {
  const ids = served.mounts.flatMap(({ content }) => (content === undefined ? [] : [content.id]));
  if (ids.length < 2 || isAskedFor(served, graphId)) return undefined;
  const others = ids.filter((id) => id !== graphId).map(safeLine);
  return `${safeLine(graphId)} answered; --graph ${others.join(" or --graph ")} asks elsewhere`;
}

/** Whoever names one folder and is answered from it need not be told. */
function isAskedFor({ settings, vaults }: ServedMounts, graphId: string): boolean {
  const isNamed = settings.some(({ name, origin }) => name === "vaults" && origin === "given");
  return isNamed && vaults.length === 1 && vaults[0]?.id === graphId;
}
