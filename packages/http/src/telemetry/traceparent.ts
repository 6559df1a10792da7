/** Where a request stands in a trace that began elsewhere (W3C Trace Context). */
export interface TraceParent {
  readonly traceId: string;
  readonly parentId: string;
  readonly flags: string;
}

const FORM = /^(?!ff)[0-9a-f]{2}-(?<trace>[0-9a-f]{32})-(?<parent>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-.*)?$/;

/** Version ff, all zeros and whatever has another form count as none. */
export function traceParentOf(header: string | null): TraceParent | undefined {
  const groups = FORM.exec(header ?? "")?.groups;
  const { trace = "", parent = "", flags = "" } = groups ?? {};
  if (header === null || header.length > 256 || /^0*$/.test(trace) || /^0*$/.test(parent)) return undefined;
  // Version 00 ends with the flags; later ones may add to it.
  if (header.startsWith("00") && header.length !== 55) return undefined;
  return { traceId: trace, parentId: parent, flags };
}

/** The same trace, passed on under a span of this server's own. */
export function passedOn({ traceId, flags }: TraceParent, spanId: string = newSpanId()): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

export function newSpanId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  // All zeros means none; the first byte is kept from being that.
  bytes[0] = (bytes[0] ?? 0) | 1;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
