import { isPdError } from "@pd/core";
import { expect } from "vitest";
import { long } from "./extent.js";
import { FAULTS, type Fault, failingDisk } from "./failing-disk.js";

/** What is tried with a failing disk. */
export interface Trial<Before> {
  /** Puts the folders into the state before. Not counted. */
  readonly prepare: () => Before | Promise<Before>;
  /** The folders whose calls count. */
  readonly under: (before: Before) => readonly string[];
  /** What is done while the disk fails. May throw; what it throws must be an error of pd. */
  readonly act: (before: Before) => Promise<unknown>;
  /** With the disk mended: what must hold, whatever failed. `error` is what `act` threw. */
  readonly check: (before: Before, failure: Failure) => void | Promise<void>;
}

export interface Failure {
  readonly error: unknown;
  readonly failed: readonly string[];
  readonly fault: Fault;
  readonly lasting: boolean;
  /** For messages: which call, how. */
  readonly named: string;
}

/** More calls than any trial here makes: a loop that tries for ever would never be done. */
const MOST_CALLS = 3000;

interface Way {
  readonly fault: Fault;
  readonly lasting: boolean;
}

const EVERY_WAY: readonly Way[] = FAULTS.flatMap((fault) => [false, true].map((lasting) => ({ fault, lasting })));
/** Those that code is most likely to take differently: full after half a write, gone, and a disk that stays broken. */
const FEW_WAYS: readonly Way[] = [
  { fault: "ENOSPC", lasting: false },
  { fault: "ENOENT", lasting: false },
  { fault: "EIO", lasting: true },
];

/** Lets each call fail in turn, in each way, once and from then on, until there is no call left to fail. Gives back how many did. */
export async function everyCall<Before>(trial: Trial<Before>): Promise<number> {
  // Whatever a first run loads or remembers is not counted as a call of the second.
  await attempt(trial, { call: MOST_CALLS, fault: "EIO", lasting: false });
  let count = 0;
  for (const way of long ? EVERY_WAY : FEW_WAYS) {
    let call = 1;
    while (await attempt(trial, { ...way, call })) call += 1;
    expect(call).toBeLessThan(MOST_CALLS);
    count += call - 1;
  }
  return count;
}

interface Attempt extends Way {
  readonly call: number;
}

/** Whether a call failed. */
async function attempt<Before>(trial: Trial<Before>, { call, fault, lasting }: Attempt): Promise<boolean> {
  const before = await trial.prepare();
  const disk = failingDisk({ under: trial.under(before), call, fault, lasting });
  let error: unknown;
  try {
    await trial.act(before);
  } catch (thrown) {
    error = thrown;
  } finally {
    disk.mend();
  }
  const [first] = disk.failed;
  const named = `${fault}${lasting ? ", and for good," : ""} at call ${call}, ${first ?? "none"}`;
  if (error !== undefined && !isPdError(error))
    throw new Error(`${named}: an error that is not pd's`, { cause: error });
  await trial.check(before, { error, failed: disk.failed, fault, lasting, named });
  return disk.failed.length > 0;
}
