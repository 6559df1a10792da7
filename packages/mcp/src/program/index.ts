export type { MountedSkills, MountSkills, MountSkillsOptions } from "../server/served-mounts.js";
export { main as runMcpProgram, type ProgramOptions } from "./main.js";
