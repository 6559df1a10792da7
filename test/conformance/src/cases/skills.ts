import type { Case } from "../case.js";
import type { SkillFiles } from "../drivers/skills.js";
import { about, ask } from "./write.js";

export interface SkillGroup extends SkillFiles {
  readonly name: string;
  readonly cases: readonly Case[];
}

const skill = (head: string, body = "BODY") => `---\n${head}\n---\n\n${body}\n`;
const pdf = "name: pdf\ndescription: Fills forms.";
const found = (...names: readonly string[]) => ({ matches: { names } }) as const;
const discover = (expect: Parameters<typeof ask>[2] = {}) => ask("discover", {}, expect);
const DIGEST = `sha256:${"0".repeat(64)}`;
const REFUSED = { error: "path-escapes-root" } as const;

/** Part 5 of the rules: skills asked by their host. */
export const skillGroups: readonly SkillGroup[] = [
  {
    name: "the format",
    files: {
      "skills/pdf/SKILL.md": skill(
        `${pdf}\nlicense: MIT\ncompatibility: all\nmetadata:\n  author: me\n  __proto__: kept\nallowed-tools: Read, Write Bash(git:*)\nversion: 1.2\nmodel: small`,
        "Fill $ARGUMENTS, not $ARGUMENTS_X; $$ARGUMENTS; costs $1; in ${SKILL_DIR}",
      ),
      "skills/pdf/references/deep/a.md": "TEXT-a",
      "skills/pdf/scripts/run.sh": "echo",
      "skills/pdf/assets/logo.svg": "<svg/>",
      "skills/pdf/notes.txt": "other",
      "skills/secret.md": "HIDDEN",
    },
    cases: [
      about(
        "skills/metadata",
        "R5.1 R5.5",
        discover(found("pdf")),
        ask(
          "get",
          { name: "pdf" },
          {
            matches: {
              name: "pdf",
              description: "Fills forms.",
              license: "MIT",
              compatibility: "all",
              version: "1.2",
              model: "small",
              source: "project",
              disableModelInvocation: false,
              bodyLoaded: false,
            },
            has: ["Read", "Write", "Bash(git:*)", '"author":"me"'],
          },
        ),
      ),
      about(
        "skills/proto-is-a-key-like-any-other",
        "R5.1",
        discover(),
        ask("get", { name: "pdf" }, { has: ['"__proto__":"kept"'] }),
      ),
      about(
        "skills/discovery-reads-no-body",
        "R5.2 R5.10",
        discover(),
        ask("get", { name: "pdf" }, { lacks: ["Fill $ARGUMENTS"], matches: { bodyLoaded: false } }),
      ),
      about(
        "skills/resources-in-groups",
        "R5.10",
        discover(),
        ask(
          "get",
          { name: "pdf", resources: true },
          {
            matches: {
              resources: {
                scripts: [{ path: "scripts/run.sh" }],
                references: [{ path: "references/deep/a.md" }],
                assets: [{ path: "assets/logo.svg" }],
                other: [{ path: "notes.txt" }],
              },
            },
          },
        ),
      ),
      about(
        "skills/invocation",
        "R5.7",
        discover(),
        ask(
          "invoke",
          { name: "pdf", arguments: "a $& b" },
          {
            matches: {
              isTwin: true,
              content:
                "Base directory for this skill: <root>/skills/pdf\n\nFill a $& b, not $ARGUMENTS_X; $ARGUMENTS; costs $1; in <root>/skills/pdf\n",
            },
          },
        ),
      ),
      about(
        "skills/arguments-are-put-in-once",
        "R5.7",
        discover(),
        ask(
          "invoke",
          { name: "pdf", arguments: "$ARGUMENTS ${SKILL_DIR}" },
          { has: ["Fill $ARGUMENTS ${SKILL_DIR}, not"] },
        ),
      ),
      about(
        "skills/the-cache",
        "R5.8",
        discover(),
        ask("invoke", { name: "pdf", arguments: "a" }, {}),
        ask("cache", {}, { matches: { size: 1, hits: 1, misses: 1, hitRate: 0.5, maxSize: 100 } }),
        ask("invoke", { name: "pdf", arguments: "b" }, {}),
        ask("cache", {}, { matches: { size: 2 } }),
        ask("clear", {}, {}),
        ask("cache", {}, { matches: { size: 0 } }),
      ),
      about(
        "skills/a-changed-file-is-read-again",
        "R5.8",
        discover(),
        ask("invoke", { name: "pdf" }, {}),
        ask("append", { path: "skills/pdf/SKILL.md", text: "LATER" }, {}),
        ask("invoke", { name: "pdf" }, { has: ["LATER"] }),
      ),
      about(
        "skills/a-resource",
        "R5.9 R5.5",
        discover(),
        ask("resource", { name: "pdf", path: "references/deep/a.md" }, { matches: { text: "TEXT-a", isTwin: true } }),
      ),
      ...[
        "../secret.md",
        "/etc/passwd",
        "references/../../secret.md",
        "a\\b",
        "C:/x",
        "//host/share",
        "a\0b",
        "",
        ".",
      ].map((path) =>
        about(
          `skills/refused-${JSON.stringify(path)}`,
          "R5.9",
          discover(),
          ask("resource", { name: "pdf", path }, REFUSED),
          ask("events", {}, { has: ["path-refused"] }),
        ),
      ),
      about("skills/too-deep", "R5.9", discover(), ask("resource", { name: "pdf", path: "a/b/c/d/e/f/g.md" }, REFUSED)),
      about(
        "skills/lock-and-verify",
        "R5.13",
        discover(),
        ask("lock", {}, {}),
        ask("verify", {}, { matches: { unchanged: true } }),
        ask("append", { path: "skills/pdf/notes.txt", text: "!" }, {}),
        ask("verify", {}, { matches: { unchanged: false, skills: [{ name: "pdf", status: "changed" }] } }),
      ),
      about(
        "skills/lifecycle",
        "R5.12",
        ask("activate", { name: "pdf", digest: DIGEST }, { has: ["activated"] }),
        ask("activate", { name: "pdf", digest: DIGEST }, { has: ["already-active"] }),
        ask("saved", {}, { matches: [{ name: "pdf", inContext: 10 }] as never }),
        ask("compacted", {}, { matches: ["pdf"] as never }),
        ask("activate", { name: "pdf", digest: DIGEST }, { has: ["activated"] }),
        ask("unload", { name: "pdf" }, { has: ["true"] }),
        ask("activate", { name: "pdf", digest: DIGEST }, { has: ["activated"] }),
      ),
      about(
        "skills/an-archive-that-is-none",
        "R5.13",
        ask("archive", { bytes: "UEsFBg==" }, { error: "content-invalid" }),
      ),
    ],
  },
  {
    name: "messy files",
    files: {
      "skills/colon/SKILL.md": "---\nname: colon\ndescription: Use when: it has a colon\n---\nBODY",
      "skills/lower/skill.md": skill("name: lower\ndescription: In lower case."),
      "skills/marked/SKILL.md": `\uFEFF${skill("name: marked\ndescription: Begins with a mark.")}`,
      "skills/windows/SKILL.md": skill("name: windows\ndescription: Lines that end twice.").replaceAll("\n", "\r\n"),
      "skills/Shouting Name/SKILL.md": skill("name: Shouting Name\ndescription: Not in the pattern."),
      "skills/other/SKILL.md": skill("name: not-the-folder\ndescription: Another name."),
      "skills/silent/SKILL.md": skill("name: silent"),
      "skills/headless/SKILL.md": "# No frontmatter\n",
      "skills/unknown/SKILL.md": skill("name: unknown\ndescription: Has a key.\nwhatever: 1"),
      "skills/javascript/SKILL.md": "---js\n{ name: 'javascript', description: process.exit(1) }\n---\nBODY",
      "skills/bomb/SKILL.md": skill(
        "name: bomb\ndescription: Aliases.\na: &a [x,x]\nb: [*a,*a]\n<<: {description: merged}",
      ),
    },
    cases: [
      about(
        "skills/messy-files-load",
        "R5.2 R5.3",
        discover({
          has: ["colon", "lower", "marked", "windows", "shouting-name", "not-the-folder", "unknown"],
          lacks: ['silent"', "headless"],
        }),
      ),
      about(
        "skills/each-repair-is-a-diagnostic",
        "R5.3",
        discover(),
        ask(
          "diagnostics",
          {},
          {
            has: [
              "unquoted-colon",
              "file-name-case",
              "name-normalised",
              "name-not-folder",
              "description-missing",
              "frontmatter-missing",
            ],
          },
        ),
      ),
      about(
        "skills/nothing-is-invented",
        "R5.3",
        discover(),
        ask("get", { name: "colon" }, { matches: { description: "Use when: it has a colon" } }),
      ),
      about(
        "skills/the-original-name-stays-an-alias",
        "R5.2",
        discover(),
        ask("get", { name: "Shouting Name" }, { matches: { name: "shouting-name" } }),
      ),
      about(
        "skills/validation-is-strict",
        "R5.2",
        ask("validate", { path: "skills/other" }, { matches: { valid: false } }),
        ask("validate", { path: "skills/marked" }, {}),
      ),
      about(
        "skills/invoking-is-strict",
        "R5.2",
        discover(),
        ask("invoke", { name: "silent" }, { error: "skill-invalid" }),
        ask("invoke", { name: "not-the-folder" }, { has: ["name-not-folder"] }),
      ),
      about("skills/frontmatter-runs-nothing", "R5.1", discover({ lacks: ["javascript"] })),
      about(
        "skills/aliases-and-merges-do-nothing-bad",
        "R5.1",
        discover(),
        ask("get", { name: "bomb" }, { lacks: ["merged"] }),
      ),
    ],
  },
  {
    name: "sources",
    files: {
      "skills/pdf/SKILL.md": skill("name: pdf\ndescription: The project's."),
      "personal/pdf/SKILL.md": skill("name: pdf\ndescription: The person's."),
      "personal/mine/SKILL.md": skill("name: mine\ndescription: Only the person's."),
      "plugin/.claude-plugin/plugin.json": '{"name":"office"}',
      "plugin/skills/word/SKILL.md": skill("name: word\ndescription: A plugin's."),
      "custom/extra/SKILL.md": skill("name: extra\ndescription: A custom one."),
      "custom/a/b/c/d/e/f/g/deep/SKILL.md": skill("name: deep\ndescription: Too deep."),
    },
    options: { personalDir: "personal", pluginDirs: ["plugin"], customDirs: ["custom"] },
    cases: [
      about(
        "skills/the-higher-source-wins",
        "R5.4",
        discover(),
        ask("get", { name: "pdf" }, { matches: { description: "The project's.", source: "project" } }),
      ),
      about(
        "skills/the-loser-stays-reachable",
        "R5.4",
        discover({ has: ["collision"] }),
        ask("get", { name: "pdf@personal" }, { matches: { description: "The person's." } }),
      ),
      about(
        "skills/plugins-have-their-name",
        "R5.4",
        discover(),
        ask("get", { name: "office:word" }, { matches: { source: "plugin", pluginName: "office" } }),
      ),
      about("skills/not-deeper-than-five", "R5.4", discover({ has: ["extra"], lacks: ['"deep"'] })),
      about(
        "skills/filters",
        "R5.5",
        discover(),
        ask("list", { source: "personal" }, { has: ["mine", "pdf@personal"], lacks: ["extra"] }),
        ask("list", { name: "^m" }, { matches: ["mine"] as never }),
        ask("list", { keywords: "custom one" }, { matches: ["extra"] as never }),
      ),
      about(
        "skills/a-pattern-in-linear-time",
        "R5.5",
        discover(),
        ask("list", { name: "^(a+)+$" }, { matches: [] as never }),
      ),
      about("skills/the-short-way", "R5.5", ask("load", { path: "skills" }, { matches: ["pdf"] as never })),
    ],
  },
  {
    name: "no such folder",
    files: {},
    options: { projectDir: "nowhere" },
    cases: [
      about("skills/a-folder-that-is-not-there", "R5.4", ask("discover", {}, { error: "configuration-invalid" })),
    ],
  },
  {
    name: "off",
    files: {},
    options: { projectDir: "", personalDir: false },
    cases: [
      about("skills/off", "R5.4", discover(found())),
      about("skills/no-skill-no-catalogue", "R5.11", discover(), ask("catalogue", {}, { matches: { text: "" } })),
    ],
  },
  {
    name: "a catalogue",
    files: Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `skills/skill-${at}/SKILL.md`,
        skill(`name: skill-${at}\ndescription: "Number ${at} </skill> & <b> ${"words ".repeat(20)}"`),
      ]),
    ),
    cases: [
      about(
        "skills/a-catalogue-is-escaped",
        "R5.11",
        discover(),
        ask(
          "catalogue",
          {},
          {
            has: ["<available_skills>", "&lt;/skill&gt; &amp; &lt;b&gt;"],
            lacks: ["Number 1 </skill>"],
            matches: { step: "full", omitted: [] },
          },
        ),
      ),
      about(
        "skills/a-catalogue-by-steps",
        "R5.11",
        discover(),
        ...(
          [
            [2000, "lines"],
            [600, "shortened"],
            [120, "selected"],
          ] as const
        ).map(([budget, step]) => ask("catalogue", { budget }, { matches: { step } })),
      ),
      about(
        "skills/a-catalogue-says-what-it-left-out",
        "R5.11",
        discover(),
        ask("catalogue", { budget: 120 }, { has: ['"omitted":["skill-'] }),
      ),
      about(
        "skills/a-catalogue-is-byte-stable",
        "R5.11",
        discover(),
        ask("catalogue", { budget: 900 }, {}),
        ask("catalogue", { budget: 900 }, { sameAs: 2 }),
      ),
    ],
  },
  {
    name: "only what never changes",
    files: { "skills/pdf/SKILL.md": skill(pdf, "Do $ARGUMENTS") },
    cases: [
      about(
        "skills/the-pinned-program",
        "R5.6 R6.7",
        discover(found("pdf")),
        ask("list", {}, { matches: ["pdf"] as never }),
        ask("get", { name: "pdf" }, { matches: { name: "pdf" } }),
        ask("invoke", { name: "pdf", arguments: "it" }, { has: ["Do it"] }),
      ),
    ],
  },
];
