/** Light or dark as the reader has it; system fonts. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --back: #fbfaf8; --card: #ffffff; --line: #e2dfd8; --text: #1d1c1a; --soft: #6a665e; --mark: #0b6b5d; --mark-soft: #e3f1ee;
  --get: #1a5fb4; --post: #0b6b5d; --delete: #a51d2d; --code: #f4f2ed; --bad: #a51d2d;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #161614; --card: #1f1f1c; --line: #34332f; --text: #ecebe6; --soft: #a09c92; --mark: #6fd0bd; --mark-soft: #1d3530;
    --get: #8ab8f5; --post: #6fd0bd; --delete: #f28b94; --code: #171715; --bad: #f28b94;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 12px 32px; align-items: center; justify-content: space-between; padding: 16px 28px;
  border-bottom: 1px solid var(--line); background: var(--card); position: sticky; top: 0; z-index: 2; }
h1 { font-size: 20px; margin: 0; } header p { margin: 0; color: var(--soft); }
#who { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
label { color: var(--soft); font-size: 13px; }
input, textarea, select, button { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: 6px; padding: 6px 9px; }
input, textarea, select { font-family: var(--mono); font-size: 13px; }
input:focus, textarea:focus, select:focus, button:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
#who input { width: 170px; }
button { cursor: pointer; font-size: 13px; } button.primary { background: var(--mark); border-color: var(--mark); color: var(--card); font-weight: 600; padding: 7px 16px; }
button:disabled { opacity: .5; cursor: default; }
#frame { display: grid; grid-template-columns: 230px minmax(0, 1fr); max-width: 1180px; margin: 0 auto; }
nav { padding: 22px 12px 22px 28px; position: sticky; top: 74px; align-self: start; max-height: calc(100vh - 80px); overflow: auto; }
nav h2 { font-size: 12px; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 18px 0 4px; } nav h2:first-child { margin-top: 0; }
nav a { display: block; padding: 3px 8px; border-radius: 5px; color: var(--text); text-decoration: none; font-family: var(--mono); font-size: 13px; }
nav a:hover { background: var(--mark-soft); }
main { padding: 22px 28px 80px; min-width: 0; }
main > p { color: var(--soft); max-width: 70ch; }
section.tag > h2 { font-size: 16px; margin: 26px 0 2px; } section.tag > p { margin: 0 0 10px; color: var(--soft); }
details.operation { background: var(--card); border: 1px solid var(--line); border-radius: 9px; margin: 8px 0; scroll-margin-top: 86px; }
details.operation > summary { display: flex; gap: 12px; align-items: baseline; padding: 10px 14px; cursor: pointer; list-style: none; flex-wrap: wrap; }
details.operation > summary::-webkit-details-marker { display: none; }
details.operation[open] > summary { border-bottom: 1px solid var(--line); }
.method { font: 700 11px var(--mono); width: 52px; letter-spacing: .04em; } .GET { color: var(--get); } .POST { color: var(--post); } .DELETE { color: var(--delete); }
.path { font: 600 14px var(--mono); overflow-wrap: anywhere; } .short { color: var(--soft); font-size: 13.5px; flex: 1 1 240px; }
.inside { padding: 12px 16px 18px; } .inside > p { max-width: 75ch; margin: 0 0 12px; }
h3 { font-size: 12px; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 18px 0 6px; }
table { width: 100%; border-collapse: collapse; font-size: 13.5px; } td { padding: 6px 10px 6px 0; border-top: 1px solid var(--line); vertical-align: top; }
td.name { font-family: var(--mono); white-space: nowrap; width: 1%; padding-right: 18px; } td.name b { color: var(--bad); font-weight: 600; }
td.kind { color: var(--soft); width: 32%; } td.field { width: 34%; } td.field > * { width: 100%; }
textarea { width: 100%; min-height: 120px; resize: vertical; tab-size: 2; }
.actions { display: flex; gap: 10px; align-items: center; margin-top: 12px; flex-wrap: wrap; } .actions label { display: flex; gap: 6px; align-items: center; }
.figures { display: flex; flex-wrap: wrap; gap: 6px 8px; margin: 14px 0 8px; } .figures span { background: var(--mark-soft); border-radius: 20px; padding: 2px 10px; font: 12.5px var(--mono); }
.figures .bad { color: var(--bad); }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 7px; padding: 10px 12px; margin: 6px 0; overflow: auto; max-height: 480px; font: 12.5px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.failure { color: var(--bad); } .failure b { display: block; }
@media (max-width: 760px) {
  #frame { display: block; } nav { display: none; } header { position: static; padding: 14px 16px; } main { padding: 14px 16px 60px; }
  td { display: block; border: 0; padding: 2px 0; } td.name { border-top: 1px solid var(--line); padding-top: 8px; } td.name, td.kind, td.field { width: auto; }
}
`;
