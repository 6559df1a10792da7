import { useState } from "preact/hooks";
import { ErrorNotice } from "../../components/notice.js";
import { plural } from "../../figures.js";
import { parameter, setQuery } from "../../router.js";
import { graphId } from "../../state/graph.js";
import { Tabs } from "../saw/tabs.js";
import { answerIn, useAsked } from "../saw/use-asked.js";
import { FindingsPanel } from "./findings-panel.js";
import { graphQuality, skillQuality } from "./quality-data.js";
import { ScoreCard } from "./score-card.js";
import { SkillsPanel } from "./skills-panel.js";
import "./quality.css";

const chosenPart = parameter("part");

/** What could be better in the notes and in the skills, with file and line, and what it does to the score. */
export function QualityView() {
  const [tries, setTries] = useState(0);
  const graph = graphId.value;
  const notes = useAsked(`${tries} ${graph}`, (signal) => graphQuality(graph, signal));
  const skills = useAsked(`${tries}`, skillQuality);
  const found = answerIn(notes);
  const known = answerIn(skills);
  const part = chosenPart.value === "skills" ? "skills" : "notes";
  const all = found?.data.counts.reduce((sum, { count }) => sum + count, 0);
  const tabs = [
    { id: "notes", title: all === undefined ? "Notes" : `Notes: ${plural(all, "finding")}` },
    { id: "skills", title: known === undefined ? "Skills" : `Skills: ${plural(known.total, "skill")}` },
  ];
  if (notes.kind === "failed") return <ErrorNotice error={notes.error} onRetry={() => setTries(tries + 1)} />;
  return (
    <div class="quality">
      <div class="row quality-head">
        <h2>Quality</h2>
        <button type="button" class="button button-small" onClick={() => setTries(tries + 1)}>
          Check again
        </button>
      </div>
      <Tabs
        label="What is judged"
        name="quality"
        tabs={tabs}
        chosen={part}
        onChoose={(id) => setQuery({ part: id === "notes" ? undefined : id })}
      >
        {part === "skills" ? (
          <SkillsPanel skills={skills} onRetry={() => setTries(tries + 1)} />
        ) : found === undefined ? (
          <p class="soft">Looking at every note …</p>
        ) : (
          <div class="quality-columns">
            <ScoreCard found={found} />
            <FindingsPanel data={found.data} />
          </div>
        )}
      </Tabs>
    </div>
  );
}
