const FENCE = "+++";
const PAIR = /^([\w-]{1,100})[ \t]*=[ \t]*(.*)$/u;
const LONGEST = 64 * 1024;

/**
 * TOML between `+++` as YAML between `---`, line for line: keys with texts, numbers, dates and lists on one line. Tables and what is below them are left
 * out, since nothing of them is read.
 */
export function yamlFront(bytes: Buffer): Buffer {
  if (bytes.toString("latin1", 0, 3) !== FENCE) return bytes;
  const end = /\r?\n\+\+\+[ \t]*(?:\r?\n|$)/.exec(bytes.toString("latin1", 0, LONGEST));
  if (end === null) return bytes;
  const after = end.index + end[0].length;
  let isTop = true;
  const lines = bytes.toString("utf8", 0, after).split("\n");
  const turned = lines.map((line) => {
    const plain = line.trim();
    if (plain === FENCE) return "---";
    if (plain.startsWith("[")) isTop = false;
    const [, key, value] = isTop ? (PAIR.exec(plain) ?? []) : [];
    return key === undefined ? "" : `${key}: ${value}`;
  });
  return Buffer.concat([Buffer.from(turned.join("\n")), bytes.subarray(after)]);
}
