import { CopyButton } from "../../components/copy-button.js";
import { graphChoices, graphId } from "../../state/graph.js";
import { Tabs } from "../saw/tabs.js";
import type { Arguments } from "./arguments.js";
import type { Callable } from "./callable.js";
import { cliCommand } from "./cli-command.js";
import { curlCommand } from "./curl-command.js";
import { mcpCall } from "./mcp-call.js";

const WAYS = [
  { id: "cli", title: "CLI" },
  { id: "curl", title: "curl" },
  { id: "mcp", title: "MCP" },
] as const;

interface CopyAsProps {
  readonly callable: Callable;
  readonly given: Arguments;
  readonly way: string;
  readonly onWay: (way: string) => void;
}

/** The same call for elsewhere. */
export function CopyAs({ callable, given, way, onWay }: CopyAsProps) {
  const { text, about } = written(way, callable, given);
  return (
    <section class="card copy-as" aria-label="Copy this call">
      <h2 class="panel-title">Copy as</h2>
      <Tabs label="Copy as" name="copy" tabs={WAYS} chosen={way} onChoose={onWay}>
        {text === undefined ? null : (
          <>
            <pre class="code copy-as-code">{text}</pre>
            <CopyButton text={text} label="Copy" />
          </>
        )}
        <p class="soft small">{about}</p>
      </Tabs>
    </section>
  );
}

function written(way: string, callable: Callable, given: Arguments) {
  switch (way) {
    case "curl":
      return {
        text: curlCommand(callable, given, location.origin),
        about: "Set PD_TOKEN to the token after #token= in the address that the studio printed.",
      };
    case "mcp": {
      const text = mcpCall(callable, given);
      return {
        text,
        about: text === undefined ? "validate is not offered over MCP." : "As JSON-RPC, for any MCP client.",
      };
    }
    default: {
      const asked = given["graphId"] ?? graphId.value;
      const folder = graphChoices.value.find(({ id }) => id === asked)?.folder;
      return {
        text: cliCommand(callable, given, folder),
        about: Object.hasOwn(given, "session")
          ? "In a terminal a session is a file: any name will do."
          : folder === undefined
            ? "Run it where the configuration of the studio is."
            : "Runs anywhere on this machine.",
      };
    }
  }
}
