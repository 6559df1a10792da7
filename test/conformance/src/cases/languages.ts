import type { Case } from "../case.js";

const described: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "note:cidade": { description: "A cidade de São Paulo é a maior do Brasil." },
  "note:padaria": { description: "A padaria não fecha à noite, porque o pão é feito então!" },
  "note:城市": { description: "北京是中华人民共和国的首都。" },
  "note:城墙": { description: "城墙在明代重建！" },
  "note:サーバー": { description: "サーバーはデータを届けるコンピューターです。" },
  "note:メモリー": { description: "メモリーは消えやすい記憶です。" },
  "note:คลอง": { description: "คลองยาวสิบสองกิโลเมตรและไหลลงทะเล" },
  "note:quotes": { description: "She said “it isn’t done yet.”" },
  "note:cellar": { description: "The cellar’s “dry half” holds wine…" },
};

const linkSentence = (id: string, target: string, context: string): Case => ({
  id: `languages/link-sentence-${id}`,
  cites: ["R3.3", "R6.1"],
  steps: [
    {
      call: "node",
      input: { nodes: [id], level: 2, links: "all" },
      expect: { nodes: { [id]: { links: [{ target, context }] } } },
    },
  ],
});

const found = (query: string, id: string): Case => ({
  id: `languages/search-${query}`,
  cites: ["R3.6", "R6.1"],
  steps: [
    { call: "search", input: { query }, expect: { first: [id] } },
    { call: "context", input: { query, tokenBudget: 400 }, expect: { atLeast: 1 } },
  ],
});

/** The same sentences and words in every script, whoever reads the files. */
export const languageCases: readonly Case[] = [
  {
    id: "languages/descriptions",
    cites: ["R3.1", "R6.1"],
    steps: [{ call: "scan", input: { limit: 20 }, expect: { nodes: described } }],
  },
  {
    id: "languages/name-from-the-first-heading",
    cites: ["R3.1"],
    steps: [
      {
        call: "node",
        input: { nodes: ["pt/cidade.md"], level: 0 },
        expect: { nodes: { "note:cidade": { name: "Cidade" } } },
      },
    ],
  },
  linkSentence("note:cidade", "note:padaria", "Os pães são feitos em padaria às três da manhã."),
  linkSentence("note:城市", "note:城墙", "关于城墙，请看城墙，那里写得很详细。"),
  linkSentence("note:サーバー", "note:メモリー", "設定についてはメモリーのページを見てください。"),
  linkSentence("note:ตลาด", "note:คลอง", "เรือมาจาก คลอง ในตอนเช้า"),
  linkSentence("note:quotes", "note:cellar", "The second door leads “to the cellar.”"),
  found("pães manhã", "note:cidade"),
  found("首都", "note:城市"),
  found("コンピューター", "note:サーバー"),
  found("ตลาดน้ำ", "note:ตลาด"),
  found("wine", "note:cellar"),
];
