import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isPdError } from "@pd/core";
import {
  createSkillLifecycle,
  loadSkills,
  readSkillArchive,
  restoreSkillLifecycle,
  SkillManager,
  type SkillManagerOptions,
  type SkillResources,
  validateSkill,
} from "@pd/skills";
import type { Door, Input, Outcome } from "../doors/door.js";
import { overTheWire } from "../doors/door.js";

export interface SkillFiles {
  readonly files: Readonly<Record<string, string>>;
  /** Options of the manager; folders are relative to the files. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Skills asked by their host: a client is a folder of its own with a manager on it. */
export function skillsDriver({ files, options = {} }: SkillFiles): Door {
  const roots: string[] = [];

  function client() {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "pd-conformance-")));
    roots.push(root);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const lifecycle = { current: createSkillLifecycle() };
    const events: string[] = [];
    let made: SkillManager | undefined;
    const manager = (): SkillManager => {
      made ??= new SkillManager({ ...optionsIn(root, options), onEvent: ({ kind }) => void events.push(kind) });
      return made;
    };

    async function perform(call: string, input: Input): Promise<unknown> {
      const name = String(input["name"] ?? "");
      const path = String(input["path"] ?? "");
      switch (call) {
        case "discover":
          await manager().discover();
          return {
            names: manager()
              .listSkills()
              .map((skill) => skill.qualifiedName),
            codes: manager().diagnostics.map(({ code }) => code),
          };
        case "diagnostics":
          return manager().diagnostics;
        case "list":
          return manager()
            .listSkills(input)
            .map((skill) => skill.qualifiedName);
        case "get": {
          const { resources, ...skill } = Object.assign({}, plainSkill(manager().getSkill(name)));
          return { ...skill, resources: input["resources"] === true ? resources : undefined };
        }
        case "invoke": {
          const { content, allowedTools, warnings } = await manager().invokeSkill(
            name,
            input["arguments"] as string | undefined,
          );
          const twin = manager().invokeSkillSync(name, input["arguments"] as string | undefined);
          return {
            content: content.replaceAll(root, "<root>"),
            allowedTools,
            warnings: warnings.map(({ code }) => code),
            isTwin: twin.content === content,
          };
        }
        case "resource":
          return {
            text: await manager().readResource(name, path),
            isTwin: manager().readResourceSync(name, path) === (await manager().readResource(name, path)),
          };
        case "events":
          return events;
        case "cache":
          return manager().getCacheStats();
        case "clear":
          return manager().clearCache();
        case "append":
          return appendFileSync(join(root, path), String(input["text"]));
        case "catalogue": {
          const { text, step, shown, omitted } = manager().availableSkills(input);
          return { text: text.replaceAll(root, "<root>"), step, shown, omitted };
        }
        case "validate":
          return validateSkill(join(root, path));
        case "lock":
          return (await manager().lock(join(root, "skills.lock.json"))).length;
        case "verify": {
          const { unchanged, skills } = await manager().verify(join(root, "skills.lock.json"));
          return { unchanged, skills: skills.map(({ name: one, status }) => ({ name: one, status })) };
        }
        case "activate":
          return lifecycle.current.activate(name, { digest: String(input["digest"]), tokens: 10 });
        case "unload":
          return lifecycle.current.unload(name);
        case "compacted":
          lifecycle.current.compacted();
          return lifecycle.current.awaiting();
        case "saved":
          lifecycle.current = restoreSkillLifecycle(lifecycle.current.serialise());
          return lifecycle.current.active();
        case "archive":
          return readSkillArchive(Buffer.from(String(input["bytes"]), "base64"));
        case "load":
          return (await loadSkills(join(root, path))).map((one) => one.name);
        default:
          throw new Error(`no such call: ${call}`);
      }
    }
    return async (call: string, input: Input): Promise<Outcome> => {
      try {
        return { answer: overTheWire(await perform(call, input)) };
      } catch (error) {
        if (!isPdError(error)) throw error;
        return { error: { ...error.toJSON(), where: error.name } };
      }
    };
  }
  return {
    name: "library",
    client,
    async close() {
      for (const root of roots) rmSync(root, { recursive: true, force: true });
    },
  };
}

function optionsIn(root: string, options: Readonly<Record<string, unknown>>): SkillManagerOptions {
  const inRoot = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inRoot);
    return typeof value === "string" && value !== "" ? join(root, value) : value;
  };
  return {
    projectDir: join(root, "skills"),
    personalDir: false,
    ...Object.fromEntries(Object.entries(options).map(([name, value]) => [name, inRoot(value)])),
  };
}

function plainSkill(skill: object | undefined): { resources?: SkillResources } {
  const all: Record<string, unknown> = {};
  for (const name of [
    "name",
    "qualifiedName",
    "description",
    "allowedTools",
    "version",
    "model",
    "disableModelInvocation",
    "source",
    "pluginName",
    "license",
    "compatibility",
    "metadata",
    "bodyLoaded",
    "body",
    "resources",
    "originalName",
  ]) {
    all[name] = skill === undefined ? undefined : Reflect.get(skill, name);
  }
  return all;
}
