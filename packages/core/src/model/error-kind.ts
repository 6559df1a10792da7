/**
 * Who can do something about a failure: the caller, by asking otherwise; nobody, because what was asked for does not exist; or the host.
 * Doors whose protocol has no code of its own for a failure go by this.
 */
export type Fault = "caller" | "absent" | "host";

/** What a code of an error means, and what each door makes of it. */
export interface ErrorKind {
  readonly code: string;
  /** What it means, as a sentence. */
  readonly what: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
  readonly fault: Fault;
  /** The status over HTTP, from 400 to 599. */
  readonly status: number;
  /** The exit code of a command that ends with it. 2 if it is not given; 1 says that what was asked for is not there. */
  readonly exit?: 1 | 130;
}

export type ErrorTable<Code extends string = string> = Readonly<Record<Code, ErrorKind>>;

/**
 * The errors of a package, by code. Whatever throws one hands over its entry, so that a door treats it rightly without knowing the
 * package: `throw new PdError(MY_ERRORS["moon-full"], "The moon is full")`.
 */
export function defineErrors<const Code extends string>(
  kinds: Readonly<Record<Code, Omit<ErrorKind, "code">>>,
): ErrorTable<Code> {
  const entries = Object.entries<Omit<ErrorKind, "code">>(kinds);
  return Object.fromEntries(entries.map(([code, kind]) => [code, { code, ...kind }])) as unknown as ErrorTable<Code>;
}

/** What is made of a code that nobody here declares: a failure of the host's, unless the status says otherwise. */
export function unknownKind(code: string, status = 500): ErrorKind {
  return {
    code,
    what: "A package that this program does not know failed with a code of its own.",
    fix: "Read the message, or look the code up in the documentation of that package.",
    fault: status < 500 ? "caller" : "host",
    status,
  };
}

/** Whether a value can be taken for an entry: it may come from another copy of core, or from plain JavaScript. */
export function isErrorKind(value: unknown): value is ErrorKind {
  if (typeof value !== "object" || value === null) return false;
  const { code, what, fix, fault, status, exit } = value as Partial<Record<keyof ErrorKind, unknown>>;
  return (
    [code, what, fix].every((text) => typeof text === "string") &&
    (fault === "caller" || fault === "absent" || fault === "host") &&
    Number.isInteger(status) &&
    (status as number) >= 400 &&
    (status as number) <= 599 &&
    (exit === undefined || exit === 1 || exit === 130)
  );
}
