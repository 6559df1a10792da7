import { crc32, deflateRawSync } from "node:zlib";

/** An entry to write; whatever is given is written as it is, however wrong. */
export interface WrittenEntry {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  /** Unix mode, for the upper half of the external attributes. */
  readonly mode?: number;
  readonly descriptor?: "signed" | "bare";
  readonly extra?: Uint8Array;
  readonly data?: Uint8Array;
  readonly crc?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  readonly disk?: number;
  readonly offset?: number;
  /** Only in the directory. */
  readonly listedOnly?: boolean;
  /** What the local header says instead. */
  readonly local?: {
    readonly name?: string;
    readonly method?: number;
    readonly size?: number;
    readonly flags?: number;
  };
}

export interface WrittenArchive {
  readonly before?: Uint8Array;
  readonly between?: Uint8Array;
  readonly after?: Uint8Array;
  readonly comment?: Uint8Array;
  readonly count?: number;
  readonly disk?: number;
  readonly directoryOffset?: number;
  readonly directorySize?: number;
  readonly locator?: boolean;
}

const encoder = new TextEncoder();
const bytesOf = (value: string | Uint8Array) => (typeof value === "string" ? encoder.encode(value) : value);

function record(...fields: readonly (readonly [width: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([width, value]) => {
      const field = Buffer.alloc(width);
      if (width === 2) field.writeUInt16LE(value & 0xffff);
      else field.writeUInt32LE(value >>> 0);
      return field;
    }),
  );
}

/** A zip archive, made by hand so that every field of it can be wrong. */
export function zip(entries: readonly WrittenEntry[], archive: WrittenArchive = {}): Uint8Array {
  const parts: Uint8Array[] = [archive.before ?? new Uint8Array(0)];
  const central: Uint8Array[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const entry of entries) {
    const offset = length();
    const content = bytesOf(entry.content ?? "");
    const method = entry.method ?? 8;
    const data = entry.data ?? (method === 8 ? deflateRawSync(content) : content);
    const flags = (entry.flags ?? 0) | (entry.descriptor === undefined ? 0 : 8);
    const figures = [entry.crc ?? crc32(content), entry.compressedSize ?? data.length, entry.size ?? content.length];
    const written = figures.map((figure) => [4, figure] as const);
    const local = entry.local ?? {};
    const localName = bytesOf(local.name ?? entry.name);
    const inHeader = entry.descriptor === undefined ? figures : [0, 0, 0];
    const [crc, packed, size] = inHeader as [number, number, number];
    const before = parts.length;
    parts.push(
      record([4, 0x04034b50], [2, 20], [2, local.flags ?? flags], [2, local.method ?? method], [4, 0]),
      record([4, crc], [4, packed], [4, local.size ?? size], [2, localName.length], [2, 0]),
      localName,
      data,
    );
    if (entry.descriptor === "signed") parts.push(record([4, 0x08074b50], ...written));
    if (entry.descriptor === "bare") parts.push(record(...written));
    if (entry.listedOnly === true) parts.length = before;
    const name = bytesOf(entry.name);
    const extra = entry.extra ?? new Uint8Array(0);
    central.push(
      record([4, 0x02014b50], [2, 0x0314], [2, 20], [2, flags], [2, method], [4, 0], ...written),
      record([2, name.length], [2, extra.length], [2, 0], [2, entry.disk ?? 0], [2, 0]),
      record([4, (entry.mode ?? 0o100644) << 16], [4, entry.offset ?? offset]),
      name,
      extra,
    );
  }
  parts.push(archive.between ?? new Uint8Array(0));
  const start = length();
  parts.push(...central);
  const size = length() - start;
  if (archive.locator === true) parts.push(record([4, 0x07064b50], [4, 0], [4, 0], [4, 0], [4, 1]));
  const count = archive.count ?? entries.length;
  const comment = archive.comment ?? new Uint8Array(0);
  parts.push(
    record([4, 0x06054b50], [2, archive.disk ?? 0], [2, 0], [2, count], [2, count]),
    record([4, archive.directorySize ?? size], [4, archive.directoryOffset ?? start], [2, comment.length]),
    comment,
    archive.after ?? new Uint8Array(0),
  );
  return Buffer.concat(parts);
}

export const SKILL_ENTRY: WrittenEntry = {
  name: "SKILL.md",
  content: "---\nname: pdf\ndescription: Fills forms.\n---\n\n# Forms\n",
};
