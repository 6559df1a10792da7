import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type AddMounts, createToolkit, type Mount, o200k, PdError, recorded, type SessionLogEntry } from "@pd/core";
import { createGuard } from "@pd/core/guard";
import { mountsFrom } from "@pd/core/vault";
import { createHttpApp, createMetrics } from "@pd/http";
import { type HttpServer, serve } from "@pd/http/node";
import type { SourceName } from "../wire.js";
import { createCallHistory } from "./call-history.js";
import type { CommandLine } from "./command-line.js";
import { EXAMPLE, exampleSession } from "./example-session.js";
import { followVersions } from "./graph-versions.js";
import { followLive } from "./live-source.js";
import { followLogFile } from "./log-file.js";
import { ownQuestions } from "./own-questions.js";
import { packQuestions } from "./pack-questions.js";
import { pageFiles } from "./page-files.js";
import { qualityCounts } from "./quality-counts.js";
import { skillsIn } from "./skills-in.js";
import { createStudioApp } from "./studio-app.js";

export interface Studio {
  /** With the token behind the `#`, which a browser sends to nobody. */
  readonly address: string;
  readonly token: string;
  readonly server: HttpServer;
  close(): Promise<void>;
}

export interface StartOptions extends CommandLine {
  readonly workingFolder?: string | undefined;
  /** The folder whose skills are looked at; if it is not given, the first folder of notes or else the configuration's. */
  readonly skills?: string | undefined;
  /** Where the built page lies; beside this program if it is not given. */
  readonly page?: string | undefined;
  readonly addMounts?: AddMounts | undefined;
}

/** The calls made through this server itself. */
const HERE: SourceName = { id: "studio", label: "Calls made here", kind: "studio" };

const VIEWS = new Set(["ask", "graph", "budget", "timeline", "saw", "playground", "quality"]);
const BUILT_PAGE = fileURLToPath(new URL("../client", import.meta.url));

/** Opens what the command line names, and serves it with a page in front. */
export async function startStudio(options: StartOptions): Promise<Studio> {
  const { folders, config, workingFolder = process.cwd(), page = BUILT_PAGE } = options;
  const token = randomBytes(24).toString("base64url");
  const files = await builtPage(page);
  const saved = await savedSessions(options.sessions, workingFolder);
  const served = await mountsFrom({ folders, config, workingFolder, watch: true, addMounts: options.addMounts });
  if (served.notice !== undefined) process.stderr.write(`${served.notice}\n`);
  const leaving = new AbortController();
  try {
    const places = options.skills === undefined ? [...folders.slice(0, 1), served.config?.folder] : [options.skills];
    const named = places.filter((place) => place !== undefined);
    const skills = await skillsIn(
      (named.length === 0 ? ["."] : named).map((folder) => resolve(workingFolder, folder)),
      served.mounts,
    );
    const content: readonly Mount[] = [...served.mounts, ...skills];
    const contents = content.flatMap((mount) => mount.content ?? []);
    const counter = served.toolkit.counter ?? o200k;
    const folderOf = (id: string | undefined) =>
      served.vaults.find((vault) => id === undefined || vault.id === id)?.root;
    const own = [...ownQuestions(() => plain), ...packQuestions({ toolkit: () => plain, counter, folderOf })];
    const mounts: readonly Mount[] = [...content, { tools: [qualityCounts(contents), ...own] }];
    const history = createCallHistory();
    const lives = options.live.map((url, index) => ({ id: `live-${index + 1}`, label: `Live: ${url}`, url }));
    for (const { id, url } of lives) {
      void followLive(history, { id, url, token: options.liveToken, signal: leaving.signal });
    }
    for (const { id, path } of saved) void followLogFile(history, { id, path, signal: leaving.signal });
    const metrics = createMetrics();
    const plain = createToolkit({ ...served.toolkit, mounts, onEvent: metrics.onEvent });
    const toolkit = recorded(plain, {
      onEntry: (entry) => {
        // What the page asks for itself is not what an agent saw.
        if (!entry.operation.startsWith("studio_")) history.add(HERE.id, entry);
      },
    });
    const [vault] = served.vaults;
    const hasExample = saved.length === 0 && lives.length === 0 && vault !== undefined;
    if (hasExample) {
      const onEntry = (entry: SessionLogEntry) => history.add(EXAMPLE.id, entry);
      // Nobody waits for it, and a vault that cannot be read says so elsewhere.
      void vault
        .ready()
        .then(() => exampleSession(plain, { graphId: vault.id, onEntry }))
        .catch(() => undefined);
    }
    const app = createStudioApp({
      app: createHttpApp({ toolkit, metrics, token, title: "pd studio" }),
      guard: createGuard({ tokens: [token] }),
      files,
      views: VIEWS,
      contents,
      counter,
      history,
      sources: [
        ...saved.map(({ id, label }) => ({ id, label, kind: "file" as const })),
        ...lives.map(({ id, label }) => ({ id, label, kind: "live" as const })),
        HERE,
        ...(hasExample ? [EXAMPLE] : []),
      ],
      folderOf,
    });
    const server = await serve(app, { port: options.port });
    const stopFollowing = followVersions(contents, history);
    return { address: `${server.url}/#token=${token}`, token, server, close };

    async function close(): Promise<void> {
      leaving.abort();
      stopFollowing();
      await server.close();
      await served.close();
    }
  } catch (error) {
    leaving.abort();
    await served.close();
    throw error;
  }
}

async function builtPage(folder: string) {
  const files = await pageFiles(folder).catch(() => new Map());
  if (files.has("/index.html")) return files;
  throw new PdError("configuration-invalid", "The studio's page is not built", {
    fix: "Run npm run studio at the top.",
  });
}

/** Files that cannot be read are said now, not when the page asks. */
async function savedSessions(given: readonly string[], workingFolder: string) {
  return Promise.all(
    given.map(async (file, index) => {
      const path = resolve(workingFolder, file);
      await readFile(path).catch((cause: unknown) => {
        throw new PdError("input-invalid", "A saved session cannot be read", {
          where: file,
          fix: "Is the path right?",
          cause,
        });
      });
      return { id: `file-${index + 1}`, label: basename(file), path };
    }),
  );
}
