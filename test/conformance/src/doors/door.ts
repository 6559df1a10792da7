/** What came of one call, as the door gave it. */
export type Outcome =
  | { readonly answer: unknown }
  | { readonly error: ToldError }
  /** A tool that has not said what its result looks like: over MCP only its text arrives. */
  | { readonly text: string };

export interface ToldError {
  readonly code: string;
  readonly message: string;
  readonly where?: string | undefined;
  readonly fix?: string | undefined;
}

export type Input = Readonly<Record<string, unknown>>;

/** Asks one call after another, as one client. Nothing comes where the door has no way to say it. */
export type Ask = (call: string, input: Input) => Promise<Outcome | undefined>;

export interface Door {
  readonly name: DoorName;
  /** A client of its own, so that cases know nothing of each other. */
  client(): Ask;
  close(): Promise<void>;
}

export const DOOR_NAMES = ["library", "command line", "HTTP", "MCP over stdio", "MCP over HTTP"] as const;
export type DoorName = (typeof DOOR_NAMES)[number];

/** An object as it would look after a wire. */
export function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
