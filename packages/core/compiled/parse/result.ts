import { RESULT } from "./layout";

/** How much has been packed and not been taken. */
export const RECORD_LENGTH: usize = RESULT;
export const LINKS_LENGTH: usize = RESULT + 4;

/** What the frontmatter says, address and end of each: both 0 where it does not say it. Whoever read it writes them, here or in TypeScript. */
export const NAME: usize = RESULT + 16;
export const TYPE: usize = RESULT + 24;
export const DOMAIN: usize = RESULT + 32;
export const DESCRIPTION: usize = RESULT + 40;
/** How many tags and aliases it has, and links that it declares. */
export const TAG_COUNT: usize = RESULT + 48;
export const ALIAS_COUNT: usize = RESULT + 52;
export const DECLARED_COUNT: usize = RESULT + 56;
/** How many leaves the note has. */
export const LEAF_COUNT: usize = RESULT + 60;

export function forgetFront(): void {
  memory.fill(NAME, 0, DECLARED_COUNT + 4 - NAME);
}

export function setField(field: usize, from: usize, to: usize): void {
  store<u32>(field, <u32>from);
  store<u32>(field, <u32>to, 4);
}
