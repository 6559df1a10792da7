import { readFrontmatterLatin1 } from "../frontmatter/frontmatter.js";
import { commentRanges } from "./comments.js";
import { mdxRanges } from "./mdx.js";

/** Whether a file is MDX, by its name. */
export function isMdx(path: string): boolean {
  return path.endsWith(".mdx") || /\.mdx$/iu.test(path);
}

/**
 * A file as its reader sees it: the one place that decides what is hidden text (R3.1). Comments (`%% %%`, `<!-- -->`), and the comments, imports,
 * exports, expressions and tags of MDX are taken out of the body, wherever no code shows them. Line ends stay, so that lines keep their numbers; the
 * frontmatter stays as it is. `mdx`: markdown is read as MDX too. Works in the bytes it is given, and gives the part of them that is left.
 */
export function takeOutHidden(
  bytes: Buffer,
  path: string,
  { mdx: isAll = false }: { readonly mdx?: boolean } = {},
): Buffer {
  const mdx = isAll || isMdx(path);
  // Most files have neither, and are told apart without being decoded.
  if (!mdx && !bytes.includes("%%") && !bytes.includes("<!--")) return bytes;
  const text = bytes.toString("latin1");
  const { end } = readFrontmatterLatin1(bytes, text);
  const { offsets } = mdx ? mdxRanges(text, end) : commentRanges(text, end);
  return offsets.length === 0 ? bytes : without(bytes, offsets);
}

function without(bytes: Buffer, offsets: readonly number[]): Buffer {
  let to = offsets[0] ?? bytes.length;
  for (let index = 0; index < offsets.length; index += 2) {
    const [start = 0, end = 0] = [offsets[index], offsets[index + 1]];
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at]!;
      if (byte === 0x0a || byte === 0x0d) bytes[to++] = byte;
    }
    const next = offsets[index + 2] ?? bytes.length;
    bytes.copyWithin(to, end, next);
    to += next - end;
  }
  return bytes.subarray(0, to);
}
