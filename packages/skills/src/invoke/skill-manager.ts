import { join, resolve } from "node:path";
import { guarded, isPdError, o200k, PdError, type TokenCounter } from "@pd/core";
import { availableSkills, type Catalogue, type CatalogueOptions, catalogued } from "../catalogue/catalogue.js";
import { createMetadataRanking, type SkillRanking } from "../catalogue/catalogue-order.js";
import { createDiagnosing, type Diagnosing } from "../discover/diagnosing.js";
import { type Discovery, discovering, runInSlices, runToEnd } from "../discover/discovery.js";
import { tellDiscovery } from "../discover/discovery-events.js";
import { createRegistry, type Registry } from "../discover/registry.js";
import { isNoChange, saysTheSame } from "../discover/skill-changes.js";
import { type SkillFilter, skillFilter } from "../discover/skill-filter.js";
import { planRoots, type RootPlan, type SkillFolders } from "../discover/skill-roots.js";
import { type SkillWatch, watchSkills } from "../discover/watch-skills.js";
import { ConfigurationError, SkillApprovalError } from "../record/errors.js";
import { FoundSkill } from "../record/found-skill.js";
import type { OnSkillEvent } from "../record/skill-event.js";
import type { Skill, SkillDiagnostic } from "../record/skill-metadata.js";
import { lockSkills, type Verification, verifySkills } from "../trust/lock.js";
import { LOCK_FILE, type LockedSkill } from "../trust/lock-file.js";
import { approvalOptions, type ClearedFiles, createClearance, type SkillClearance } from "../trust/skill-clearance.js";
import type { ApprovalOptions } from "../trust/trust-approval.js";
import { invalidSkill, nameGiven, skillGiven, unknownSkill } from "./asked-skill.js";
import { type CacheStats, createInvocationCache, type InvocationCache } from "./invocation-cache.js";
import { bytesOf, type InvokedSkill, invoked } from "./invoked-skill.js";
import { type ReadBody, readBody } from "./read-body.js";
import { MAX_FILE_BYTES, readSkillFile, resolveSkillPath, telling } from "./skill-files.js";

export interface SkillManagerOptions extends SkillFolders {
  /** Invocations that are kept (FR-009); 0 keeps none. */
  readonly maxCacheSize?: number | undefined;
  /** What they may take together. */
  readonly maxCacheBytes?: number | undefined;
  /** The largest file of a skill that is handed out. */
  readonly maxFileBytes?: number | undefined;
  /** Picks up skills and folders that come, change or go, until `close`. Off if it is not given. */
  readonly watch?: boolean | undefined;
  readonly onEvent?: OnSkillEvent | undefined;
  /** What tokens are counted by. */
  readonly counter?: TokenCounter | undefined;
  /**
   * Lets the host approve project skills once per content, before a body or a file is read (R5.13); descriptions are listed all the same.
   * What is not approved is a `SkillApprovalError`. Every reading then digests the skill's folder. Off if it is not given.
   */
  readonly approvals?: ApprovalOptions | undefined;
}

const CACHE_SIZE = 100;
const CACHE_BYTES = 16 * 2 ** 20;

/**
 * Skills from the folders of a project, a person, plugins and others: found by their frontmatter alone, read when they are invoked.
 * It is the host's own access, outside sessions and budgets; `skillContent` gives an agent the same skills through the gate (R6.5).
 */
export class SkillManager {
  readonly #plan: RootPlan;
  readonly #cache: InvocationCache<InvokedSkill>;
  readonly #maxFileBytes: number;
  readonly #counter: TokenCounter;
  readonly #onEvent: OnSkillEvent;
  readonly #lockFile: string;
  readonly #diagnosing: Diagnosing;
  /** Whether a skill may be read; for contents and doors that read skills of this manager by themselves. */
  readonly clearance: SkillClearance;
  readonly #listeners = new Set<() => void>();
  readonly #watch: SkillWatch | undefined;
  #discovery: Discovery | undefined;
  #first: Promise<unknown> | undefined;
  #ranked: { readonly registry: Registry; readonly ranking: SkillRanking } | undefined;
  #started = 0;
  #committed = 0;
  #version = 0;

  constructor(options: SkillManagerOptions = {}) {
    this.#plan = planRoots(options);
    const maxSize = wholeNumber(options.maxCacheSize ?? CACHE_SIZE, "maxCacheSize");
    this.#cache = createInvocationCache(maxSize, wholeNumber(options.maxCacheBytes ?? CACHE_BYTES, "maxCacheBytes"));
    this.#maxFileBytes = wholeNumber(options.maxFileBytes ?? MAX_FILE_BYTES, "maxFileBytes");
    this.#counter = options.counter ?? o200k;
    this.#onEvent = guarded(options.onEvent ?? (() => undefined));
    this.#diagnosing = createDiagnosing(this.#plan.limits, this.#onEvent);
    this.#lockFile = join(resolve(options.projectDir || "."), LOCK_FILE);
    this.clearance = createClearance(approvalOptions(options.approvals), this.#onEvent);
    if (options.watch === true) {
      this.#watch = watchSkills({
        onChange: () => void this.#look(runInSlices, true).catch(() => undefined),
        onFailed: (folder, reason) => this.#onEvent({ kind: "watch-failed", at: Date.now(), folder, reason }),
      });
    }
  }

  /** Looks at all folders and gives back what there is. Bodies are not read. */
  async discover(): Promise<readonly Skill[]> {
    return this.#look(runInSlices);
  }

  /** Discovers, unless somebody has: once for all who ask meanwhile, and in slices that let others in. */
  async ready(): Promise<void> {
    if (this.#discovery !== undefined) return;
    this.#first ??= this.discover().finally(() => {
      this.#first = undefined;
    });
    await this.#first;
  }

  discoverSync(): readonly Skill[] {
    return this.#look(runToEnd);
  }

  /** By name. Discovers first, if nobody has. */
  listSkills(filter?: SkillFilter): readonly Skill[] {
    const { skills } = this.#found().registry;
    return filter === undefined ? [...skills] : skills.filter(skillFilter(filter));
  }

  /** By `name`, `plugin:name`, `name@source`, or what its file calls itself. */
  getSkill(name: string): Skill | undefined {
    return this.#found().registry.find(nameGiven(name));
  }

  /** What was wrong with files and folders, and what was done about it. After a discovery, folders of skills are listed for it once. */
  get diagnostics(): readonly SkillDiagnostic[] {
    return this.#diagnosing.now(this.#found());
  }

  /** The same in slices that let others in. */
  async diagnose(): Promise<readonly SkillDiagnostic[]> {
    await this.ready();
    return this.#diagnosing.inSlices(this.#found());
  }

  /** The folders that skills are looked for in, whether they exist or not. */
  get folders(): readonly string[] {
    const { roots, pluginDirs, custom } = this.#plan;
    return [...roots.map(({ path }) => path), ...pluginDirs, ...custom.map(({ path }) => path)];
  }

  /** Grows with every change that was noticed. */
  get version(): number {
    return this.#version;
  }

  /** The skills for a prompt, within a budget (R5.11). */
  availableSkills(options: CatalogueOptions = {}): Catalogue {
    const { registry } = this.#found();
    // One index for each look at the folders, not one for each query.
    if (this.#ranked?.registry !== registry)
      this.#ranked = { registry, ranking: createMetadataRanking(catalogued(registry.skills)) };
    return availableSkills(registry.skills, { counter: this.#counter, ranking: this.#ranked.ranking, ...options });
  }

  /** The same skill with its body: everything after the frontmatter, as it is. */
  loadBody(skill: string | Skill): Skill {
    const named = this.#named(skill);
    return this.#read(named, this.clearance.askSync(named)).skill;
  }

  /** Asks the host for its approval, if it has not given it, and says whether it has. For calls that cannot wait. */
  async approveSkill(skill: string | Skill): Promise<boolean> {
    try {
      await this.clearance.ask(this.#named(skill));
      return true;
    } catch (error) {
      if (isPdError(error) && error.name === SkillApprovalError.name) return false;
      throw error;
    }
  }

  /** Writes down what every skill consists of, byte for byte. By default in `skills.lock.json` in the project. */
  async lock(path: string = this.#lockFile, filter?: SkillFilter): Promise<readonly LockedSkill[]> {
    await this.discover();
    return lockSkills(this.listSkills(filter), path);
  }

  /** What became of the skills since they were locked: changed, added, removed, and in which files. */
  async verify(path: string = this.#lockFile, filter?: SkillFilter): Promise<Verification> {
    await this.discover();
    return verifySkills(this.listSkills(filter), path);
  }

  /** A skill's instructions, ready for an agent: R5.7. The strict door: what cannot be used is an error here (SC-009). */
  async invokeSkill(name: string | Skill, args = ""): Promise<InvokedSkill> {
    const skill = this.#named(name);
    const cleared = this.clearance.ask(skill);
    // Where nobody is asked the file is read now: whoever calls has the skill as it is at the call.
    return this.#invokeCleared(skill, args, cleared instanceof Promise ? await cleared : cleared);
  }

  invokeSkillSync(name: string | Skill, args = ""): InvokedSkill {
    const skill = this.#named(name);
    return this.#invokeCleared(skill, args, this.clearance.askSync(skill));
  }

  #invokeCleared(skill: Skill, args: string, cleared: ClearedFiles): InvokedSkill {
    if (typeof args !== "string") {
      throw new PdError("input-invalid", "The arguments of a skill are a text", { where: "args", fix: '"report.pdf"' });
    }
    const kept = this.#cache.get(skill.filePath, args);
    const value = kept ?? this.#invoke(skill, args, cleared);
    const { content, tokens } = value;
    const cached = kept !== undefined;
    const at = Date.now();
    this.#onEvent({ kind: "skill-invoked", at, skill: value.name, cached, characters: content.length, tokens });
    return value;
  }

  /** A file of a skill as text. */
  async readResource(skill: string | Skill, path: string): Promise<string> {
    const bytes = await this.readResourceBytes(skill, path);
    return new TextDecoder().decode(bytes);
  }

  readResourceSync(skill: string | Skill, path: string): string {
    return new TextDecoder().decode(this.readResourceBytesSync(skill, path));
  }

  async readResourceBytes(skill: string | Skill, path: string): Promise<Uint8Array> {
    const named = this.#named(skill);
    const cleared = this.clearance.ask(named);
    return this.#readFile(named, path, cleared instanceof Promise ? await cleared : cleared);
  }

  readResourceBytesSync(skill: string | Skill, path: string): Uint8Array {
    const named = this.#named(skill);
    return this.#readFile(named, path, this.clearance.askSync(named));
  }

  /** The full path of a file in a skill's folder, or a `PathSecurityError`. */
  resolvePath(skill: string | Skill, path: string): string {
    return resolveSkillPath(this.#named(skill), path, this.#onEvent);
  }

  getCacheStats(): CacheStats {
    return this.#cache.stats();
  }

  /** Forgets what was kept of one skill, or of all (SC-010). */
  clearCache(skill?: string | Skill): void {
    this.#cache.clear(skill === undefined ? undefined : this.#named(skill).filePath);
  }

  /** Calls back after skills came, went or changed. Gives back how to stop that. */
  onChange(listener: () => void): () => void {
    if (typeof listener !== "function")
      throw new PdError("input-invalid", "A listener is a function", { where: "listener", fix: "onChange(() => …)" });
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Stops watching and lets go of what was kept. */
  close(): void {
    this.#watch?.close();
    this.#cache.clear();
    this.#listeners.clear();
  }

  #found(): Discovery {
    if (this.#discovery === undefined) this.discoverSync();
    return this.#discovery as Discovery;
  }

  #named(skill: string | Skill): Skill {
    if (typeof skill !== "string") return skillGiven(skill);
    const { registry, refused } = this.#found();
    const found = registry.find(skill);
    if (found !== undefined) return found;
    const why = refused.get(skill);
    throw why === undefined ? unknownSkill(skill, registry.skills) : invalidSkill(skill, why);
  }

  #look(run: typeof runInSlices, watched?: boolean): Promise<readonly Skill[]>;
  #look(run: typeof runToEnd, watched?: boolean): readonly Skill[];
  #look(run: typeof runInSlices | typeof runToEnd, watched = false): Promise<readonly Skill[]> | readonly Skill[] {
    this.#started += 1;
    const number = this.#started;
    const since = performance.now();
    const commit = (discovery: Discovery) => {
      this.#commit(discovery, { number, milliseconds: performance.now() - since, watched });
      return [...discovery.registry.skills];
    };
    const done = run(discovering(this.#plan));
    return done instanceof Promise ? done.then(commit) : commit(done);
  }

  /** A look that began later has seen more: it is not undone by one that ends later. */
  #commit(discovery: Discovery, look: { number: number; milliseconds: number; watched: boolean }): void {
    if (look.number < this.#committed) return;
    this.#committed = look.number;
    const before = this.#discovery;
    this.#discovery = discovery;
    this.#watch?.follow([...discovery.folders, ...discovery.registry.skills.map(({ baseDir }) => baseDir)]);
    const changes = tellDiscovery(this.#onEvent, before, discovery, look.milliseconds);
    // A watched change that is in no frontmatter is one of a body or a file.
    if (look.watched || changes === undefined || !isNoChange(changes)) this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  #readFile(skill: Skill, path: string, cleared: ClearedFiles): Uint8Array {
    return readSkillFile(skill, path, { maxBytes: this.#maxFileBytes, onEvent: this.#onEvent, cleared }).bytes;
  }

  #read(skill: Skill, cleared: ClearedFiles): ReadBody {
    return telling(skill, "SKILL.md", this.#onEvent, () => readBody(skill, cleared));
  }

  #invoke(skill: Skill, args: string, cleared: ClearedFiles): InvokedSkill {
    const read = this.#read(skill, cleared);
    const isSame = saysTheSame(skill, read.skill);
    if (!isSame) this.#replace(skill, read.skill);
    // What was found and what was read say the same: then it is kept once.
    const known = isSame ? new FoundSkill(skill, read.skill.body) : read.skill;
    const value = invoked({ ...read, skill: known }, args, this.#counter);
    this.#cache.set(args, { value, filePath: skill.filePath, stamp: read.stamp, bytes: bytesOf(value) });
    return value;
  }

  /** The file says something else than when it was found: from now on the list does too. A new name waits for the next look. */
  #replace(skill: Skill, read: Skill): void {
    const discovery = this.#discovery;
    if (discovery === undefined || skill.name !== read.name || !discovery.registry.skills.includes(skill)) return;
    const skills = discovery.registry.skills.map((one) => (one === skill ? new FoundSkill(read) : one));
    this.#discovery = { ...discovery, registry: createRegistry(skills) };
    const changed = [skill.qualifiedName];
    this.#onEvent({ kind: "skills-changed", at: Date.now(), added: [], changed, removed: [] });
    this.#changed();
  }
}

function wholeNumber(value: number, where: string): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new ConfigurationError(`${where} is not a whole number from 0`, { where, fix: "100" });
}
