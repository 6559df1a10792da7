import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, release, type as systemName, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { shown } from "./chart.js";
import { type Figure, isMet, type Reported } from "./figures.js";

/** One benchmark's part of the page. */
export interface Part {
  readonly title: string;
  readonly command: string;
  readonly seconds: number;
  /** It ended with an error. */
  readonly failed: boolean;
  readonly reported: readonly Reported[];
}

const PEERS = [
  "@modelcontextprotocol/server",
  "gpt-tokenizer",
  "js-yaml",
  "markdown-it",
  "marked",
  "micromark",
  "minisearch",
  "tiktoken",
  "yaml",
];

const require = createRequire(import.meta.url);

/** A package may keep its manifest to itself, so it is looked for from where its code is. */
function versionOf(name: string): string {
  let folder = dirname(require.resolve(name));
  for (; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
      if (manifest["name"] === name && typeof manifest["version"] === "string") return manifest["version"];
    } catch {
      // Further up, then.
    }
  }
  return "unknown";
}

/** The machine, without a name for it. Taken before anything runs, for the load. */
export function machine(): readonly string[] {
  const processors = cpus();
  return [
    `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}`,
    `${(totalmem() / 2 ** 30).toFixed(0)} GB of memory`,
    `${systemName()} ${release().split("-")[0]}`,
    `Node ${process.versions.node}`,
    `load of others at the start ${loadavg()[0]!.toFixed(1)}`,
  ];
}

function withUnit(value: string, unit: string): string {
  return unit === "%" ? `${value}%` : `${value} ${unit}`.trimEnd();
}

function aimOf({ atMost, atLeast, unit }: Figure): string {
  const plain = (value: number) => withUnit(value.toLocaleString("en", { maximumFractionDigits: 2 }), unit);
  if (atMost !== undefined) return `at most ${plain(atMost)}`;
  return atLeast === undefined ? "" : `at least ${plain(atLeast)}`;
}

function row(figure: Figure): string {
  const met = isMet(figure);
  const verdict = met === undefined ? "" : met ? "met" : "**missed**";
  const value = withUnit(shown(figure.value), figure.unit);
  return `| ${[figure.what, value, figure.against ?? "", aimOf(figure), verdict].join(" | ")} |`;
}

function section({ title, command, seconds, failed, reported }: Part, charts: string): string {
  const figures = reported.filter((one) => one.kind === "figure");
  const pictures = reported.filter((one) => one.kind !== "figure");
  const table = ["| | figure | against | aim | |", "| --- | --- | --- | --- | --- |", ...figures.map(row)];
  return [
    `## ${title}`,
    `\`${command}\`, ${seconds.toFixed(0)} s${failed ? ". **It ended with an error, or a promise was not kept.**" : ""}`,
    ...pictures.map(({ chart, title: alt }) => `![${alt}](${charts}/${chart}.svg)`),
    figures.length === 0 ? "Nothing was measured: what it needs is not here." : table.join("\n"),
  ].join("\n\n");
}

export interface Page {
  readonly parts: readonly Part[];
  readonly machine: readonly string[];
  readonly quick: boolean;
  /** The folder of charts, from the page. */
  readonly charts: string;
}

export function resultsPage({ parts, machine, quick, charts }: Page): string {
  const judged = parts.flatMap(({ reported }) => reported).flatMap((one) => (one.kind === "figure" ? isMet(one) : []));
  const aims = judged.filter((met) => met !== undefined);
  const peers = PEERS.map((name) => `${name} ${versionOf(name)}`).join(", ");
  const intro = [
    "# Results",
    `Written by \`npm run bench${quick ? " -- --quick" : ""}\` on ${new Date().toISOString().slice(0, 10)}. Ratios are taken within one run, both sides in turns; times depend on the machine.`,
    `- Machine: ${machine.join(", ")}\n- Peers: ${peers}\n- Aims: ${aims.filter(Boolean).length} of ${aims.length} met`,
    ...(quick ? ["A quick run: small sizes, few rounds, rough figures."] : []),
  ];
  return `${[...intro, ...parts.map((part) => section(part, charts))].join("\n\n")}\n`;
}
