export { sweepOrphans, writeAtomicSync } from "./atomic-write.js";
export { cacheFolder } from "./cache-folder.js";
export { type ContainedFile, type FileStamp, type ReadLimits, readContainedSync } from "./contained-file.js";
export { containedPath } from "./contained-path.js";
