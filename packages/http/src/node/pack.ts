import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { accepted, PACKED_FROM } from "../routes/packing.js";
import type { Packing } from "../runtime.js";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Past this quality, brotli takes longer than sending what it saves. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const GZIP = { level: 5 };

/** brotli, else gzip, on another thread. */
export const packForNode: Packing = async (reply, acceptEncoding) => {
  const { body, headers } = reply;
  if (typeof body !== "string" || body.length < PACKED_FROM) return reply;
  const encoding = accepted(acceptEncoding, ["br", "gzip"]);
  if (encoding === undefined) return reply;
  const packed = encoding === "br" ? await brotli(body, BROTLI) : await zip(body, GZIP);
  return { ...reply, headers: { ...headers, "content-encoding": encoding }, body: packed };
};
