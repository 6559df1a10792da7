import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { isPdError, type JsonAnswer } from "@pd/core";
import { createClient } from "@pd/http";
import { patientFetch } from "./patient-fetch.js";
import { mcpBin } from "./servers.js";

/** An answer, or the code of the refusal. */
export type Reply = JsonAnswer | { readonly refused: string };

/** One caller, whichever door it came through. */
export interface Caller {
  call(operation: string, input: object): Promise<Reply>;
  /** Tells the server that a session is over, where its door has a way to. */
  end?(session: string): Promise<unknown>;
  /** The server's process, where it is this caller's own. */
  readonly pid?: number | undefined;
  close(): Promise<void>;
}

export function overHttp(url: string, token: string): Caller {
  const client = createClient(url, { token, fetch: patientFetch });
  return {
    async call(operation, input) {
      try {
        return (await client.call(operation as "scan", input)) as unknown as JsonAnswer;
      } catch (error) {
        if (isPdError(error)) return { refused: error.code };
        throw error;
      }
    },
    end: (session) => client.endSession(session),
    close: async () => undefined,
  };
}

const info = { name: "soak", version: "1.0.0" };

export async function overMcp(url: string, token: string): Promise<Caller> {
  const client = new Client(info);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit, fetch: patientFetch }));
  return callerOf(client);
}

export async function overStdio(folder: string): Promise<Caller> {
  const client = new Client(info);
  const args = [mcpBin, folder, "--no-cache", "--no-config"];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" });
  await client.connect(transport);
  return { ...callerOf(client), pid: transport.pid ?? undefined };
}

function callerOf(client: Client): Caller {
  return {
    async call(name, given) {
      const result = await client.callTool({ name, arguments: { format: "json", ...given } });
      if (result.isError !== true) return result._meta?.["pd/answer"] as unknown as JsonAnswer;
      const [said] = result.content as readonly { readonly text?: string }[];
      return { refused: codeIn(said?.text ?? "") };
    },
    close: () => client.close(),
  };
}

/** A refusal says its code, or words that belong to one alone. */
function codeIn(text: string): string {
  if (/session-unknown|session is unknown/i.test(text)) return "session-unknown";
  if (/node-unknown|No node is called/i.test(text)) return "node-unknown";
  return text.slice(0, 200);
}
