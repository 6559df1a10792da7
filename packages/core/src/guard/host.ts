import { PdError } from "../model/errors.js";
import { escapeControls } from "../text/escape-controls.js";

/** A name and perhaps a port, as a `Host` header has them. Letters of other alphabets arrive in punycode. */
const HOST = /^(?<name>[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(?<port>[0-9]{1,5}))?$/;
const IPV4 = /^(?:[0-9]{1,3}\.){3}[0-9]{1,3}$/;

export interface Host {
  readonly name: string;
  readonly port: string | undefined;
}

/** The names under which a machine knows itself. */
export const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Reads a `Host` header to the letter: lower case and without the dot that ends a full name, and nothing else is put right.
 * What is no plain host (two of them, a user, a path, escapes, other notations of an address) is `undefined`.
 */
export function hostOf(header: string): Host | undefined {
  const groups = HOST.exec(header.toLowerCase())?.groups;
  if (groups === undefined) return undefined;
  const name = (groups["name"] ?? "").replace(/\.$/, "");
  return name === "" ? undefined : { name, port: groups["port"] };
}

export interface HostOptions {
  /** `"example.org"` on any port, `"example.org:8080"` on that one. */
  readonly hosts: readonly string[];
  /** Takes any IP address too: a page that points its own name at this machine has to come with that name. */
  readonly addresses?: boolean;
}

/** Whether this server is meant. It keeps out pages that let their own name resolve to this machine (DNS rebinding). */
export function createHostCheck({ hosts, addresses = false }: HostOptions): (header: string) => boolean {
  const known = new Set(
    hosts.map((host) => {
      const read = hostOf(bracketed(host));
      if (read === undefined)
        throw new PdError("configuration-invalid", `"${escapeControls(host)}" is not a host`, {
          where: "hosts",
          fix: "Give a name such as example.org:8080.",
        });
      return read.port === undefined ? read.name : `${read.name}:${read.port}`;
    }),
  );
  return (header) => {
    const host = hostOf(header);
    if (host === undefined) return false;
    if (known.has(host.name) || (host.port !== undefined && known.has(`${host.name}:${host.port}`))) return true;
    return addresses && (host.name.startsWith("[") || IPV4.test(host.name));
  };
}

/** `::1` is how an address is configured, `[::1]` how it arrives. */
function bracketed(host: string): string {
  return host.split(":").length > 2 && !host.startsWith("[") ? `[${host}]` : host;
}

/** Whether a server that listens here can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return name === "localhost" || name === "::1" || (IPV4.test(name) && name.startsWith("127."));
}
