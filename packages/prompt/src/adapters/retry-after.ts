/** How long a server asks to wait, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const milliseconds = amount(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const header = headers.get("retry-after");
  const seconds = amount(header);
  if (seconds !== undefined) return seconds * 1000;
  const date = header === null ? Number.NaN : Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function amount(header: string | null): number | undefined {
  return header !== null && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
}
