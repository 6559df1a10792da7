import { inParallel } from "../gate/in-parallel.js";
import { throwIfCancelled } from "../model/errors.js";
import type { Read, ReadOptions } from "../ports/content.js";

/** How many nodes are read at a time: a long plan must not open every file at once. */
const READS_AT_ONCE = 16;

/** Reads one node after the other for a method of `NodeSource`: for a content that has nothing to gain from reading several together. */
export function readEach<Asked, Value>(
  read: (asked: Asked, options: ReadOptions | undefined) => Value | Promise<Value>,
): (asked: readonly Asked[], options?: ReadOptions) => Promise<readonly Read<Value>[]> {
  return (asked, options) =>
    inParallel(asked, READS_AT_ONCE, (one): Read<Value> | Promise<Read<Value>> => {
      throwIfCancelled(options?.signal);
      try {
        const value = read(one, options);
        return value instanceof Promise ? value.then((known) => ({ value: known }), failed) : { value };
      } catch (failure) {
        return { failure };
      }
    });
}

function failed(failure: unknown): Read<never> {
  return { failure };
}

/** The value of one read; throws why there is none. */
export function readValue<Value>(read: Read<Value>): Value {
  if ("failure" in read) throw read.failure;
  return read.value;
}
