import { cacheFolder } from "./cache-folder.js";

// Not by `import`: that would make every export of these modules at once, and load half of Node with them.
const fs = process.getBuiltinModule("node:fs");
const { dirname, join } = process.getBuiltinModule("node:path");
const { Script } = process.getBuiltinModule("node:vm");

/** A script as `sealBundle` leaves it, and what it needs of the module that runs it. */
export interface Bundle {
  readonly filename: string;
  /** What this call uses the bundle for: another use compiles other functions, and has a cache of its own. */
  readonly use: string;
  readonly require: (id: string) => unknown;
  /** `import` does not work in a script that comes from a cache: the bundle asks for it by another name. */
  readonly import: (specifier: string) => Promise<unknown>;
}

export interface RunningBundle {
  readonly exports: unknown;
  /** It was compiled from a cache. */
  readonly isCached: boolean;
  /**
   * Writes the cache, where there is none that can be used. Only what has run by then is compiled, and so kept: the later, the better.
   * `way`: what this call did differently from others of its use. The first call of each way adds what it compiled, up to eight ways.
   */
  keep(way?: string): void;
}

/**
 * Runs a bundle with V8's code cache: most of the time of a short command is compiling. Whatever is wrong with the cache, the bundle is
 * compiled. This is loaded before everything else, as part of a bin.
 */
export function runBundle({ filename, use, require, import: importModule }: Bundle): RunningBundle {
  const source = fs.readFileSync(filename, "latin1");
  const place = cachePlace(source, use);
  const cache = place === undefined ? undefined : readCache(place);
  const script = new Script(source, { filename, ...(cache === undefined ? {} : { cachedData: cache.data }) });
  const isUsed = cache !== undefined && script.cachedDataRejected !== true;
  const module = { exports: {} };
  let isKept = false;
  const keep = (way?: string) => {
    const ways = isUsed ? cache.ways : [];
    const added = way === undefined ? [] : [nameOf(way)].filter((name) => !ways.includes(name));
    if (isKept || place === undefined || (isUsed && (added.length === 0 || ways.length === MOST_WAYS))) return;
    isKept = true;
    writeCache(place, { data: script.createCachedData(), ways: [...ways, ...added] });
  };
  script.runInThisContext()(module, require, importModule, dirname(filename));
  return { exports: module.exports, isCached: isUsed, keep };
}

/** The bundle begins with a comment that names its content, so that another version never reads this one's cache. */
function cachePlace(source: string, use: string): string | undefined {
  const [, hash] = /^\/\/ ([0-9a-f]{16,64})\n/.exec(source) ?? [];
  const { PD_NO_CODE_CACHE } = process.env;
  if (hash === undefined || PD_NO_CODE_CACHE !== undefined) return undefined;
  return join(cacheFolder(), "code", `${hash}-${process.version}-${process.arch}-${use}`);
}

interface CodeCache {
  readonly data: Buffer;
  /** Of the calls whose code it holds. */
  readonly ways: readonly string[];
}

const MOST_WAYS = 8;
const NAME = 8;
const PIECE = 64 * 1024;

/** Of a way, in the head of a cache: a hash. Two of one name share what they compiled, and nothing else. */
function nameOf(way: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(way)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(NAME, "0");
}

/** Before the data: the ways. A multiple of eight: where data lies otherwise, V8 copies it. */
const HEAD = MOST_WAYS * NAME;

/**
 * What the cache holds is run as code: it is taken only from a regular file of this user that nobody else can write. V8 does not look at
 * every byte, and a damaged one could crash it: the file holds everything twice, and is taken only if both are alike. A checksum would
 * have to be compiled first, and took longer than all of the rest.
 */
function readCache(place: string): CodeCache | undefined {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = fs.constants;
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(place, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    const stats = fs.fstatSync(descriptor);
    const user = process.getuid?.();
    const isOwn = user === undefined || (stats.uid === user && (stats.mode & 0o022) === 0);
    const size = stats.size / 2;
    if (!isOwn || !stats.isFile() || size <= HEAD || !Number.isInteger(size)) return undefined;
    const bytes = Buffer.allocUnsafeSlow(size);
    if (fs.readSync(descriptor, bytes, 0, size, 0) !== size || !isThere(descriptor, bytes, size)) return undefined;
    return { data: bytes.subarray(HEAD), ways: bytes.toString("latin1", 0, HEAD).match(/[0-9a-f]{8}/g) ?? [] };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** Whether a file has these bytes from there on. Piece by piece through the same memory: fresh memory takes longer than reading into it. */
function isThere(descriptor: number, bytes: Buffer, from: number): boolean {
  const piece = Buffer.allocUnsafeSlow(Math.min(bytes.length, PIECE));
  for (let at = 0; at < bytes.length; at += PIECE) {
    const expected = bytes.subarray(at, at + PIECE);
    if (fs.readSync(descriptor, piece, 0, expected.length, from + at) !== expected.length) return false;
    if (expected.compare(piece, 0, expected.length) !== 0) return false;
  }
  return true;
}

/** Written beside and renamed, so that nobody reads half of it. A cache that cannot be written is slower, and nothing else. */
function writeCache(place: string, { data, ways }: CodeCache): void {
  const temporary = `${place}.${process.pid}.tmp`;
  try {
    fs.mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    const head = Buffer.from(ways.join("").padEnd(HEAD, "-"), "latin1");
    fs.writeFileSync(temporary, Buffer.concat([head, data, head, data]), { mode: 0o600, flag: "wx" });
    fs.renameSync(temporary, place);
    sweep(dirname(place));
  } catch {
    try {
      fs.unlinkSync(temporary);
    } catch {
      // It was never made.
    }
  }
}

/** Caches of versions that are gone. One that is still in use is written again. */
function sweep(folder: string): void {
  const oldest = Date.now() - 30 * 24 * 60 * 60_000;
  for (const name of fs.readdirSync(folder)) {
    const path = join(folder, name);
    if (fs.statSync(path).mtimeMs < oldest) fs.unlinkSync(path);
  }
}
