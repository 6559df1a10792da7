// Not by `import`: that would make every export of these modules at once, and load half of Node with them.
const fs = process.getBuiltinModule("node:fs");
const { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, readSync } = fs;
const { renameSync, statSync, unlinkSync, writeFileSync } = fs;
const { dirname, join } = process.getBuiltinModule("node:path");
const { Script } = process.getBuiltinModule("node:vm");

/** Each bundle runs once, however often it is asked for. */
const loaded = new Map<string, { readonly exports: unknown }>();

/**
 * Runs bundles with V8's code cache: most of the time of a short command is compiling. The cache is written by the first call of each
 * command and read by the next. Whatever is wrong with it, the bundle is compiled.
 *
 * This file is loaded before everything else and imports nothing of its own.
 */
export function runBundle(filename: string): unknown {
  const known = loaded.get(filename);
  if (known !== undefined) return known.exports;
  const source = readFileSync(filename, "latin1");
  const place = cachePlace(source);
  const cachedData = place === undefined ? undefined : readCache(place);
  const script = new Script(source, { filename, ...(cachedData === undefined ? {} : { cachedData }) });
  if (place !== undefined && (cachedData === undefined || script.cachedDataRejected === true)) {
    // After the command is done: only what has run by then is compiled, and so kept. One that failed has hardly run.
    process.once("exit", (code) => {
      if (code === 0) writeCache(place, script.createCachedData());
    });
  }
  // One bundle asks for the other by its file name.
  const requireFrom = (id: string): unknown =>
    id.endsWith(".cjs") ? runBundle(join(dirname(filename), id)) : require(id);
  const module = { exports: {} };
  loaded.set(filename, module);
  // `import` would not work in a script that comes from a cache: the bundle is built to ask for it by another name.
  script.runInThisContext()(module, requireFrom, (specifier: string) => import(specifier));
  return module.exports;
}

/** The words by which caches are told apart: another command compiles other functions. */
const WORD = /^[a-z]{2,12}$/;
/** Of as many commands as there can be; a word that is none shares one. */
const KNOWN = new Set(
  "scan search query node traverse context stats validate skill tool doctor explain init config completion".split(" "),
);

/** The bundle begins with a comment that names its content, so that another version never reads this one's cache. */
function cachePlace(source: string): string | undefined {
  const [, hash] = /^\/\/ ([0-9a-f]{16,64})\n/.exec(source) ?? [];
  if (hash === undefined || process.env["PD_NO_CODE_CACHE"] !== undefined) return undefined;
  return join(cacheFolder(), "code", `${hash}-${process.version}-${process.arch}-${wordOf(process.argv.slice(2))}`);
}

function wordOf(args: readonly string[]): string {
  if (args.includes("--version") || args.includes("-V")) return "version";
  // Help runs next to nothing of its command.
  const isHelp = args.includes("--help") || args.includes("-h") || args[0] === "help";
  const word = isHelp ? undefined : args.find((arg) => WORD.test(arg) && KNOWN.has(arg));
  return word ?? "help";
}

/** As core has it; this file must not load core. */
function cacheFolder(): string {
  const { PD_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (PD_CACHE_DIR) return PD_CACHE_DIR;
  if (process.platform === "win32") return join(LOCALAPPDATA ?? join(home(), "AppData", "Local"), "pd", "Cache");
  if (process.platform === "darwin") return join(home(), "Library", "Caches", "pd");
  return join(XDG_CACHE_HOME || join(home(), ".cache"), "pd");
}

function home(): string {
  const { HOME } = process.env;
  // As Node has it, without loading what else it has.
  return process.platform !== "win32" && HOME ? HOME : process.getBuiltinModule("node:os").homedir();
}

/** Eight bytes before the data: a mark and a checksum. V8 does not look at every byte, and a damaged one could crash it. */
const HEAD = 8;
const MARK = 0x70640001;

/** What the cache holds is run as code: it is taken only from a regular file of this user that nobody else can write. */
function readCache(place: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const stats = fstatSync(descriptor);
    const user = process.getuid?.();
    if (
      !stats.isFile() ||
      stats.size <= HEAD ||
      (user !== undefined && (stats.uid !== user || (stats.mode & 0o022) !== 0))
    )
      return undefined;
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    if (readSync(descriptor, bytes, 0, stats.size, 0) !== stats.size) return undefined;
    const data = bytes.subarray(HEAD);
    return bytes.readUInt32LE(0) === MARK && bytes.readUInt32LE(4) === checksum(data) ? data : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Written beside and renamed, so that nobody reads half of it. A cache that cannot be written is slower, and nothing else. */
function writeCache(place: string, data: Buffer): void {
  const temporary = `${place}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    const head = Buffer.alloc(HEAD);
    head.writeUInt32LE(MARK, 0);
    head.writeUInt32LE(checksum(data), 4);
    writeFileSync(temporary, Buffer.concat([head, data]), { mode: 0o600, flag: "wx" });
    renameSync(temporary, place);
    sweep(dirname(place));
  } catch {
    try {
      unlinkSync(temporary);
    } catch {
      // It was never made.
    }
  }
}

/** Caches of versions that are gone. One that is still in use is written again. */
function sweep(folder: string): void {
  const oldest = Date.now() - 30 * 24 * 60 * 60_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < oldest) unlinkSync(path);
  }
}

/** Over whole words, so that a megabyte takes well under a millisecond. */
function checksum(data: Uint8Array): number {
  const copy = data.byteOffset % 4 === 0 ? data : data.slice();
  const words = new Uint32Array(copy.buffer, copy.byteOffset, copy.byteLength >> 2);
  let sum = data.byteLength | 0;
  for (let at = 0; at < words.length; at += 1) sum = (Math.imul(sum, 31) + (words[at] ?? 0)) | 0;
  for (let at = words.length << 2; at < data.byteLength; at += 1) sum = (Math.imul(sum, 31) + (data[at] ?? 0)) | 0;
  return sum >>> 0;
}
