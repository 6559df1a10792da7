export interface ConnectionShareLimits {
  /** Of all addresses together. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
}

/** Who may have a connection, where there are only so many for one address and for all. */
export interface ConnectionShare<Connection> {
  /** A new connection. Gives back the one that has to be closed for it, if there is one: it may be the new one itself. */
  opened(connection: Connection, address: string): Connection | undefined;
  /** A request of this connection is worked on. */
  began(connection: Connection): void;
  /** A request of this connection is answered, or given up. */
  ended(connection: Connection): void;
  closed(connection: Connection): void;
}

interface Holder<Connection> {
  readonly address: string;
  readonly all: Set<Connection>;
  /** Those without a request, the one that waits longest first. */
  readonly waiting: Set<Connection>;
}

/**
 * A connection that says nothing costs its client nothing. So at a limit the one that has been without a request longest is closed for a new
 * one: one of the same address, or of the address that has most. Connections with a request under way stay, and where there are no
 * others, the new one is refused.
 */
export function createConnectionShare<Connection>(limits: ConnectionShareLimits): ConnectionShare<Connection> {
  const holders = new Map<string, Holder<Connection>>();
  const open = new Map<Connection, { readonly holder: Holder<Connection>; requests: number }>();

  function hold(connection: Connection, address: string): void {
    const holder = holders.get(address) ?? { address, all: new Set(), waiting: new Set() };
    holders.set(address, holder);
    holder.all.add(connection);
    holder.waiting.add(connection);
    open.set(connection, { holder, requests: 0 });
  }

  function closed(connection: Connection): void {
    const holder = open.get(connection)?.holder;
    if (holder === undefined) return;
    open.delete(connection);
    holder.all.delete(connection);
    holder.waiting.delete(connection);
    if (holder.all.size === 0) holders.delete(holder.address);
  }

  function largest(): Holder<Connection> | undefined {
    let most: Holder<Connection> | undefined;
    for (const holder of holders.values()) if (holder.all.size > (most?.all.size ?? 0)) most = holder;
    return most;
  }

  return {
    opened(connection, address) {
      const own = holders.get(address);
      const isOwnFull = (own?.all.size ?? 0) >= limits.connectionsPerAddress;
      if (isOwnFull || open.size >= limits.connections) {
        const [waiting] = (isOwnFull ? own : largest())?.waiting ?? [];
        if (waiting === undefined) return connection;
        closed(waiting);
        hold(connection, address);
        return waiting;
      }
      hold(connection, address);
      return undefined;
    },
    began(connection) {
      const known = open.get(connection);
      if (known === undefined) return;
      known.requests += 1;
      known.holder.waiting.delete(connection);
    },
    ended(connection) {
      const known = open.get(connection);
      if (known === undefined) return;
      known.requests -= 1;
      // Several may be sent one behind the other, before the first is answered.
      if (known.requests === 0) known.holder.waiting.add(connection);
    },
    closed,
  };
}
