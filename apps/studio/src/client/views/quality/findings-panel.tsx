import type { Finding, ValidateData } from "@pd/core";
import { useState } from "preact/hooks";
import { CopyButton } from "../../components/copy-button.js";
import { count, plural } from "../../figures.js";
import { hrefTo, parameter, setQuery } from "../../router.js";
import { type FileFindings, type FindingGroup, findingGroups, placeOf } from "./finding-groups.js";
import { SeveritySign } from "./severity-sign.js";

const chosenWords = parameter("find");
const chosenKind = parameter("kind");
const chosenSeverity = parameter("severity");

/** Findings by kind and file, filtered by what the address says. */
export function FindingsPanel({ data }: { readonly data: ValidateData }) {
  const { findings, counts } = data;
  const all = counts.reduce((sum, each) => sum + each.count, 0);
  const filter = { words: chosenWords.value, code: chosenKind.value, severity: chosenSeverity.value };
  const groups = findingGroups(findings, filter);
  const shown = groups.reduce((sum, group) => sum + group.count, 0);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (all === 0) return <Nothing isFiltered={false} />;
  return (
    <section class="findings" aria-label="Findings">
      <div class="row findings-filter">
        <input
          type="search"
          data-search=""
          aria-label="Filter findings by words"
          placeholder="Filter by file or words"
          value={chosenWords.value ?? ""}
          onInput={(event) => setQuery({ find: event.currentTarget.value })}
        />
        <select
          aria-label="Kind"
          value={chosenKind.value ?? ""}
          onChange={(event) => setQuery({ kind: event.currentTarget.value }, { push: true })}
        >
          <option value="">all kinds</option>
          {counts.map(({ name, count: number }) => (
            <option key={name} value={name}>
              {`${name} (${count(number)})`}
            </option>
          ))}
        </select>
        <select
          aria-label="Severity"
          value={chosenSeverity.value ?? ""}
          onChange={(event) => setQuery({ severity: event.currentTarget.value }, { push: true })}
        >
          <option value="">all severities</option>
          <option value="error">errors</option>
          <option value="warning">warnings</option>
          <option value="info">notes</option>
        </select>
        <span class="soft small" role="status">
          {isFiltered ? `${count(shown)} of ${plural(findings.length, "finding")}` : plural(all, "finding")}
        </span>
      </div>
      {findings.length < all ? <p class="soft small">{`The first ${count(findings.length)} are listed.`}</p> : null}
      {groups.map((group) => (
        <Group key={group.code} group={group} isOpen={isFiltered || groups.indexOf(group) === 0} />
      ))}
      {groups.length === 0 ? <Nothing isFiltered={isFiltered} /> : null}
    </section>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <p class="card findings-none">Nothing to mend: every link leads somewhere, and every note says what it is.</p>
    );
  return (
    <p class="card findings-none">
      No finding passes the filter.{" "}
      <button
        type="button"
        class="button button-small"
        onClick={() => setQuery({ find: undefined, kind: undefined, severity: undefined }, { push: true })}
      >
        Show all
      </button>
    </p>
  );
}

/** Files of a kind that are drawn at first: thousands of notes can lack a description. */
const FIRST = 25;
const FURTHER = 200;

function Group({ group, isOpen }: { readonly group: FindingGroup; readonly isOpen: boolean }) {
  const [shown, setShown] = useState(FIRST);
  const { code, severity, files, points } = group;
  const left = files.length - shown;
  return (
    <details class="card finding-group" open={isOpen}>
      <summary>
        <SeveritySign severity={severity} />
        <span class="finding-code">{code}</span>
        <span class="number soft small">{plural(group.count, "finding")}</span>
        {points === 0 ? null : (
          <span class="number small finding-points">{`−${count(points * group.count)} points`}</span>
        )}
      </summary>
      <ul class="finding-files">
        {files.slice(0, shown).map((file) => (
          <FileRow key={file.file} file={file} />
        ))}
      </ul>
      {left > 0 ? (
        <button type="button" class="button button-small" onClick={() => setShown(shown + FURTHER)}>
          {`Show more of ${plural(left, "file")}`}
        </button>
      ) : null}
    </details>
  );
}

function FileRow({ file: { file, findings } }: { readonly file: FileFindings }) {
  return (
    <li class="finding-file">
      <a
        class="mono finding-path"
        href={hrefTo("playground", { op: "node", args: JSON.stringify({ nodes: file, level: 3 }), run: "1" })}
        title="Open it in the playground"
      >
        {file}
      </a>
      <ul class="finding-list">
        {findings.map((finding, index) => (
          <FindingRow key={index} finding={finding} />
        ))}
      </ul>
    </li>
  );
}

export function FindingRow({ finding }: { readonly finding: Finding }) {
  const { line, message, fix } = finding;
  return (
    <li class="finding">
      <span class="mono soft finding-line">{`line ${line}`}</span>
      <div class="finding-words">
        <p>{message}</p>
        {fix === undefined ? null : (
          <p class="soft small">
            <span class="finding-fix">fix</span> {fix}
          </p>
        )}
      </div>
      <span class="finding-copy" title={`Copy ${placeOf(finding)}`}>
        <CopyButton text={placeOf(finding)} label="file:line" />
      </span>
    </li>
  );
}
