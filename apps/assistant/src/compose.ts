import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import {
  type Content,
  context,
  createMemorySessionStore,
  createToolkit,
  type Mount,
  node,
  type Operation,
  query,
  recorded,
  SESSION_LOG_VERSION,
  type SessionId,
  type SessionLogEntry,
  scan,
  search,
  stats,
  type Tool,
  type Toolkit,
  traverse,
  withBudget,
} from "@pd/core";
import { openVault } from "@pd/core/vault";
import { type BoundPrompt, promptMount } from "@pd/prompt";
import { SkillManager, skillMount } from "@pd/skills";
import { type Account, createAccount } from "./account.js";
import { instructions } from "./instructions.js";
import { meteredPrompt, type Shown } from "./metered-prompt.js";
import { createModelTools, type Offered } from "./model-tools.js";
import { mountUnderBudget, operationUnderBudget } from "./under-budget.js";

export interface Composition {
  /** A folder of notes. */
  readonly vault: string;
  /** Folders of skills, the first winning over the others. */
  readonly skills: readonly string[];
  readonly budget: number;
  /** Each call of the model, once it is over. */
  readonly onEntry: (entry: SessionLogEntry) => void;
}

/** Everything that an agent needs but the model. */
export interface Assistant {
  readonly prompt: BoundPrompt;
  readonly tools: readonly Tool[];
  readonly account: Account;
  readonly session: SessionId;
  /** As the model has it: in the session, under the budget, recorded. */
  readonly toolkit: Toolkit;
  /** The host's own look at the same content: no session, no budget, no record. */
  readonly host: Toolkit;
  readonly graphIds: readonly string[];
  readonly contents: readonly Content[];
  /** Stands around text that comes from files. */
  readonly mark: string;
  /** What tools have answered since the model was last asked. */
  readonly unsent: string[];
  close(): Promise<void>;
}

/** Sits idle while a person thinks, or has lunch. */
const IDLE_MILLISECONDS = 24 * 60 * 60_000;
/** What a pack takes of the budget unless the model says how much. */
const PACK_SHARE = 0.2;
const CATALOGUE_SHARE = 0.08;

/** A vault, skills and a prompt with sections, behind one gate and under one budget. */
export async function compose({ vault: folder, skills: folders, budget, onEntry }: Composition): Promise<Assistant> {
  const account = createAccount(budget);
  const room = () => account.room;
  const sessions = createMemorySessionStore({ idleMilliseconds: IDLE_MILLISECONDS });
  const session = await sessions.create("process");
  // Text from files cannot know this mark, so it cannot pretend to end before it does.
  const mark = `data-${randomBytes(3).toString("hex")}`;
  const unsent: string[] = [];
  const modelTool = createModelTools({ toolkit: () => toolkit, session: () => session, account, mark, unsent });

  const vault = { content: await openVault(folder, { id: "notes", cache: false }) };
  const manager = await openSkills(folders);
  const skills = skillMount(manager, { id: "skills" });
  // What a closed section brings is not even described to the model until it opens it.
  const prompt = instructions([traverse, query, scan, stats].map((operation) => modelTool(operation))).bind({
    vault: basename(folder),
    budget: String(budget),
    mark,
    catalogue: manager.availableSkills({ budget: Math.max(120, Math.floor(budget * CATALOGUE_SHARE)) }).text,
  });
  const sections = promptMount(prompt, { id: "prompt" });

  const packing = withBudget([context, traverse], Math.max(200, Math.floor(budget * PACK_SHARE)));
  const operations: readonly Operation[] = [search, node, scan, query, stats, ...packing];
  const toolkit = recorded(
    createToolkit({
      sessions,
      operations: operations.map((operation) => operationUnderBudget(operation, room)),
      mounts: [vault, mountUnderBudget(skills, room), mountUnderBudget(sections, room)],
    }),
    { onEntry },
  );
  const offered: readonly Offered[] = [...operations, ...(skills.tools ?? []), ...(sections.tools ?? [])];
  const tools = offered.filter(({ name }) => ALWAYS.has(name)).map(modelTool);

  return {
    prompt: meteredPrompt(prompt, { account, tools, graphId: "prompt", onShown: recordSections(session, onEntry) }),
    tools,
    account,
    session,
    toolkit,
    host: createToolkit({ mounts: [vault, skills, sections] }),
    graphIds: ["notes", "skills", "prompt"],
    contents: [vault, skills, sections].flatMap(({ content }: Mount) => content ?? []),
    mark,
    unsent,
    async close() {
      manager.close();
      await vault.content.close();
    },
  };
}

async function openSkills(folders: readonly string[]): Promise<SkillManager> {
  const [projectDir = false as const, ...customDirs] = folders;
  const manager = new SkillManager({ projectDir, customDirs, personalDir: false });
  await manager.discover();
  return manager;
}

/** Renderings of the prompt among the calls: what they show was never asked of the toolkit, and belongs to the session all the same. */
function recordSections(session: SessionId, onEntry: Composition["onEntry"]): (shown: Shown) => void {
  let isFirst = true;
  return ({ sections, text, tokens }) => {
    const about = { version: SESSION_LOG_VERSION, at: Date.now(), milliseconds: 0, session } as const;
    const opened = sections.map(({ id }) => id.replace(/^section:/, ""));
    const what = isFirst
      ? { operation: "prompt", input: {} }
      : { operation: "open_sections", input: { section_keys: opened } };
    isFirst = false;
    onEntry({ ...about, ...what, disclosed: sections, omitted: [], answer: { text, tokens } });
  };
}

/** The tools that a model has from the start. */
const ALWAYS: ReadonlySet<string> = new Set(["search", "node", "context", "skill", "read_skill_file", "read_section"]);
