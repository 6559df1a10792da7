export { type ArchivedFile, type ArchiveLimits, readSkillArchive, type SkillArchive } from "./archive.js";
export { type ExtractedSkill, type ExtractOptions, extractSkillArchive } from "./archive-extract.js";
export { availableSkills, type Catalogue, type CatalogueOptions, type CatalogueStep } from "./catalogue.js";
export { CATALOGUE_FORMATS, type CatalogueFormat } from "./catalogue-format.js";
export type { CatalogueSkill, Preference, SkillRanking } from "./catalogue-order.js";
export { ConfigurationError, PathSecurityError, SkillApprovalError } from "./errors.js";
export {
  type RunScriptOptions,
  runScript,
  type ScriptExecutor,
  type ScriptResult,
  type ScriptRun,
} from "./executor.js";
export { createLocalExecutor, type LocalExecutorOptions } from "./executor-local.js";
export { type InitSkillOptions, initSkill, type NewSkill } from "./init-skill.js";
export type { CacheStats } from "./invocation-cache.js";
export type { InvokedSkill } from "./invoked-skill.js";
export {
  type Activation,
  type ActiveSkill,
  contentDigest,
  createSkillLifecycle,
  restoreSkillLifecycle,
  type SkillDelivery,
  type SkillLifecycle,
} from "./lifecycle.js";
export { loadSkills, loadSkillsSync } from "./load-skills.js";
export {
  type Change,
  type ChangedFile,
  type LockableSkill,
  lockSkills,
  type Verification,
  type VerifiedSkill,
  verifySkills,
} from "./lock.js";
export { LOCK_FILE, type LockedSkill } from "./lock-file.js";
export { listScripts, type SkillScript } from "./scripts.js";
export type { ClearedFiles, SkillClearance } from "./skill-clearance.js";
export { type SkillContent, type SkillContentOptions, skillContent } from "./skill-content.js";
export type { OnSkillEvent, SkillEvent } from "./skill-event.js";
export type { SkillFilter } from "./skill-filter.js";
export { SkillManager, type SkillManagerOptions } from "./skill-manager.js";
export {
  RESOURCE_KINDS,
  SKILL_SOURCES,
  type Skill,
  type SkillDiagnostic,
  type SkillDiagnosticCode,
  type SkillMetadata,
  type SkillResource,
  type SkillResourceKind,
  type SkillResources,
  type SkillSource,
} from "./skill-metadata.js";
export { skillMount } from "./skill-mount.js";
export { skillPort } from "./skill-port.js";
export { skillPrompts } from "./skill-prompts.js";
export type { FolderListOption, FolderOption, SkillFolders } from "./skill-roots.js";
export { skillTools } from "./skill-tools.js";
export {
  bytesDigest,
  type FingerprintLimits,
  fingerprintSkill,
  type SkillFileDigest,
  type SkillFingerprint,
} from "./trust.js";
export {
  type ApprovableSkill,
  type Approval,
  type ApprovalOptions,
  type ApprovalStore,
  createApprovalFile,
  createApprovalMemory,
  createSkillApprovals,
  type SkillApprovals,
} from "./trust-approval.js";
export type { SkillLink } from "./trust-files.js";
export type { LinkedFile, LookUp } from "./validate-body.js";
export type { SkillFinding, SkillFindingCode, SkillFindingSeverity } from "./validate-finding.js";
export {
  type SkillValidation,
  type ValidateOptions,
  type ValidateTextOptions,
  validateSkill,
  validateSkillText,
} from "./validate-skill.js";
