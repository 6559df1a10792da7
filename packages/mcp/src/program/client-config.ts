import { escapeControls, PdError } from "@pd/core/messages";

/** How a client starts this server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

interface Client {
  readonly name: string;
  /** Where it goes. */
  readonly place: string;
  readonly write: (launch: Launch) => string;
  /** What does the same without editing a file. */
  readonly run?: (launch: Launch) => string;
}

const CLIENTS: readonly Client[] = [
  {
    name: "claude-code",
    place: ".mcp.json in the project",
    write: (launch) => json({ mcpServers: { pd: launch } }),
    run: (launch) => `claude mcp add pd -- ${shell(launch)}`,
  },
  {
    name: "claude-desktop",
    place: "claude_desktop_config.json (Settings, Developer, Edit Config)",
    write: (launch) => json({ mcpServers: { pd: launch } }),
  },
  {
    name: "cursor",
    place: ".cursor/mcp.json in the project, or ~/.cursor/mcp.json",
    write: (launch) => json({ mcpServers: { pd: launch } }),
  },
  {
    name: "vscode",
    place: ".vscode/mcp.json in the project",
    write: (launch) => json({ servers: { pd: { type: "stdio", ...launch } } }),
  },
  {
    name: "codex",
    place: "~/.codex/config.toml",
    write: ({ command, args }) =>
      `[mcp_servers.pd]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((one) => JSON.stringify(one)).join(", ")}]`,
  },
];

export const CLIENT_NAMES: readonly string[] = CLIENTS.map(({ name }) => name);

/** What to write where, so that a client starts this server. */
export function clientConfig(
  client: string | undefined,
  launch: Launch,
): { readonly place: string; readonly text: string; readonly command: string | undefined } {
  const found = CLIENTS.find(({ name }) => name === client);
  if (found === undefined) {
    throw new PdError(
      "input-invalid",
      client === undefined ? "Which client?" : `There is no client "${escapeControls(client.slice(0, 40))}"`,
      { where: "--client", fix: `Known clients: ${CLIENT_NAMES.join(", ")}.` },
    );
  }
  return { place: found.place, text: found.write(launch), command: found.run?.(launch) };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function shell({ command, args }: Launch): string {
  return [command, ...args]
    .map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}
