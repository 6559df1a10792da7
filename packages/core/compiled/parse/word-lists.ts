import { byteAt } from "./layout";

/** Whether the list, words with a blank before and after each, has the one that stands there, in capitals or not. */
export function isIn(list: string, start: i32, end: i32): bool {
  const length = end - start;
  const address = changetype<usize>(list);
  const last = list.length - length - 1;
  for (let at = 1; at <= last; at++) {
    if (load<u16>(address + ((at - 1) << 1)) !== 32) continue;
    let same = 0;
    while (same < length && lower(byteAt(start + same)) === <i32>load<u16>(address + ((at + same) << 1))) same++;
    if (same === length && load<u16>(address + ((at + length) << 1)) === 32) return true;
  }
  return false;
}

function lower(code: i32): i32 {
  return <u32>(code - 65) < 26 ? code | 32 : code;
}
