export { sweepOrphans, writeAtomicSync } from "./atomic-write.js";
export { cacheFolder } from "./cache-folder.js";
export { type ContainedFile, type FileStamp, type ReadLimits, readContainedSync } from "./contained-file.js";
export { containedPath } from "./contained-path.js";
export { createDiskFilesystem, type DiskFilesystemOptions } from "./disk-filesystem.js";
export { CONFIG_NAMES, type LoadConfigOptions, type LoadedConfig, loadConfig } from "./load-config.js";
export { type Bundle, type RunningBundle, runBundle } from "./run-bundle.js";
export { type WorkingTree, workingTree } from "./working-tree.js";
