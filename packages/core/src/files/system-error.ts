/** What the system calls its refusal, such as `ENOENT`; nothing where the error is none of the system's. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
