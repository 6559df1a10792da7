import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What a disk says when it cannot: full, broken, no descriptor left, not yours, gone, read-only. */
export const FAULTS = ["ENOSPC", "EIO", "EMFILE", "EACCES", "ENOENT", "EROFS"] as const;
export type Fault = (typeof FAULTS)[number];

export interface FailingOptions {
  /** Only calls on these folders and what is below them count. */
  readonly under: readonly string[];
  /** The number of the call that fails, from 1. */
  readonly call: number;
  readonly fault: Fault;
  /** Every call after it fails as well, as on a disk that stays full. */
  readonly lasting: boolean;
}

export interface FailingDisk {
  /** The calls that failed, by name. None: there were fewer calls than that. */
  readonly failed: readonly string[];
  /** Back to the disk as it is. */
  mend(): void;
}

type Callable = (this: unknown, ...args: readonly unknown[]) => unknown;
type Holder = Record<string, unknown>;

const SYNC = [
  ..."accessSync appendFileSync chmodSync closeSync copyFileSync fchmodSync fdatasyncSync fstatSync fsyncSync".split(
    " ",
  ),
  ..."ftruncateSync linkSync lstatSync mkdirSync mkdtempSync openSync opendirSync readFileSync readSync".split(" "),
  ..."readdirSync readlinkSync readvSync realpathSync renameSync rmSync rmdirSync statSync symlinkSync".split(" "),
  ..."truncateSync unlinkSync utimesSync writeFileSync writeSync writevSync".split(" "),
];
const real = { readlink: fs.readlinkSync, write: fs.writeSync };

/**
 * Makes the n-th call on a folder fail, in this process, for every module that imports `node:fs`: with the code alone, or, where it
 * writes, after half of the bytes; a failing `close` has closed all the same, as the system has it.
 */
export function failingDisk({ under, call, fault, lasting }: FailingOptions): FailingDisk {
  const failed: string[] = [];
  let calls = 0;
  const fails = (name: string, args: readonly unknown[]): boolean => {
    if (!isUnder(under, args[0])) return false;
    calls += 1;
    const now = calls === call || (lasting && calls > call);
    if (now) failed.push(name);
    return now;
  };
  const undo = [
    ...SYNC.map((name) => replace(fs, name, (original) => failingSync(name, original, { fails, fault }))),
    ...SYNC.map((name) => name.slice(0, -"Sync".length)).flatMap((name) => [
      replace(fs, name, (original) => failingCallback(name, original, { fails, fault })),
      replace(fs.promises, name, (original) => failingPromise(name, original, { fails, fault })),
    ]),
  ];
  syncBuiltinESMExports();
  return {
    failed,
    mend() {
      for (const step of undo) step();
      syncBuiltinESMExports();
    },
  };
}

interface Failing {
  readonly fails: (name: string, args: readonly unknown[]) => boolean;
  readonly fault: Fault;
}

function failingSync(name: string, original: Callable, { fails, fault }: Failing): Callable {
  return function (this: unknown, ...args) {
    if (!fails(name, args)) return Reflect.apply(original, this, args);
    if (name === "closeSync") Reflect.apply(original, this, args);
    if (name === "writeSync" && fault === "ENOSPC") writeHalf(args);
    throw refusal(name, fault);
  };
}

function failingCallback(name: string, original: Callable, { fails, fault }: Failing): Callable {
  return function (this: unknown, ...args) {
    const done = args.at(-1);
    if (typeof done !== "function" || !fails(name, args)) return Reflect.apply(original, this, args);
    if (name === "close") Reflect.apply(original, this, [args[0], () => done(refusal(name, fault))]);
    else process.nextTick(() => done(refusal(name, fault)));
    return undefined;
  };
}

function failingPromise(name: string, original: Callable, { fails, fault }: Failing): Callable {
  return async function (this: unknown, ...args) {
    if (fails(name, args)) throw refusal(name, fault);
    return Reflect.apply(original, this, args);
  };
}

/** Functions such as `realpathSync` carry another as `native`. */
function replace(holder: object, name: string, failing: (original: Callable) => Callable): () => void {
  const original = Reflect.get(holder, name) as (Callable & Holder) | undefined;
  if (original === undefined) return () => undefined;
  const replaced = failing(original);
  if ("native" in original) Object.assign(replaced, { native: failing(original["native"] as Callable) });
  Reflect.set(holder, name, replaced);
  return () => void Reflect.set(holder, name, original);
}

function writeHalf([descriptor, bytes, offset]: readonly unknown[]): void {
  if (typeof descriptor !== "number" || !(bytes instanceof Uint8Array)) return;
  const from = typeof offset === "number" ? offset : 0;
  real.write(descriptor, bytes, from, (bytes.length - from) >> 1);
}

function refusal(name: string, fault: Fault): Error {
  return Object.assign(new Error(`${fault}: injected, ${name}`), { code: fault, syscall: name, errno: -1 });
}

/** By the path it has, also where it is reached through a descriptor. */
function isUnder(folders: readonly string[], target: unknown): boolean {
  const path = typeof target === "number" ? `/proc/self/fd/${target}` : String(target);
  const [, open, rest = ""] = /^(\/proc\/self\/fd\/\d+)(\/.*)?$/.exec(path) ?? [];
  const whole = open === undefined ? path : `${placeOf(open)}${rest}`;
  return folders.some((folder) => whole === folder || whole.startsWith(`${folder}/`));
}

function placeOf(open: string): string {
  try {
    return real.readlink(open);
  } catch {
    return "";
  }
}
