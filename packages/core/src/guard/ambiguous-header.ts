/** What is looked at of a request's head, as Node has it. */
export interface AmbiguousHead {
  readonly rawHeaders: readonly string[];
  readonly headers: { readonly "transfer-encoding"?: string | undefined };
  readonly httpVersion: string;
}

/** Node keeps the first of several and drops the rest: two who read the request could each believe another one. */
const ONCE: ReadonlySet<string> = new Set(["host", "authorization", "content-type", "content-length", "origin"]);

/**
 * The header that makes a request one which servers read in different ways, if there is one: one that is there twice, of those and of the door's own,
 * or a body in a coding that not everybody knows.
 */
export function ambiguousHeader(
  { rawHeaders, headers, httpVersion }: AmbiguousHead,
  own: readonly string[] = [],
): string | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    if (!ONCE.has(name) && !own.includes(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  const coding = headers["transfer-encoding"];
  // HTTP/1.0 has no chunks: whoever reads it to the letter sees another end of the body.
  const isPlain = coding === undefined || (coding.toLowerCase() === "chunked" && httpVersion === "1.1");
  return isPlain ? undefined : "transfer-encoding";
}
