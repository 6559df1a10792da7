import { useEffect, useRef, useState } from "preact/hooks";
import { ErrorNotice, Notice } from "../../components/notice.js";
import { askJson } from "../../connection.js";
import { parameter, setQuery } from "../../router.js";
import { useAsked } from "../saw/use-asked.js";
import { AnswerPanel } from "./answer-panel.js";
import { ArgumentForm } from "./argument-form.js";
import { type Arguments, argumentsFrom } from "./arguments.js";
import { type Callable, callablesIn } from "./callable.js";
import { callByName, type Outcome } from "./calling.js";
import { faultsIn } from "./check-arguments.js";
import { CopyAs } from "./copy-as.js";
import { OperationMenu } from "./operation-menu.js";
import "./playground.css";

const chosenName = parameter("op");
const chosenArguments = parameter("args");
const chosenPanel = parameter("show");
const chosenWay = parameter("as");
const chosenGraph = parameter("graph");
/** The address is of a call that was made, and makes it again. */
const isMade = parameter("run");

const FIRST = "search";

/** Any operation or tool, with a form made from its schema. The address is the call. */
export function PlaygroundView() {
  const [tries, setTries] = useState(0);
  const asked = useAsked(`${tries}`, async (signal) => callablesIn(await askJson("/openapi.json", { signal })));
  if (asked.kind === "failed") return <ErrorNotice error={asked.error} onRetry={() => setTries(tries + 1)} />;
  if (asked.kind !== "done") return <p class="soft">Asking what can be called …</p>;
  // The page's own plumbing is no part of what an agent can call.
  const callables = asked.value.filter(({ name }) => !name.startsWith("studio_"));
  const callable = callables.find(({ name }) => name === (chosenName.value ?? FIRST));
  const [first] = callables;
  if (first === undefined) return <Notice title="The server offers nothing to call" />;
  if (callable === undefined) {
    return (
      <div class="stack">
        <OperationMenu callables={callables} chosen={first} given={{}} />
        <Notice title={`Nothing is called "${chosenName.value}"`}>
          <p>Choose an operation or a tool above.</p>
        </Notice>
      </div>
    );
  }
  return <Playground key={callable.name} callables={callables} callable={callable} />;
}

interface PlaygroundProps {
  readonly callables: readonly Callable[];
  readonly callable: Callable;
}

function Playground({ callables, callable }: PlaygroundProps) {
  const given = argumentsFrom(chosenArguments.value);
  const sent = withGraph(callable, given);
  const typed = useRef<string | undefined>(undefined);
  const { outcome, run } = useCall(callable, sent, typed);
  function onChange(next: Arguments) {
    typed.current = Object.keys(next).length === 0 ? "" : JSON.stringify(next);
    setQuery({ args: typed.current });
  }
  return (
    <div class="playground">
      <OperationMenu callables={callables} chosen={callable} given={given} />
      <div class="playground-columns">
        <div class="playground-asking">
          <section class="card" aria-labelledby="playground-name">
            <h2 class="playground-name" id="playground-name">
              {callable.name}
            </h2>
            <p class="soft small playground-about">{callable.description}</p>
            <ArgumentForm
              callable={callable}
              given={given}
              error={outcome.kind === "failed" ? outcome.error : undefined}
              isRunning={outcome.kind === "running"}
              onChange={onChange}
              onRun={() => {
                run();
                setQuery({ run: "1" });
                // On a narrow page the answer is below the form.
                document.getElementById("playground-answer")?.scrollIntoView({ block: "nearest" });
              }}
            />
          </section>
          <CopyAs
            callable={callable}
            given={sent}
            way={chosenWay.value ?? "cli"}
            onWay={(way) => setQuery({ as: way })}
          />
        </div>
        <section class="card playground-answer" id="playground-answer" aria-label="Answer">
          <AnswerPanel
            outcome={outcome}
            panel={chosenPanel.value ?? "answer"}
            onPanel={(panel) => setQuery({ show: panel })}
            onRetry={run}
          />
        </section>
      </div>
    </div>
  );
}

/** The graph that is looked at is the one that is asked, unless the arguments say otherwise. */
function withGraph({ form }: Callable, given: Arguments): Arguments {
  const graphId = chosenGraph.value;
  const takesGraph = form.fields.some(({ name }) => name === "graphId");
  return graphId === undefined || !takesGraph || Object.hasOwn(given, "graphId") ? given : { ...given, graphId };
}

/**
 * Calls when asked to, by the button or by an address that says `run`: a link from another view, or a call that was made before. An address that
 * comes from typing into the form does not: `typed` says which that was.
 */
function useCall(callable: Callable, sent: Arguments, typed: { current: string | undefined }) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: "none" });
  const running = useRef<AbortController | undefined>(undefined);
  const ranFor = useRef<string | undefined>(undefined);
  function run() {
    ranFor.current = chosenArguments.value ?? "";
    running.current?.abort();
    const leaving = new AbortController();
    running.current = leaving;
    setOutcome({ kind: "running" });
    const started = performance.now();
    callByName(callable, sent, leaving.signal).then(
      (answer) =>
        leaving.signal.aborted || setOutcome({ kind: "done", answer, milliseconds: performance.now() - started }),
      (error: unknown) => leaving.signal.aborted || setOutcome({ kind: "failed", error }),
    );
  }
  const address = chosenArguments.value;
  useEffect(() => {
    const isTyped = (address ?? "") === typed.current;
    // Once: when the back button comes to the same address again, it is no longer being typed.
    typed.current = undefined;
    // Pressing the button makes the address say so too, of a call that runs already.
    if (isTyped || isMade.value !== "1" || ranFor.current === (address ?? "")) return;
    if (faultsIn(callable.form, sent).length === 0 && callable.isReadOnly) run();
  }, [address, isMade.value]);
  useEffect(() => () => running.current?.abort(), []);
  return { outcome, run };
}
