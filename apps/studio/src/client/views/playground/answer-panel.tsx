import { isPdError, type PdError } from "@pd/core";
import { CopyButton } from "../../components/copy-button.js";
import { ErrorNotice, Notice } from "../../components/notice.js";
import { count, plural } from "../../figures.js";
import { fieldIn } from "../saw/delivery.js";
import { LongText, plainLines } from "../saw/long-text.js";
import { Tabs } from "../saw/tabs.js";
import { AnswerNodes } from "./answer-nodes.js";
import type { Outcome } from "./calling.js";
import { LevelsPanel } from "./levels-panel.js";
import { TelemetryPanel } from "./telemetry-panel.js";

const PANELS = [
  { id: "answer", title: "Answer" },
  { id: "levels", title: "At every level" },
  { id: "telemetry", title: "Telemetry" },
  { id: "raw", title: "Raw JSON" },
] as const;

interface AnswerPanelProps {
  readonly outcome: Outcome;
  readonly panel: string;
  readonly onPanel: (panel: string) => void;
  readonly onRetry: () => void;
}

/** What came back: as a person reads it, at every level, in figures, and as it is. */
export function AnswerPanel({ outcome, panel, onPanel, onRetry }: AnswerPanelProps) {
  switch (outcome.kind) {
    case "none":
      return (
        <Notice title="No call yet">
          <p>Fill in the arguments and call. The address of this page then holds the call, to be kept or shared.</p>
        </Notice>
      );
    case "running":
      return (
        <p class="soft" role="status">
          Calling …
        </p>
      );
    case "failed":
      return isPdError(outcome.error) ? (
        <Failure error={outcome.error} />
      ) : (
        <ErrorNotice error={outcome.error} onRetry={onRetry} />
      );
    case "done":
      return <Answer outcome={outcome} panel={panel} onPanel={onPanel} />;
  }
}

/** A typed problem: its code can be looked up. */
function Failure({ error }: { readonly error: PdError }) {
  return (
    <div class="failure" role="alert">
      <p class="failure-message">{error.message}</p>
      {error.fix === undefined ? null : <p>{error.fix}</p>}
      <p class="soft small">
        <code>{error.code}</code>
        {error.where === undefined ? null : (
          <>
            {" at "}
            <code>{error.where}</code>
          </>
        )}
      </p>
    </div>
  );
}

type Done = Extract<Outcome, { kind: "done" }>;

function Answer({ outcome, panel, onPanel }: { readonly outcome: Done } & Pick<AnswerPanelProps, "panel" | "onPanel">) {
  const { answer, milliseconds } = outcome;
  const isAnswer = fieldIn(answer, "telemetry") !== undefined;
  const nodes = fieldIn(answer, "nodes");
  const hasNodes = Array.isArray(nodes) && nodes.length > 0;
  const tabs = PANELS.filter(({ id }) => id === "raw" || id === "answer" || (id === "levels" ? hasNodes : isAnswer));
  const chosen = tabs.some(({ id }) => id === panel) ? panel : "answer";
  return (
    <>
      <p class="answer-figures" role="status">
        {figuresOf(answer, milliseconds).map((figure) => (
          <span class="number" key={figure}>
            {figure}
          </span>
        ))}
      </p>
      <Tabs label="The answer" name="answer" tabs={tabs} chosen={chosen} onChoose={onPanel}>
        <Panel panel={chosen} answer={answer} />
      </Tabs>
    </>
  );
}

function figuresOf(answer: unknown, milliseconds: number): readonly string[] {
  const telemetry = fieldIn(answer, "telemetry");
  const nodes = fieldIn(answer, "nodes");
  const used = fieldIn(telemetry, "tokensUsed");
  const budget = fieldIn(telemetry, "tokenBudget");
  const omitted = fieldIn(telemetry, "nodesOmitted");
  return [
    ...(typeof used === "number"
      ? [`${count(used)}${typeof budget === "number" ? ` of ${count(budget)}` : ""} tokens`]
      : []),
    ...(Array.isArray(nodes) ? [plural(nodes.length, "node")] : []),
    ...(typeof omitted === "number" && omitted > 0 ? [`${count(omitted)} left out`] : []),
    `${count(milliseconds)} ms`,
  ];
}

function Panel({ panel, answer }: { readonly panel: string; readonly answer: unknown }) {
  const text = fieldIn(answer, "text");
  switch (panel) {
    case "levels":
      return <LevelsPanel answer={answer} />;
    case "telemetry":
      return <TelemetryPanel answer={answer} />;
    case "raw": {
      const raw = JSON.stringify(answer, undefined, 2) ?? "nothing";
      return (
        <div class="stack">
          <LongText lines={plainLines(raw)} label="The answer as JSON" />
          <CopyButton text={raw} label="Copy the JSON" />
        </div>
      );
    }
    default:
      if (typeof text === "string") return <TextAnswer text={text} />;
      if (Array.isArray(fieldIn(answer, "nodes"))) return <AnswerNodes answer={answer} />;
      return <LongText lines={plainLines(asText(answer))} label="The answer" />;
  }
}

function TextAnswer({ text }: { readonly text: string }) {
  return (
    <div class="stack">
      {text === "" ? (
        <p class="soft">The text is empty: nothing fits, or nothing was found.</p>
      ) : (
        <LongText lines={plainLines(text)} label="The text for a model" />
      )}
      <CopyButton text={text} label="Copy the text" />
    </div>
  );
}

function asText(answer: unknown): string {
  return typeof answer === "string" ? answer : (JSON.stringify(answer, undefined, 2) ?? "nothing");
}
