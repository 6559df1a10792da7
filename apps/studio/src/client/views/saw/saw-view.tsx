import { Notice } from "../../components/notice.js";
import { hrefTo, parameter, setQuery } from "../../router.js";
import { recording, sourcesLoaded } from "../../state/recordings.js";
import { CallPage } from "./call-page.js";
import { calls, leftOut, seen } from "./calls.js";
import { CallList, NodeList } from "./lists.js";
import { NodePage } from "./node-page.js";
import { Tabs } from "./tabs.js";
import "./saw.css";

const chosenCall = parameter("call");
const chosenNode = parameter("node");
const chosenList = parameter("by");

/** The exact text that a model was given, call by call and node by node, and why. */
export function SawView() {
  if (recording.value === undefined || calls.value.length === 0) return <NothingYet />;
  const node = chosenCall.value === undefined ? chosenNode.value : undefined;
  const call = calls.value.find(({ number }) => String(number) === chosenCall.value) ?? calls.value.at(-1);
  const list = chosenList.value ?? (node === undefined ? "call" : "node");
  const tabs = [
    { id: "call", title: `Calls (${calls.value.length})` },
    { id: "node", title: `Nodes (${seen.value.length + leftOut.value.length})` },
  ];
  return (
    <div class="saw">
      <aside class="card saw-list" aria-label="What there is to read">
        <Tabs label="By call or by node" name="saw" tabs={tabs} chosen={list} onChoose={(by) => setQuery({ by })}>
          {list === "node" ? (
            <NodeList chosen={node} />
          ) : (
            <CallList chosen={node === undefined ? call?.number : undefined} />
          )}
        </Tabs>
      </aside>
      <div class="saw-page">
        {node !== undefined ? <NodePage key={node} id={node} /> : null}
        {node === undefined && call !== undefined ? <CallPage key={call.number} call={call} /> : null}
      </div>
    </div>
  );
}

function NothingYet() {
  if (!sourcesLoaded.value) return <p class="soft">Asking which sessions there are …</p>;
  return (
    <Notice title="No calls to read yet">
      <p>
        Open a saved session above, start the studio with <code>--session file.jsonl</code>, or make a call in the{" "}
        <a href={hrefTo("playground")}>playground</a>: it shows here at once.
      </p>
    </Notice>
  );
}
