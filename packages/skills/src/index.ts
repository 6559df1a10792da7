export { CLIENT_LIMITS, type ClientFit, type ClientLimit } from "./advise/client-limits.js";
export { type CollideOptions, collideSkills, type SkillCollision } from "./advise/collide-skills.js";
export { type Route, type RoutedSkill, routeSkills } from "./advise/route-skills.js";
export { type CostOfSource, type SkillCost, type SkillCostOptions, skillCost } from "./advise/skill-cost.js";
export {
  parseExpectations,
  type RouteCheck,
  type RouteExpectation,
  type RouteTest,
  type RouteTestOptions,
  testRouting,
} from "./advise/test-routing.js";
export { type ArchivedFile, type ArchiveLimits, readSkillArchive, type SkillArchive } from "./archive/archive.js";
export { type ExtractedSkill, type ExtractOptions, extractSkillArchive } from "./archive/archive-extract.js";
export { type PackedSkill, packSkill } from "./archive/pack-skill.js";
export { availableSkills, type Catalogue, type CatalogueOptions, type CatalogueStep } from "./catalogue/catalogue.js";
export { CATALOGUE_FORMATS, type CatalogueFormat } from "./catalogue/catalogue-format.js";
export type { CatalogueSkill, Preference, SkillRanking } from "./catalogue/catalogue-order.js";
export { skillCommands } from "./commands/skill-commands.js";
export { type SkillContent, type SkillContentOptions, skillContent } from "./content/skill-content.js";
export { skillMount } from "./content/skill-mount.js";
export { skillPort } from "./content/skill-port.js";
export { skillPrompts } from "./content/skill-prompts.js";
export { type SkillServer, type SkillServerOptions, skillServer } from "./content/skill-server.js";
export { skillTools } from "./content/skill-tools.js";
export { loadSkills, loadSkillsSync } from "./discover/load-skills.js";
export type { SkillFilter } from "./discover/skill-filter.js";
export type { FolderListOption, FolderOption, SkillFolders } from "./discover/skill-roots.js";
export type { CacheStats } from "./invoke/invocation-cache.js";
export type { InvokedSkill } from "./invoke/invoked-skill.js";
export {
  type Activation,
  type ActiveSkill,
  contentDigest,
  createSkillLifecycle,
  restoreSkillLifecycle,
  type SkillDelivery,
  type SkillLifecycle,
} from "./invoke/lifecycle.js";
export { SkillManager, type SkillManagerOptions } from "./invoke/skill-manager.js";
export { ConfigurationError, PathSecurityError, SkillApprovalError } from "./record/errors.js";
export { type FixedSkill, fixSkillText } from "./record/fix-skill.js";
export { type InitSkillOptions, initSkill, type NewSkill } from "./record/init-skill.js";
export { type LintedSkill, type LintOptions, lintSkill } from "./record/lint-skill.js";
export { SKILL_ERRORS } from "./record/skill-errors.js";
export type { OnSkillEvent, SkillEvent } from "./record/skill-event.js";
export { SKILL_FINDINGS, type SkillFindingCode } from "./record/skill-findings.js";
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
} from "./record/skill-metadata.js";
export type { LinkedFile, LookUp } from "./record/validate-body.js";
export type { SkillFinding, SkillFindingSeverity } from "./record/validate-finding.js";
export {
  type SkillValidation,
  type ValidateOptions,
  type ValidateTextOptions,
  validateSkill,
  validateSkillText,
} from "./record/validate-skill.js";
export {
  type RunScriptOptions,
  runScript,
  type ScriptExecutor,
  type ScriptResult,
  type ScriptRun,
} from "./scripts/executor.js";
export { createLocalExecutor, type LocalExecutorOptions } from "./scripts/executor-local.js";
export { listScripts, type SkillScript } from "./scripts/scripts.js";
export {
  type Change,
  type ChangedFile,
  type LockableSkill,
  lockSkills,
  type Verification,
  type VerifiedSkill,
  verifySkills,
} from "./trust/lock.js";
export { LOCK_FILE, type LockedSkill } from "./trust/lock-file.js";
export type { ClearedFiles, SkillClearance } from "./trust/skill-clearance.js";
export {
  bytesDigest,
  type FingerprintLimits,
  fingerprintSkill,
  type SkillFileDigest,
  type SkillFingerprint,
} from "./trust/trust.js";
export {
  type ApprovableSkill,
  type Approval,
  type ApprovalOptions,
  type ApprovalStore,
  createApprovalFile,
  createApprovalMemory,
  createSkillApprovals,
  type SkillApprovals,
} from "./trust/trust-approval.js";
export type { SkillLink } from "./trust/trust-files.js";
