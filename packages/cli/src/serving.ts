import { resolve } from "node:path";
import {
  ALL_GRAPHS,
  type CounterName,
  createToolkit,
  OPERATIONS,
  type Operation,
  type PdEvent,
  type Toolkit,
  withCallSpans,
} from "@pd/core";
import { mountsFrom, type ServedMounts } from "@pd/core/vault";
import type { Parsed } from "./arguments/parse-arguments.js";
import { type Invocation, isSet, textOption } from "./command.js";
import type { Program } from "./program.js";
import { counted } from "./render/figures.js";
import { type FileSessionStore, openFileSession } from "./sessions/file-session-store.js";
import type { Io } from "./terminal/io.js";
import { createProgress } from "./terminal/progress.js";
import { safeLine } from "./terminal/safe-text.js";
import type { Screen } from "./terminal/screen.js";

/** What a command works with, opened. */
export interface Serving {
  readonly served: ServedMounts;
  readonly toolkit: Toolkit;
  /** The session that the command line names, if it does. */
  readonly session: FileSessionStore | undefined;
  /** What was told so far. */
  readonly events: readonly PdEvent[];
}

export interface ServingOptions {
  readonly parsed: Parsed;
  readonly io: Io;
  readonly talk: Screen;
  readonly program: Program;
  /** Beside the eight that every door has. */
  readonly operations?: readonly Operation[];
  /** Only says what there is: no code of a configuration is run. What was left out of it is for the command to say. */
  readonly look?: boolean;
}

/** Opens what the command line and the configuration name, does the work, and closes it whatever happens. */
export async function serving<Result>(
  { parsed, io, talk, program, operations = [], look = false }: ServingOptions,
  work: (serving: Serving) => Promise<Result>,
): Promise<Result> {
  const folders = new Map<string, string>();
  const session = openSession(parsed, io, (graphId) => folders.get(graphId) ?? graphId);
  const progress = createProgress(talk, io);
  const events: PdEvent[] = [];
  const onEvent = withCallSpans((event) => {
    events.push(event);
    if (event.kind === "vault-loaded" && event.from === "files")
      progress.say(`Indexing the text of ${counted(event.nodes, "note")}`);
    if (event.kind === "vectors-progress") progress.update("Making vectors", event.made, event.all);
  });
  const served = await mountsFrom({
    ...mountOptions(parsed, io),
    look,
    addMounts: program.addMounts,
    onProgress: (_, read, all) => progress.update("Reading notes", read, all),
    onIndexing: (_, indexed, all) => progress.update("Indexing notes", indexed, all),
    onEvent,
  });
  if (!look) tellNotice(served.notice, talk);
  for (const { id, root } of served.vaults) folders.set(id, root);
  if (served.vaults.length > 1) folders.set(ALL_GRAPHS, served.vaults.map(({ root }) => root).join("\n"));
  try {
    const toolkit = createToolkit({
      ...served.toolkit,
      operations: [...(served.toolkit.operations ?? OPERATIONS), ...operations],
      ...(session === undefined ? {} : { sessions: session }),
      onEvent,
    });
    for (const vault of served.vaults) await vault.ready();
    if (!look && talk.isTerminal) await makeVectors(served, events, talk);
    progress.end();
    return await work({ served, toolkit, session, events });
  } finally {
    progress.end();
    await served.close();
  }
}

/**
 * Whoever sees progress waits for the vectors of an embedder, once; interrupted, the next command goes on from there. A program is not kept
 * waiting: it is answered by words and by the vectors that there are.
 */
async function makeVectors({ vaults }: ServedMounts, events: readonly PdEvent[], talk: Screen): Promise<void> {
  for (const vault of vaults) await vault.vectors();
  const failed = events.findLast((event) => event.kind === "vectors-failed");
  if (failed?.kind === "vectors-failed")
    talk.line(talk.style.warning(safeLine(`${failed.message}: words decide alone where vectors are missing.`)));
}

/** The session that the command line names, if it does. `nameOf`: by which a graph is known from one call to the next. */
export function openSession(
  parsed: Parsed,
  io: Io,
  nameOf: (graphId: string) => string = (graphId) => graphId,
): FileSessionStore | undefined {
  const file = textOption(parsed, "session");
  return file === undefined ? undefined : openFileSession(resolve(io.workingFolder, file), { nameOf });
}

/** What of a configuration does not count, because nobody has trusted it. */
export function tellNotice(notice: string | undefined, { line, style }: Screen): void {
  if (notice !== undefined) line(style.warning(safeLine(notice)));
}

export function mountOptions(parsed: Parsed, io: Io) {
  const folders = parsed.options.get("vault");
  const maxFiles = parsed.options.get("max-files");
  return {
    workingFolder: io.workingFolder,
    folders: Array.isArray(folders) ? folders.map(String) : [],
    config: isSet(parsed, "no-config") ? (false as const) : textOption(parsed, "config"),
    counter: textOption(parsed, "counter") as CounterName | undefined,
    cache: isSet(parsed, "no-cache") ? (false as const) : undefined,
    maxFiles: typeof maxFiles === "number" ? maxFiles : undefined,
  };
}

interface Asked {
  readonly name: string;
  readonly input: object;
  readonly maxBudget?: number;
  /** Of a text also the views, for a layout. */
  readonly views?: true | undefined;
}

/** Calls an operation or tool in the session of the command line, if there is one. */
export async function callIn(
  { toolkit, session, served }: Serving,
  { name, input, maxBudget, views }: Asked,
  { io }: Pick<Invocation, "io">,
): Promise<unknown> {
  // A session that the file did not hold is a new one, as at every door.
  const named = session?.isContinued === true ? session.session : "new";
  const withSession = session === undefined ? input : { ...input, session: named };
  // Asked for only where somebody hears it: the first signal of a process takes its time to load.
  const signal = io.endsWithProcess === true && served.config?.form !== "code" ? undefined : io.signal;
  return toolkit.call(name as never, withSession, {
    caller: "cli",
    ...(views === undefined ? {} : { views, keepsSession: true }),
    ...(maxBudget === undefined ? {} : { maxBudget }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Which of several vaults an answer is from, and how to ask the others. */
export function otherGraphs({ served }: Serving, graphId: string): string | undefined {
  const ids = [...served.mounts.flatMap(({ content }) => (content === undefined ? [] : [content.id])), ALL_GRAPHS];
  if (ids.length < 3 || isAskedFor(served, graphId)) return undefined;
  const others = ids.filter((id) => id !== graphId).map(safeLine);
  return `${safeLine(graphId)} answered; --graph ${others.join(" or --graph ")} asks elsewhere`;
}

/** Whoever names one folder and is answered from it need not be told. */
function isAskedFor({ settings, vaults }: ServedMounts, graphId: string): boolean {
  const isNamed = settings.some(({ name, origin }) => name === "vaults" && origin === "given");
  return isNamed && vaults.length === 1 && vaults[0]?.id === graphId;
}
