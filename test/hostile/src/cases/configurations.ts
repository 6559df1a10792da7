/** A file that a clone brings: code leaves a mark where it runs, JSON reaches for what lies outside. */
export interface ConfigCase {
  readonly name: string;
  /** By path. `MARK` stands for the file that code leaves, `OUTSIDE` for a folder that is not the clone's. */
  readonly files: Readonly<Record<string, string>>;
  /** Links by path: where each leads. */
  readonly links?: Readonly<Record<string, string>>;
  /** Modes and owners by path. */
  readonly modes?: Readonly<Record<string, number>>;
  readonly owners?: Readonly<Record<string, number>>;
  /** What the one line on stderr says. */
  readonly told: string;
}

const CODE =
  'process.getBuiltinModule("node:fs").writeFileSync("MARK", "ran"); export default { vaults: ["OUTSIDE"] };';
const NOT_RUN = "it was not run";
const LEFT_OUT = "left out what lies outside its folder";
const STRANGER = 4321;

export const CONFIGURATIONS: readonly ConfigCase[] = [
  { name: "code", files: { "pd.config.mjs": CODE }, told: NOT_RUN },
  { name: "code in TypeScript", files: { "pd.config.ts": `const x: number = 1; ${CODE}` }, told: NOT_RUN },
  { name: "a module", files: { "package.json": '{"type":"module"}', "pd.config.js": CODE }, told: NOT_RUN },
  {
    name: "code that brings a loader of its own",
    files: {
      "pd.config.ts": CODE,
      "node_modules/jiti/package.json": '{"name":"jiti","main":"index.cjs"}',
      "node_modules/jiti/index.cjs": 'require("node:fs").writeFileSync("MARK", "ran")',
    },
    told: NOT_RUN,
  },
  {
    name: "code that says that it is trusted",
    files: {
      "pd.config.mjs": CODE,
      "trust.json": '{"version":1,"trusted":[]}',
      ".local/state/pd/trust.json": '{"version":1,"trusted":[{"file":"pd.config.mjs","sha256":"*","since":"2000"}]}',
    },
    told: NOT_RUN,
  },
  {
    name: "code beside JSON",
    files: { "pd.config.mjs": CODE, "pd.config.json": '{"vaults":["OUTSIDE"]}' },
    told: NOT_RUN,
  },
  { name: "a folder beside", files: { "pd.config.json": '{"vaults":["../particular"]}' }, told: LEFT_OUT },
  { name: "a folder elsewhere", files: { "pd.config.json": '{"vaults":["OUTSIDE","."]}' }, told: LEFT_OUT },
  { name: "the whole disk", files: { "pd.config.json": '{"vaults":[{"path":"/","id":"tudo"}]}' }, told: LEFT_OUT },
  {
    name: "a link inside that leads outside",
    files: { "pd.config.json": '{"vaults":["notas","ligação"]}', "notas/a.md": "# Uma\n" },
    links: { ligação: "OUTSIDE" },
    told: LEFT_OUT,
  },
  {
    name: "a link in place of the file",
    files: {},
    links: { "pd.config.json": "OUTSIDE/pd.config.json" },
    told: "is a link to outside its folder",
  },
  {
    name: "JSON that everybody can write",
    files: { "pd.config.json": '{"budget":1}' },
    modes: { "pd.config.json": 0o666 },
    told: "can be written by other users",
  },
  {
    name: "JSON of another user",
    files: { "pd.config.json": '{"budget":1}' },
    owners: { "pd.config.json": STRANGER },
    told: "belongs to another user",
  },
  {
    name: "code of another user",
    files: { "pd.config.mjs": CODE },
    owners: { "pd.config.mjs": STRANGER },
    told: "belongs to another user",
  },
];
