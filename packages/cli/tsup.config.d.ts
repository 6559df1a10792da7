/**
 * The command line is `bin.js`, which does nothing but run bundles, and two of them: `main.cjs` finds the command and has the help,
 * `library.cjs` has all commands and core, and is loaded when one is called.
 *
 * @param {string} folder
 */
export declare function bundles(folder: string): import("tsup").Options[];
declare const _default: import("tsup").Options[] | import("tsup").Options | ((overrideOptions: import("tsup").Options) => import("tsup").Options[] | import("tsup").Options | Promise<import("tsup").Options[] | import("tsup").Options>);
export default _default;
