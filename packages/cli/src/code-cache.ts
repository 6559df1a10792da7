import { runBundle as runWithCache } from "@pd/core/node";

/** Each bundle runs once, however often it is asked for. */
const loaded = new Map<string, unknown>();

/** Runs the command line of this process from the bundle that has what it names: an operation, another command, or only the help. */
export function runCommandLine(): void {
  const bundle = OPERATIONS.has(USE) ? "reading.cjs" : KNOWN.has(USE) ? "library.cjs" : "main.cjs";
  void (runBundle(bundle) as typeof import("./main.js")).main();
}

/** Runs a bundle of this folder. Its code cache is written by the first call of each command, read by the next, and grows with other options. */
function runBundle(name: string): unknown {
  if (loaded.has(name)) return loaded.get(name);
  const { exports, keep } = runWithCache({
    filename: `${__dirname}/${name}`,
    use: USE,
    // One bundle asks for the other by its file name.
    require: (id) => (id.endsWith(".cjs") ? runBundle(id.slice("./".length)) : require(id)),
    import: (specifier) => import(specifier),
  });
  loaded.set(name, exports);
  // A command that failed has hardly run.
  process.once("exit", (code) => {
    if (code === 0) keep(wayOf(name));
  });
  return exports;
}

/**
 * What this call did that not every call of its command does: the options that were given, and what the commands noted.
 * Nothing for one that read a vault anew: it has not yet done what the next will do.
 */
function wayOf(bundle: string): string | undefined {
  if (!COMMANDS.has(bundle) || loaded.has("seldom.cjs")) return undefined;
  const { noted } = loaded.get(bundle) as typeof import("./reading.js");
  const options = process.argv.slice(2).flatMap((word) => /^--?[a-z][a-z-]*/.exec(word) ?? []);
  return [...new Set([...options, ...noted])].sort().join(" ");
}

/** The words by which caches are told apart: another command compiles other functions. */
const WORD = /^[a-z]{2,12}$/;
/** The bundles that have commands. */
const COMMANDS = new Set(["reading.cjs", "library.cjs"]);
const OPERATIONS = new Set("scan search query node traverse context stats validate".split(" "));
/** Of as many commands as there can be; a word that is none shares one. */
const KNOWN = new Set([...OPERATIONS, ..."skill tool doctor explain init config completion".split(" ")]);

const USE = useOf(process.argv.slice(2));

function useOf(args: readonly string[]): string {
  if (args.includes("--version") || args.includes("-V")) return "version";
  // Help runs next to nothing of its command.
  const isHelp = args.includes("--help") || args.includes("-h") || args[0] === "help";
  const word = isHelp ? undefined : args.find((arg) => WORD.test(arg) && KNOWN.has(arg));
  return word ?? "help";
}
