import { ALL_GRAPHS } from "@pd/core";
import { isNodeUri, parseNodeUri } from "../resources/resource-uri.js";

/** So many addresses are watched at once; of more, the oldest are forgotten. */
const MOST = 1000;

export interface WatchedOptions {
  /** The text of a resource as it is now. */
  readonly read: (uri: string) => Promise<string>;
}

/** The resources that clients want to hear about. */
export interface Watched {
  add(uri: string): void;
  /** The addresses in this graph whose text is not what it was. */
  changedIn(graphId: string): Promise<readonly string[]>;
}

/**
 * A change is told by what a reader would see: a note that changed below the level that is watched is none. Only what somebody watches is looked
 * at again, so a change in a large vault costs what its watchers are worth.
 */
export function createWatched({ read }: WatchedOptions): Watched {
  const known = new Map<string, Promise<string>>();
  const fingerprint = async (uri: string) => {
    // What cannot be read is a state too: it may come back.
    const text = await read(uri).catch(() => "");
    // Loaded with the first watcher: most servers never have one, and every start would wait for it.
    const { createHash } = await import("node:crypto");
    return createHash("sha256").update(text).digest("base64");
  };
  return {
    add(uri) {
      if (!isNodeUri(uri)) return;
      const before = known.get(uri) ?? fingerprint(uri);
      known.delete(uri);
      known.set(uri, before);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
    async changedIn(graphId) {
      const changed: string[] = [];
      for (const [uri, before] of [...known]) {
        const own = graphIdOf(uri);
        if (own !== graphId && own !== ALL_GRAPHS) continue;
        const now = fingerprint(uri);
        if (known.has(uri)) known.set(uri, now);
        if ((await before) !== (await now)) changed.push(uri);
      }
      return changed;
    },
  };
}

function graphIdOf(uri: string): string | undefined {
  try {
    return parseNodeUri(uri).graphId;
  } catch {
    return undefined;
  }
}

/** The resources that a `subscriptions/listen` names, if a message is one. The SDK answers it and tells nobody. */
export function listenedUris(message: unknown): readonly string[] {
  const { method, params } = Object(message) as { readonly method?: unknown; readonly params?: unknown };
  if (method !== "subscriptions/listen") return [];
  const { notifications } = Object(params) as { readonly notifications?: unknown };
  const { resourceSubscriptions } = Object(notifications) as { readonly resourceSubscriptions?: unknown };
  if (!Array.isArray(resourceSubscriptions)) return [];
  return resourceSubscriptions.filter((uri) => typeof uri === "string").slice(0, MOST);
}
