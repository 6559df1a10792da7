/** A skill's name as the specification has it (R5.1). */
export const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const SKILL_NAME_LENGTH = 64;

/** No name that anybody wrote on purpose is longer: what is, cannot be used to address a skill. */
const LONGEST_NAME = 200;

/** Whether a name may stand as it is. One over 64 characters may, with a warning (R5.2). */
export function isUsableName(name: string): boolean {
  return name.length <= LONGEST_NAME && SKILL_NAME.test(name);
}

/**
 * The name that was meant, within the pattern: lower case, marks off letters, a dash for all that is neither letter nor digit.
 * Nothing where no such name is left: Chinese has no lower-case Latin spelling, and none is invented.
 */
export function normalisedName(written: string): string | undefined {
  const plain = written
    .slice(0, 4 * LONGEST_NAME)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  // A letter of another script would vanish, and what is left would be another name.
  if (/[^\P{L}a-z]/u.test(plain)) return undefined;
  const name = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return isUsableName(name) ? name : undefined;
}
