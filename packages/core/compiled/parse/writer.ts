import { LINK_RECORDS, RECORD } from "./layout";
import { copyText } from "./texts";

/** Where the next byte of the note goes, and of its links. */
export namespace out {
  export let record: usize = RECORD;
  export let links: usize = LINK_RECORDS;
}

/** Where what the note is called was written, and where the rows of its aliases end. */
export namespace written {
  export let name: usize = 0;
  export let nameEnd: usize = 0;
  export let type: usize = 0;
  export let typeEnd: usize = 0;
  export let keptEnd: usize = 0;
}

export function writeNumber(value: i32): void {
  out.record = numberTo(out.record, value);
}

export function writeLinkNumber(value: i32): void {
  out.links = numberTo(out.links, value);
}

function numberTo(start: usize, value: i32): usize {
  let at = start;
  let rest = <u32>value;
  while (rest >= 0x80) {
    store<u8>(at, (rest & 0x7f) | 0x80);
    at++;
    rest >>>= 7;
  }
  store<u8>(at, rest);
  return at + 1;
}

export function writeText(from: usize, to: usize): void {
  writeNumber(<i32>(to - from));
  copyText(out.record, from, to - from);
  out.record += to - from;
}
