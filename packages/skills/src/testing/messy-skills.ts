import fc from "fast-check";

/** A SKILL.md as people write them, and what has to be read of it; `undefined` where it says nothing that could be. */
export interface MessySkill {
  readonly mess: string;
  readonly bytes: Uint8Array;
  readonly name: string | undefined;
  readonly description: string | undefined;
}

interface Plain {
  readonly name: string;
  /** Words without any meaning to YAML. */
  readonly prose: string;
  readonly more: string;
}

type Written = Pick<MessySkill, "name" | "description"> & { readonly text: string | Uint8Array };
type Mess = (plain: Plain) => Written;

const encoder = new TextEncoder();
const BODY =
  "\n# Title\n\nIt costs $5. See [other](../other/SKILL.md).\n\n---\n\nname: body\ndescription: not this one\n";

const fenced = (lines: string, body = BODY) => `---\n${lines}\n---\n${body}`;

/** A head with this description line, and what the description is. */
const described =
  (line: (plain: Plain) => string, read: (plain: Plain) => string): Mess =>
  (plain) => ({
    text: fenced(`name: ${plain.name}\n${line(plain)}\nlicense: MIT`),
    name: plain.name,
    description: read(plain),
  });

/** A head that says all, and these lines beside it. */
const beside =
  (lines: string): Mess =>
  ({ name, prose }) => ({
    text: fenced(`name: ${name}\ndescription: ${prose}\n${lines}`),
    name,
    description: prose,
  });

const stray = (token: string): Mess =>
  described(
    ({ prose }) => `description: ${token}${prose}`,
    ({ prose }) => `${token}${prose}`,
  );

/** The problems that 126,124 real files have, by the name they go by in the specification of this package. */
export const MESSES: Readonly<Record<string, Mess>> = {
  "as the specification has it": beside("license: MIT"),
  "unknown keys": beside("color: red\nwhen_to_use: always\nauthor: A. B."),
  "unquoted colon": described(
    ({ prose, more }) => `description: ${prose}: ${more}`,
    ({ prose, more }) => `${prose}: ${more}`,
  ),
  "lines that are not indented, in a script without blanks": described(
    ({ prose }) => `description: 使用说明：\n当需要处理时使用。${prose}`,
    ({ prose }) => `使用说明： 当需要处理时使用。${prose}`,
  ),
  "a blank line inside a closed frontmatter": ({ name, prose, more }) => ({
    text: fenced(`name: ${name}\ndescription: ${prose}: all\n\n${more}`),
    name,
    description: `${prose}: all\n${more}`,
  }),
  "metadata as JSON on one line": beside('metadata: {"openclaw":{"emoji":"🦞","requires":{"bins":["gh"]}},"n":1.10}'),
  "a tool with a colon in a list": beside("allowed-tools:\n  - Read\n  - WebFetch(domain: x)"),
  "unquoted colon at the end": described(
    ({ prose }) => `description: ${prose}:`,
    ({ prose }) => `${prose}:`,
  ),
  "block indicator before text": described(
    ({ prose }) => `description: | ${prose}`,
    ({ prose }) => prose,
  ),
  "fold indicator before text": described(
    ({ prose }) => `description: > ${prose}`,
    ({ prose }) => prose,
  ),
  "tag in brackets": stray("[TAG] "),
  "dash before text": stray("- "),
  "code before text": stray("`code` "),
  "handle before text": stray("@team "),
  "glob before text": stray("*.ts files "),
  "brace before text": stray("{x} "),
  "percent before text": stray("%x "),
  "lower-case file name": beside(""),
  "non-string metadata": beside("metadata:\n  version: 1.10\n  internal: true\n  list: [a, b]"),
  "no frontmatter": ({ prose }) => ({ text: `# Title\n\n${prose}\n`, name: undefined, description: undefined }),
  "comma-separated tools": beside("allowed-tools: Read, Write, Bash(git add:*)"),
  "tools as a list": beside("allowed-tools:\n  - Read\n  - Write"),
  "upper case in name": ({ name, prose }) => ({
    text: fenced(`name: ${name.toUpperCase()}\ndescription: ${prose}`),
    name,
    description: prose,
  }),
  "spaces in name": ({ name, prose }) => ({
    text: fenced(`name: ${name} Of Tools\ndescription: ${prose}`),
    name: `${name}-of-tools`,
    description: prose,
  }),
  "angle brackets": described(
    ({ prose, more }) => `description: ${prose} <b>${more}</b>`,
    ({ prose, more }) => `${prose} <b>${more}</b>`,
  ),
  "name missing": ({ prose }) => ({ text: fenced(`description: ${prose}`), name: undefined, description: undefined }),
  "description missing": ({ name }) => ({ text: fenced(`name: ${name}`), name: undefined, description: undefined }),
  "name over 64": ({ name, prose }) => {
    const long = `${name}-${"x".repeat(70)}`;
    return { text: fenced(`name: ${long}\ndescription: ${prose}`), name: long, description: prose };
  },
  CRLF: ({ name, prose, more }) => ({
    text: fenced(`name: ${name}\ndescription: >-\n  ${prose}\n  ${more}`).replaceAll("\n", "\r\n"),
    name,
    description: `${prose} ${more}`,
  }),
  "description over 1024": described(
    ({ prose }) => `description: ${`${prose} `.repeat(80).trim()}`,
    ({ prose }) => `${prose} `.repeat(80).trim(),
  ),
  "duplicate keys": described(
    ({ prose, more }) => `description: ${more}\ndescription: ${prose}`,
    ({ prose }) => prose,
  ),
  "fence never closed": ({ name, prose }) => ({
    text: `---\nname: ${name}\ndescription: ${prose}\n\n# Title\n\nText.\n`,
    name,
    description: prose,
  }),
  "byte order mark": ({ name, prose }) => ({
    text: `\uFEFF${fenced(`name: ${name}\ndescription: ${prose}`)}`,
    name,
    description: prose,
  }),
  "blank lines before the fence": ({ name, prose }) => ({
    text: `\n\n${fenced(`name: ${name}\ndescription: ${prose}`)}`,
    name,
    description: prose,
  }),
  "NUL in the body": ({ name, prose }) => ({
    text: fenced(`name: ${name}\ndescription: ${prose}`, "a\0b"),
    name,
    description: prose,
  }),
  "bad UTF-8": ({ name, prose }) => {
    const [before, after] = fenced(`name: ${name}\ndescription: ${prose}\nlicense: !`).split("!");
    return {
      text: joined([encoder.encode(before), new Uint8Array([0xff]), encoder.encode(after)]),
      name,
      description: prose,
    };
  },
  "block scalar": described(
    ({ prose, more }) => `description: |\n  ${prose}\n  ${more}`,
    ({ prose, more }) => `${prose}\n${more}`,
  ),
  "folded scalar": described(
    ({ prose, more }) => `description: >-\n  ${prose}\n  ${more}`,
    ({ prose, more }) => `${prose} ${more}`,
  ),
  "text over two lines": described(
    ({ prose, more }) => `description: ${prose}\n  ${more}`,
    ({ prose, more }) => `${prose} ${more}`,
  ),
  "text over two lines, not indented": described(
    ({ prose, more }) => `description: ${prose}\n${more}`,
    ({ prose, more }) => `${prose} ${more}`,
  ),
  "double quotes": described(
    ({ prose, more }) => `description: "${prose}: ${more}"`,
    ({ prose, more }) => `${prose}: ${more}`,
  ),
  "quotes inside quotes": described(
    ({ prose, more }) => `description: "${prose} "${more}" too"`,
    ({ prose, more }) => `${prose} "${more}" too`,
  ),
  "quote never closed": described(
    ({ prose }) => `description: "${prose}`,
    ({ prose }) => prose,
  ),
  "apostrophe in single quotes": described(
    ({ prose }) => `description: 'don't ${prose}'`,
    ({ prose }) => `don't ${prose}`,
  ),
  "missing blank": described(
    ({ prose }) => `description:${prose}`,
    ({ prose }) => prose,
  ),
  "tabs in metadata": beside("metadata:\n\tversion: 1"),
  "other languages": described(
    ({ prose }) => `description: 处理 ${prose}：表格 — ünïcode 😀`,
    ({ prose }) => `处理 ${prose}：表格 — ünïcode 😀`,
  ),
  "tag in brackets and a colon": stray("[TAG]: "),
  "emphasis alone": described(
    () => "description: *Handled*",
    () => "*Handled*",
  ),
  "words with a colon below the key": described(
    ({ prose, more }) => `description:\n  ${prose}: ${more}`,
    ({ prose, more }) => `${prose}: ${more}`,
  ),
  "escaped apostrophe in single quotes": described(
    ({ prose, more }) =>
      `description: 'The users\\' own. ${more.replaceAll("'", "\\'")}: ${prose.replaceAll("'", "\\'")}'`,
    ({ prose, more }) => `The users' own. ${more}: ${prose}`,
  ),
  "no-break space after the colon": described(
    ({ prose }) => `description:\u00a0${prose}`,
    ({ prose }) => prose,
  ),
  "capital keys": ({ name, prose }) => ({
    text: fenced(`Name: ${name}\nDESCRIPTION: ${prose}`),
    name,
    description: prose,
  }),
  "nothing in YAML's words": ({ name }) => ({
    text: fenced(`name: ${name}\ndescription: ~`),
    name: undefined,
    description: undefined,
  }),
  "comment before the fence": ({ name, prose }) => ({
    text: `<!--\nMade by a tool.\n-->\n\n${fenced(`name: ${name}\ndescription: ${prose}`)}`,
    name,
    description: prose,
  }),
  "closing fence indented": ({ name, prose }) => ({
    text: `---\nname: ${name}\ndescription: ${prose}\n  ---\n${BODY}`,
    name,
    description: prose,
  }),
  "long frontmatter": ({ name, prose }) => ({
    text: fenced(`name: ${name}\nlicense: ${"words and ".repeat(600)}\ndescription: ${prose}`),
    name,
    description: prose,
  }),
};

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

export function messySkill(mess: string, plain: Plain): MessySkill {
  const write = MESSES[mess] as Mess;
  const { text, name, description } = write(plain);
  return { mess, bytes: typeof text === "string" ? encoder.encode(text) : text, name, description };
}

const word = fc.constantFrom(
  ..."use this when the user asks for reports PDF files, tests (and code) e.g. don't C# 3.5 v2 100% A/B user's".split(
    " ",
  ),
);
/** Begins and ends with letters; holds apostrophes, brackets and commas, but nothing that YAML would take for its own. */
const prose = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => `Handles ${words.join(" ")} well`);

export const arbitraryMess: fc.Arbitrary<MessySkill> = fc
  .tuple(fc.constantFrom(...Object.keys(MESSES)), fc.stringMatching(/^[a-z]{1,8}(?:-[a-z0-9]{1,5})?$/), prose, prose)
  .map(([mess, name, one, other]) => messySkill(mess, { name, prose: one, more: other }));
