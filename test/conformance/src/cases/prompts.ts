import type { Case } from "../case.js";
import type { WrittenSection } from "../drivers/prompt.js";
import { about, ask } from "./write.js";

/** A prompt, and what is asked of it. */
export interface PromptGroup {
  readonly name: string;
  readonly sections: readonly WrittenSection[];
  readonly cases: readonly Case[];
}

const closed = (key: string, more: Partial<WrittenSection> = {}): WrittenSection => ({
  key,
  title: key.toUpperCase(),
  text: `BODY-${key}`,
  summary: `SUMMARY-${key}`,
  closed: true,
  ...more,
});
const open = (keys: readonly string[], delivery: string, name = "open_sections") =>
  [{ name, delivery, input: { section_keys: keys, reason: "to see" } }] as const;
const INVALID = { error: "prompt-invalid" } as const;
const calls = (...names: readonly (readonly [string, object])[]) => ({
  toolCalls: names.map(([name, input]) => ({ name, input })),
});

/** Part 4 of the rules: prompts asked by their host. */
export const promptGroups: readonly PromptGroup[] = [
  ...["a.b", "ä", "-a", "", "a b", "x".repeat(65), "__proto__", "a/b"].map((key) => ({
    name: `key ${key.slice(0, 12)}`,
    sections: [{ key, title: "T", text: "x" }],
    cases: [about(`prompts/no-key-${key.slice(0, 12)}`, "R4.1", ask("build", {}, INVALID))],
  })),
  {
    name: "headings",
    sections: [
      { key: "  First ", title: "First", text: "one" },
      { key: "off", title: "Off", text: "HIDDEN", disabled: true },
      {
        key: "last",
        title: "Last",
        text: "two",
        below: [{ key: "inner", title: "Inner", text: "three", below: [{ key: "core", title: "Core", text: "four" }] }],
      },
    ],
    cases: [
      about(
        "prompts/headings-with-numbers-and-paths",
        "R4.1",
        ask(
          "render",
          {},
          {
            has: [
              "## 1. First (first)",
              "## 3. Last (last)",
              "### 3.1. Inner (last.inner)",
              "#### 3.1.1. Core (last.inner.core)",
            ],
          },
        ),
      ),
      about("prompts/a-disabled-section-does-not-exist", "R4.6", ask("render", {}, { lacks: ["HIDDEN", "Off"] })),
      about("prompts/nothing-closed-no-tools", "R4.5", ask("render", {}, { matches: { tools: [], summarised: [] } })),
      about("prompts/the-same-state-the-same-bytes", "R4.1", ask("render", {}, {}), ask("render", {}, { sameAs: 1 })),
    ],
  },
  {
    name: "parameters",
    sections: [
      {
        key: "a",
        text: "Say ${word} for $$${word} and $& and $1",
        takes: ["word"],
        summary: "No ${word} here",
        closedIf: "word",
      },
    ],
    cases: [
      about(
        "prompts/placeholders",
        "R4.2",
        ask("render", { params: { word: "it ${x} $& $$" } }, { has: ["Say it ${x} $& $$ for $"] }),
      ),
      about(
        "prompts/a-missing-parameter",
        "R4.2",
        ask("render", {}, { error: "prompt-not-rendered", says: ["word", "a"] }),
      ),
      about(
        "prompts/a-summary-is-plain",
        "R4.2 R4.3",
        ask("render", { params: { word: "yes" } }, { has: ["No ${word} here"], lacks: ["Say"] }),
      ),
    ],
  },
  {
    name: "unknown placeholder",
    sections: [{ key: "a", text: "${nobody}" }],
    cases: [about("prompts/an-unknown-placeholder", "R4.2", ask("build", {}, INVALID))],
  },
  {
    name: "no summary",
    sections: [{ key: "a", text: "x", closed: true }],
    cases: [about("prompts/closed-without-a-summary", "R4.3", ask("build", {}, INVALID))],
  },
  {
    name: "two of one key",
    sections: [
      { key: "a", text: "x" },
      { key: "A ", text: "y" },
    ],
    cases: [about("prompts/two-of-one-key", "R4.1", ask("build", {}, INVALID))],
  },
  {
    name: "visibility",
    sections: [closed("guide", { below: [{ key: "child", text: "BODY-child" }] }), { key: "free", text: "BODY-free" }],
    cases: [
      about(
        "prompts/closed-is-a-summary",
        "R4.3 R4.5",
        ask("render", {}, { has: ["SUMMARY-guide", "BODY-free"], lacks: ["BODY-guide", "BODY-child"] }),
      ),
      about(
        "prompts/an-explicit-override-wins",
        "R4.3",
        ask("render", { override: { guide: "full" } }, { has: ["BODY-guide", "BODY-child"] }),
      ),
      about(
        "prompts/explicit-over-session",
        "R4.3",
        ask("open", { path: "guide" }, {}),
        ask("render", { override: { guide: "summary" } }, { lacks: ["BODY-guide"] }),
      ),
      about(
        "prompts/a-session-override",
        "R4.3 R4.4",
        ask("open", { path: "guide" }, {}),
        ask("render", {}, { has: ["BODY-guide"] }),
        ask("clear", { path: "guide" }, {}),
        ask("render", {}, { lacks: ["BODY-guide"] }),
      ),
      about(
        "prompts/clear-all",
        "R4.4",
        ask("open", { path: "guide" }, {}),
        ask("clear", {}, { matches: { length: undefined } }),
        ask("render", {}, { lacks: ["BODY-guide"] }),
      ),
      about(
        "prompts/snapshot-restore-clone",
        "R4.4",
        ask("open", { path: "guide" }, {}),
        ask("restore", {}, { matches: { restored: [["guide", "full"]], cloned: [["guide", "full"]] } }),
      ),
      about(
        "prompts/a-child-of-a-closed-parent-is-not-open",
        "R4.3 R4.6",
        ask("tool", { ...open(["guide.child"], "files")[0] }, { matches: { success: true } }),
      ),
      about(
        "prompts/into-files",
        "R4.5 R4.6",
        ask(
          "render",
          { delivery: "files" },
          { has: ["The content will be written", "context/guide.md"].slice(1), matches: { tools: ["open_sections"] } },
        ),
        ask(
          "tool",
          { ...open(["guide"], "files")[0] },
          {
            matches: {
              success: true,
              value: { written_files: ["context/guide.md"] },
              message: "Section content written to: context/guide.md. Read these files to view the expanded content.",
            },
          },
        ),
        ask(
          "file",
          { path: "context/guide.md" },
          { has: ["## GUIDE (guide)", "BODY-guide", "BODY-child"], lacks: ["1."] },
        ),
        ask("render", { delivery: "files" }, { lacks: ["BODY-guide"] }),
      ),
      about(
        "prompts/opened-again-overwrites",
        "R4.6",
        ask("tool", { ...open(["guide"], "files")[0] }, {}),
        ask("tool", { ...open(["guide"], "files")[0] }, { sameAs: 1 }),
        ask("files", {}, { matches: ["context/guide.md"] as never }),
      ),
      about(
        "prompts/a-key-twice-counts-once",
        "R4.6",
        ask(
          "tool",
          { ...open(["guide", " GUIDE "], "files")[0] },
          { matches: { value: { written_files: ["context/guide.md"] } } },
        ),
      ),
      about(
        "prompts/open-ones-are-skipped-with-a-word",
        "R4.6",
        ask(
          "tool",
          { ...open(["guide", "free"], "files")[0] },
          { matches: { success: true }, has: ["Section 'free' is already expanded."] },
        ),
      ),
      about(
        "prompts/all-open-is-an-error",
        "R4.6 R4.5",
        ask("tool", { ...open(["free"], "files")[0] }, { ...INVALID, says: ["Section 'free' is already expanded."] }),
      ),
      about(
        "prompts/no-such-section",
        "R4.5",
        ask(
          "tool",
          { ...open(["nobody"], "files")[0] },
          { ...INVALID, says: ["Section 'nobody' does not exist in this prompt."] },
        ),
      ),
      about(
        "prompts/no-keys",
        "R4.5",
        ask("tool", { ...open([], "files")[0] }, { ...INVALID, says: ["At least one section key must be provided."] }),
      ),
      about(
        "prompts/none-is-written-where-one-fails",
        "R4.6",
        ask("tool", { ...open(["guide", "nobody"], "files")[0] }, INVALID),
        ask("files", {}, { matches: [] as never }),
      ),
      about(
        "prompts/inline",
        "R4.5",
        ask(
          "render",
          { delivery: "inline" },
          {
            has: [
              '[This section is summarized. Call `read_section` with key \\"guide\\" to view full content including subsections: child.]',
            ],
            matches: { tools: ["read_section"] },
          },
        ),
        ask(
          "tool",
          { name: "read_section", delivery: "inline", input: { section_key: "guide" } },
          { has: ["BODY-guide", "BODY-child"] },
        ),
      ),
      about("prompts/inline-is-the-default", "R4.5", ask("render", {}, { matches: { tools: ["read_section"] } })),
      about(
        "prompts/rerender",
        "R4.5 R4.6",
        ask(
          "tool",
          { ...open(["guide.child"], "rerender")[0] },
          {
            matches: {
              expansion: { guide: "full", "guide.child": "full" },
              reason: "to see",
              sectionKeys: ["guide.child"],
            },
          },
        ),
      ),
      about(
        "prompts/the-words-of-the-suffix",
        "R4.5 R6.7",
        ask(
          "suffix",
          { key: "a.b" },
          { has: ["To view full content, call `open_sections` with key", "context/a.b.md"] },
        ),
        ask("suffix", { key: "a", children: ["x", "y"] }, { has: ["including subsections: x, y"] }),
        ask("suffix", { key: "a", tools: true }, { has: ["access additional tools"] }),
      ),
    ],
  },
  {
    name: "tools",
    sections: [closed("plain"), closed("armed", { tool: "verify_result" })],
    cases: [
      about(
        "prompts/tools-come-with-their-section",
        "R4.5",
        ask("render", {}, { matches: { tools: ["open_sections", "read_section"] }, lacks: ["verify_result"] }),
        ask("render", { override: { armed: "full" } }, { has: ["verify_result"] }),
      ),
      about(
        "prompts/tools-are-always-rendered-again",
        "R4.5",
        ask(
          "tool",
          { ...open(["plain", "armed"], "files")[0] },
          { matches: { expansion: { plain: "full", armed: "full" } } },
        ),
        ask("files", {}, { matches: [] as never }),
      ),
      about(
        "prompts/stable-lists-all-tools",
        "R4.8",
        ask("render", { stable: true }, { has: ["verify_result"] }),
        ask("tool", { name: "verify_result", stable: true, input: {} }, { error: "section-closed", says: ["armed"] }),
        ask("open", { path: "armed" }, {}),
        ask("render", { stable: true }, { has: ["BODY-armed", "SUMMARY-armed"] }),
        ask("tool", { name: "verify_result", stable: true, input: {} }, { has: ["verify_result ran"] }),
      ),
      about(
        "prompts/the-loop-opens-and-goes-on",
        "R4.7",
        ask(
          "evaluate",
          {
            script: [
              calls(["open_sections", { section_keys: ["armed"], reason: "r" }]),
              calls(["verify_result", {}]),
              "done",
            ],
          },
          { matches: { text: "done", expansions: 1, steps: 3 } },
        ),
      ),
      about(
        "prompts/of-parallel-calls-the-first-expansion-counts",
        "R4.7",
        ask(
          "evaluate",
          {
            script: [
              calls(
                ["open_sections", { section_keys: ["armed"], reason: "r" }],
                ["open_sections", { section_keys: ["armed"], reason: "r" }],
              ),
              "done",
            ],
          },
          { matches: { text: "done", expansions: 1 } },
        ),
      ),
      about(
        "prompts/too-many-expansions",
        "R4.7",
        ask(
          "evaluate",
          { maxExpansions: 0, script: [calls(["open_sections", { section_keys: ["armed"], reason: "r" }]), "done"] },
          { error: "prompt-not-evaluated" },
        ),
      ),
      about(
        "prompts/one-budget-over-all",
        "R4.7",
        ask(
          "evaluate",
          {
            budget: 50,
            script: [
              { ...calls(["read_section", { section_key: "plain" }]), usage: { inputTokens: 60, outputTokens: 1 } },
              "done",
            ],
          },
          { error: "prompt-not-evaluated" },
        ),
      ),
    ],
  },
  {
    name: "budgets",
    sections: [
      { key: "must", text: "must ".repeat(40) },
      { key: "low", text: "low ".repeat(100), summary: "LOW", priority: 1 },
      { key: "high", text: "high ".repeat(100), summary: "HIGH", priority: 5 },
    ],
    cases: [
      about(
        "prompts/a-budget-closes-the-least-first",
        "R4.9",
        ask(
          "render",
          { budget: 260 },
          { matches: { summarised: ["low"], fits: true }, has: ["high high"], lacks: ["low low"] },
        ),
      ),
      about(
        "prompts/a-budget-closes-all-it-can",
        "R4.9",
        ask("render", { budget: 160 }, { matches: { summarised: ["low", "high"], fits: true } }),
      ),
      about("prompts/a-budget-that-is-too-small", "R4.9", ask("render", { budget: 10 }, { error: "budget-too-small" })),
      about(
        "prompts/a-budget-that-holds-all",
        "R4.9",
        ask("render", { budget: 5000 }, { matches: { summarised: [], fits: true } }),
      ),
    ],
  },
];
