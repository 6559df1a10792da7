import { ErrorNotice, Notice } from "../../components/notice.js";
import { count, plural } from "../../figures.js";
import { hrefTo } from "../../router.js";
import { type Asked, answerIn } from "../saw/use-asked.js";
import { FindingRow } from "./findings-panel.js";
import type { SkillFigures, SkillQuality } from "./quality-data.js";
import { SeveritySign } from "./severity-sign.js";

interface SkillsPanelProps {
  readonly skills: Asked<SkillQuality | undefined>;
  readonly onRetry: () => void;
}

/** Skills with what they cost, listed and invoked, and what is wrong with them. */
export function SkillsPanel({ skills, onRetry }: SkillsPanelProps) {
  if (skills.kind === "failed") return <ErrorNotice error={skills.error} onRetry={onRetry} />;
  const known = answerIn(skills);
  if (known === undefined && skills.kind !== "done") return <p class="soft">Looking at the skills …</p>;
  if (known === undefined || (known.total === 0 && known.diagnostics.length === 0)) {
    return (
      <Notice title="No skills here">
        <p>
          A skill is a folder with a <code>SKILL.md</code> in <code>.agents/skills</code> or <code>.claude/skills</code>
          . Write one with <code>pd skill init</code>, and start the studio in that folder.
        </p>
      </Notice>
    );
  }
  return (
    <div class="stack">
      <Sums known={known} />
      <ul class="skills">
        {known.skills.map((skill) => (
          <SkillRow key={skill.name} skill={skill} most={mostOf(known)} />
        ))}
      </ul>
      {known.skills.length < known.total ? (
        <p class="soft small">{`The first ${count(known.skills.length)} of ${count(known.total)} are shown.`}</p>
      ) : null}
      <Diagnostics known={known} />
    </div>
  );
}

function mostOf({ skills }: SkillQuality): number {
  return Math.max(1, ...skills.map(({ bodyTokens = 0 }) => bodyTokens));
}

function Sums({ known: { skills } }: { readonly known: SkillQuality }) {
  const listed = skills.reduce((sum, { listedTokens }) => sum + listedTokens, 0);
  const bodies = skills.reduce((sum, { bodyTokens = 0 }) => sum + bodyTokens, 0);
  const faults = skills.reduce((sum, { findings }) => sum + findings.length, 0);
  return (
    <dl class="card skill-sums">
      <div>
        <dt>Listing them all</dt>
        <dd class="number">{`${count(listed)} tokens`}</dd>
      </div>
      <div>
        <dt>Loading all of them</dt>
        <dd class="number">{`${count(bodies)} tokens`}</dd>
      </div>
      <div>
        <dt>Findings</dt>
        <dd class="number">{count(faults)}</dd>
      </div>
    </dl>
  );
}

function SkillRow({ skill, most }: { readonly skill: SkillFigures; readonly most: number }) {
  const { name, description, source, file, listedTokens, bodyTokens, files, isForModels, findings } = skill;
  const [gravest] = ["error", "warning", "info"].flatMap(
    (each) => findings.find(({ severity }) => severity === each) ?? [],
  );
  return (
    <li class="card skill">
      <div class="skill-head">
        <h3 class="skill-name">
          <a class="node-link" href={hrefTo("playground", { op: "skill", args: JSON.stringify({ name }), run: "1" })}>
            {name}
          </a>
        </h3>
        <span class="tag">{source}</span>
        {isForModels ? null : <span class="tag">people only</span>}
        {gravest === undefined ? (
          <span class="small skill-fine">✓ no findings</span>
        ) : (
          <SeveritySign severity={gravest.severity} />
        )}
      </div>
      <p class="soft skill-about">{description}</p>
      <div class="skill-costs">
        <div class="skill-bar" aria-hidden="true">
          <span style={{ inlineSize: `${(100 * (bodyTokens ?? 0)) / most}%` }} />
        </div>
        <span class="number small">
          {bodyTokens === undefined
            ? "not readable: it may wait for approval"
            : `${count(bodyTokens)} tokens to invoke`}
        </span>
        <span class="number small soft">{`${count(listedTokens)} to list`}</span>
        <span class="number small soft">{plural(files, "file")}</span>
      </div>
      {findings.length === 0 ? null : (
        <details class="skill-findings">
          <summary>{plural(findings.length, "finding")}</summary>
          <p class="mono soft skill-file">{file}</p>
          <ul class="finding-list">
            {findings.map((finding, index) => (
              <FindingRow key={index} finding={finding} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** What discovery said: of skills that were skipped, too. */
function Diagnostics({ known: { diagnostics } }: { readonly known: SkillQuality }) {
  if (diagnostics.length === 0) return null;
  return (
    <details class="card finding-group" open={diagnostics.some(({ severity }) => severity === "error")}>
      <summary>
        <span class="finding-code">Said when they were discovered</span>
        <span class="number soft small">{plural(diagnostics.length, "diagnostic")}</span>
      </summary>
      <ul class="finding-files">
        {diagnostics.slice(0, 200).map((each, index) => (
          <li class="finding-file" key={index}>
            <p class="row">
              <SeveritySign severity={each.severity} />
              <span class="mono finding-path">{each.file}</span>
            </p>
            <ul class="finding-list">
              <FindingRow finding={each} />
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
