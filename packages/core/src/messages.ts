// What messages to people are made of, without the rest of core: a command line that only prints its help loads nothing else. One import of another
// entry is enough to load all of it: bundles are cut by modules, and an entry names every module that it has.
export { type DescribedError, describeError, programError } from "./files/program-error.js";
export { type ProgramOptions, programOptions } from "./files/program-options.js";
export { systemCodeOf } from "./files/system-error.js";
export { workingFolder } from "./files/working-folder.js";
export { COUNTER_TABLE, type CounterKind } from "./model/counter-table.js";
export { errorKind, isPdError, PdError, type PdErrorCode, type PdErrorOptions } from "./model/errors.js";
export { escapeControls } from "./text/escape-controls.js";
export { replaceInvisible } from "./text/invisible.js";
export { meant } from "./text/meant.js";
export { nearest } from "./text/nearest.js";
