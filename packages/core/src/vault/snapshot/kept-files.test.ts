import { expect, test } from "vitest";
import { createKeptFiles } from "./kept-files.js";

test("A file is given once, with the bytes that it had when it was kept", () => {
  const kept = createKeptFiles();
  const shared = Buffer.from("one");
  kept.keep(0, shared);
  shared.write("two");
  kept.keep(1, shared);
  expect(kept.take(0)?.toString()).toBe("one");
  expect(kept.take(1)?.toString()).toBe("two");
  expect(kept.take(0)).toBeUndefined();
  expect(kept.take(2)).toBeUndefined();
});

test("What is read into the room is kept where it is, shorter than the room or not, however many are read before one is kept", () => {
  const kept = createKeptFiles();
  const read = (text: string, size = text.length) => {
    const room = kept.room(size);
    room.write(text);
    return room.subarray(0, text.length);
  };
  const first = read("first", 9);
  read("left out");
  const second = read("second", 1 << 20);
  const empty = read("");
  kept.keep(0, first);
  kept.keep(1, second);
  kept.keep(2, empty);
  kept.keep(3, read("last"));
  expect(kept.take(0)?.buffer).toBe(first.buffer);
  expect([1, 2, 3].map((number) => kept.take(number)?.toString())).toEqual(["second", "", "last"]);
  expect(first.toString()).toBe("first");
});

test("A file larger than others are kept together is kept too", () => {
  const kept = createKeptFiles();
  kept.keep(0, Buffer.from("small"));
  kept.keep(1, Buffer.alloc(3 << 20, 7));
  kept.keep(2, Buffer.from("after"));
  expect(kept.take(1)?.equals(Buffer.alloc(3 << 20, 7))).toBe(true);
  expect(kept.take(0)?.toString()).toBe("small");
  expect(kept.take(2)?.toString()).toBe("after");
});

test("Past the limit nothing is kept, not what was there before nor what comes after", () => {
  const kept = createKeptFiles(10);
  kept.keep(0, Buffer.alloc(6));
  kept.keep(1, Buffer.alloc(6));
  kept.keep(2, kept.room(1));
  expect([0, 1, 2].map((number) => kept.take(number))).toEqual([undefined, undefined, undefined]);
});

test("Past the limit the same room serves again and again, once what was in it is no longer needed", () => {
  const kept = createKeptFiles(10);
  kept.keep(0, kept.room(11));
  kept.recycle();
  const [one, two] = [kept.room(5), kept.room(5)];
  one.write("first");
  two.write("other");
  expect(one.toString()).toBe("first");
  kept.recycle();
  expect(kept.room(5).toString()).toBe("first");
});
