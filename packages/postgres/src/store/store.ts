import { cancelled, isPdError, PdError } from "@pd/core";
import postgres, { type Sql } from "postgres";
import { shownUrl } from "./shown-url.js";
import { POSTGRES_ERRORS } from "./store-errors.js";
import { storeError } from "./store-failure.js";

export type { Sql } from "postgres";

export interface StoreOptions {
  /** `postgres://user:password@host:port/database`. Error messages never show user or password. */
  readonly url: string;
  /** Whose rows are seen: everything else is hidden by row level security. "default" if it is not given. */
  readonly tenant?: string | undefined;
  /** Connections of this process at the most; 4 if it is not given. */
  readonly connections?: number | undefined;
  /** How long a call waits for the database; 10,000 if it is not given. */
  readonly timeoutMilliseconds?: number | undefined;
  /** `false` for a pooler in transaction mode that knows no prepared statements. */
  readonly prepare?: boolean | undefined;
}

export interface StoreCall {
  readonly signal?: AbortSignal | undefined;
  /** For work that takes long by its nature, such as a sync. */
  readonly timeoutMilliseconds?: number | undefined;
}

/** A pool of connections to one database, as one tenant. */
export interface Store {
  readonly tenant: string;
  /** Host, port and database, for messages. */
  readonly shown: string;
  /** Whatever fails is a `PdError`, and comes in time. */
  run<Result>(work: (sql: Sql) => Promise<Result>, call?: StoreCall): Promise<Result>;
  /** The same over one connection of its own, for locks that end with it. `check` throws once it was lost: another would hold no lock. */
  runAlone<Result>(work: (sql: Sql, check: () => void) => Promise<Result>, call?: StoreCall): Promise<Result>;
  close(): Promise<void>;
}

const TENANT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
const CONNECT_SECONDS = 2;
/** A server that is back must be used at once: the driver's own pauses grow to seconds. */
const RETRY_SECONDS = 0.02;
const TIMEOUT_MILLISECONDS = 10_000;

export function openStore(options: StoreOptions): Store {
  const { tenant = "default", timeoutMilliseconds: usual = TIMEOUT_MILLISECONDS } = options;
  if (!TENANT.test(tenant)) throw badTenant();
  const shown = shownUrl(options.url);
  let pool: Sql | undefined;

  function connected(): Sql {
    pool ??= connect(options, { tenant, timeout: usual });
    return pool;
  }

  /** A connection that does not answer must not be given to the next call. */
  function dropPool(): void {
    const old = pool;
    pool = undefined;
    void old?.end({ timeout: 0 }).catch(() => undefined);
  }

  async function bounded<Result>(
    work: () => Promise<Result>,
    { signal, timeoutMilliseconds = usual }: StoreCall = {},
  ): Promise<Result> {
    if (signal?.aborted) throw cancelled(signal.reason);
    const guard = createGuard(timeoutMilliseconds, signal, shown);
    try {
      return await Promise.race([work(), guard.ended]);
    } catch (error) {
      throw storeError(error, shown);
    } finally {
      guard.release();
    }
  }

  return {
    tenant,
    shown,
    run: (work, call) =>
      bounded(() => work(connected()), call).catch((error: unknown) => {
        if (isPdError(error) && error.code === "store-timeout") dropPool();
        throw error;
      }),
    async runAlone(work, call) {
      let isLost = false;
      const onclose = () => {
        isLost = true;
      };
      const alone = connect({ ...options, connections: 1 }, { tenant, timeout: usual, onclose });
      const check = () => {
        if (isLost) throw lost(shown);
      };
      try {
        return await bounded(() => work(alone, check), call);
      } finally {
        await alone.end({ timeout: 0 }).catch(() => undefined);
      }
    },
    async close() {
      const old = pool;
      pool = undefined;
      await old?.end({ timeout: 1 }).catch(() => undefined);
    },
  };
}

interface Connecting {
  readonly tenant: string;
  readonly timeout: number;
  readonly onclose?: () => void;
}

function connect(
  { url, connections = 4, prepare = true }: StoreOptions,
  { tenant, timeout, onclose }: Connecting,
): Sql {
  return postgres(url, {
    ...(onclose === undefined ? {} : { onclose }),
    max: connections,
    prepare,
    idle_timeout: 300,
    connect_timeout: CONNECT_SECONDS,
    backoff: () => RETRY_SECONDS,
    onnotice: () => undefined,
    // A bigger one would stop a sync; each call has its own bound here.
    connection: { application_name: "pd", "pd.tenant": tenant, lock_timeout: timeout } as Record<
      string,
      string | number
    >,
  });
}

/** Rejects when the time is up or the caller gives up. */
function createGuard(milliseconds: number, signal: AbortSignal | undefined, shown: string) {
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new PdError(POSTGRES_ERRORS["store-timeout"], `${shown} did not answer within ${milliseconds} ms`));
    }, milliseconds);
    stop = () => reject(cancelled(signal?.reason));
    signal?.addEventListener("abort", stop, { once: true });
  });
  // Whoever ended first has told it.
  ended.catch(() => undefined);
  return {
    ended,
    release() {
      clearTimeout(timer);
      if (stop !== undefined) signal?.removeEventListener("abort", stop);
    },
  };
}

function lost(shown: string): PdError {
  return new PdError(POSTGRES_ERRORS["store-unreachable"], `The connection to ${shown} was lost`);
}

function badTenant(): PdError {
  return new PdError("input-invalid", "That cannot be the name of a tenant", {
    where: "tenant",
    fix: "Use up to 63 letters, digits, dots, dashes and underscores, the first a letter or digit.",
  });
}
