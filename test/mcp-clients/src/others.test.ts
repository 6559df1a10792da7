import { fileURLToPath, pathToFileURL } from "node:url";
import { o200k } from "@pd/core";
import { afterAll, describe, expect, test } from "vitest";
import { BUDGET, QUESTIONS } from "./questions.js";
import { bin } from "./served-vault.js";

interface Other {
  call(name: string, given: object): Promise<string>;
  close(): Promise<unknown>;
}

type OtherClient = readonly [
  name: string,
  connect: (launch: { readonly command: string; readonly args: readonly string[] }) => Promise<Other>,
  options: readonly string[],
];

/** Frameworks that are too heavy for every run: `npm run others` installs them and says where. */
const installed = process.env["PD_MCP_OTHERS"];
const { CLIENTS }: { readonly CLIENTS: readonly OtherClient[] } =
  installed === undefined ? { CLIENTS: [] } : await import(pathToFileURL(installed).href);

const docs = fileURLToPath(new URL("../../../docs", import.meta.url));
const figures: string[] = [];
afterAll(() => void (figures.length > 0 && process.stdout.write(`${figures.join("\n")}\n`)));

test.skipIf(installed !== undefined)("others are measured by npm run others", () => expect(CLIENTS).toEqual([]));

describe.each(CLIENTS)("%s", (name, connect, options) => {
  test(`R2.3 shows a model no more than the text, and what it puts around it, in fifty questions`, async () => {
    await o200k.load();
    const client = await connect({ command: process.execPath, args: [bin, docs, "--no-config", ...options] });
    const read: number[] = [];
    for (const { tool, given } of QUESTIONS) {
      const shown = await client.call(tool, { ...given });
      expect(shown).not.toMatch(/pd\/answer|structuredContent/u);
      const { text, isWrapped } = unwrapped(shown);
      expect(o200k.count(text), `${tool} ${JSON.stringify(given)}`).toBeLessThanOrEqual(BUDGET);
      // Escapes and the envelope of the result, where a framework sends the result itself: a server cannot take that back.
      if (!isWrapped) expect(shown).toBe(text);
      read.push(o200k.count(shown));
    }
    await client.close();
    const over = read.filter((tokens) => tokens > BUDGET).length;
    const flags = options.length === 0 ? "" : ` (${options.join(" ")})`;
    figures.push(
      `${name}${flags}: at most ${Math.max(...read)} tokens of ${BUDGET}, above it in ${over} of ${read.length}`,
    );
  });
});

/** The text of a result that a framework sends as JSON. */
function unwrapped(shown: string): { readonly text: string; readonly isWrapped: boolean } {
  if (!shown.startsWith("{")) return { text: shown, isWrapped: false };
  const { content } = JSON.parse(shown) as { readonly content: readonly { readonly text: string }[] };
  expect(content).toHaveLength(1);
  return { text: content[0]?.text ?? "", isWrapped: true };
}
