import { listResources } from "../invoke/resources.js";
import type { Skill, SkillMetadata, SkillResources, SkillSource } from "./skill-metadata.js";

/**
 * A class and not closures: there may be ten thousand, and each is a few hundred bytes. Its files are looked for when they are asked for.
 * Fields are declared, so that each is written once and not set to nothing first.
 */
export class FoundSkill implements Skill {
  declare readonly name: string;
  declare readonly qualifiedName: string;
  declare readonly description: string;
  declare readonly allowedTools: readonly string[];
  declare readonly version: string | undefined;
  declare readonly model: string | undefined;
  declare readonly disableModelInvocation: boolean;
  declare readonly userInvocable: boolean;
  declare readonly filePath: string;
  declare readonly baseDir: string;
  declare readonly source: SkillSource;
  declare readonly pluginName: string | undefined;
  declare readonly license: string | undefined;
  declare readonly compatibility: string | undefined;
  declare readonly metadata: Readonly<Record<string, string>>;
  declare readonly arguments: readonly string[];
  declare readonly argumentHint: string | undefined;
  declare readonly originalName: string | undefined;
  declare readonly bodyLoaded: boolean;
  declare readonly body: string | undefined;
  #resources: SkillResources | undefined;

  constructor(fields: SkillMetadata, body: string | undefined = undefined) {
    this.name = fields.name;
    this.qualifiedName = fields.qualifiedName;
    this.description = fields.description;
    this.allowedTools = fields.allowedTools;
    this.version = fields.version;
    this.model = fields.model;
    this.disableModelInvocation = fields.disableModelInvocation;
    this.userInvocable = fields.userInvocable;
    this.filePath = fields.filePath;
    this.baseDir = fields.baseDir;
    this.source = fields.source;
    this.pluginName = fields.pluginName;
    this.license = fields.license;
    this.compatibility = fields.compatibility;
    this.metadata = fields.metadata;
    this.arguments = fields.arguments;
    this.argumentHint = fields.argumentHint;
    this.originalName = fields.originalName;
    this.bodyLoaded = body !== undefined;
    this.body = body;
  }

  get resources(): SkillResources {
    this.#resources ??= listResources(this.baseDir);
    return this.#resources;
  }
}
