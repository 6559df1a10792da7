/** Where text goes, and what is known of who reads it. */
export interface Output {
  write(text: string): void;
  /** A person looks on. */
  readonly isTerminal: boolean;
  /** How many characters fit on a line, where that is known. */
  readonly columns?: number | undefined;
}

/** All that a command touches of the process it runs in. */
export interface Io {
  /** Data. */
  readonly stdout: Output;
  /** Talk: progress, summaries, errors. */
  readonly stderr: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  readonly signal?: AbortSignal | undefined;
  /** Asks the person at the terminal, and gives back what was typed; nothing where there is nobody to ask. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** The signal is the end of the process: nothing but the code of others needs to hear of it. */
  readonly endsWithProcess?: boolean;
  /** From now on another program of this process hears its signals. */
  handOver?(): void;
}

/** 0: found, fine. 1: nothing found, below a threshold. 2: wrong use, failure. 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;
