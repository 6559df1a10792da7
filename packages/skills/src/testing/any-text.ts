import fc from "fast-check";

const codePoint = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }),
  fc.integer({ min: 0x80, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
);

/** Any character that UTF-8 can write. fast-check's own "binary" has them too, and takes a second to make its tables. */
export const anyCharacter: fc.Arbitrary<string> = codePoint.map((code) => String.fromCodePoint(code));
