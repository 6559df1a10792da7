import { describe, expect, test } from "vitest";
import type { SessionId } from "../ports/session.js";
import { createToolkit } from "../toolkit/toolkit.js";
import { temporaryVault } from "./testing/temporary-vault.js";

const NOTES = {
  "Rivers.md":
    "---\nname: Rivers\n---\n\n# Rivers\n\nWater flows downhill.\n\n## Europe\n\nThe Danube rises in Donaueschingen and reaches the Black Sea.\n\nIts delta lies in Romania.\n\n## Asia\n\n長江は中国で最も長い川である。\n\n- Mekong\n- Ganges\n",
  "Seas.md": "# Seas\n\nThe Black Sea is deep.\n",
};

describe("passages as nodes (R1.9)", () => {
  test("lines are those of the file, frontmatter counted, and any range is widened to whole blocks", async () => {
    const { call } = await temporaryVault(NOTES).open();
    const whole = await call("node", { nodes: "Rivers.md@11", level: 4 });
    expect(whole).toMatchObject({ nodes: [{ id: "note:rivers@11-11", type: "passage", name: "Rivers" }] });
    const several = await call("node", { nodes: "note:rivers@12-19", level: 4 });
    expect(several.nodes.map(({ id }) => id)).toEqual(["note:rivers@13-13", "note:rivers@17-20"]);
  });

  test("R2.8 passages of one note are several nodes, and one note of all that there are", async () => {
    const { vault } = await temporaryVault(NOTES).open();
    const toolkit = createToolkit({ mounts: [{ content: vault }] });
    const nodes = ["note:rivers@11-11", "note:rivers@13-13", "note:rivers@17-20"];
    const { telemetry, session } = await toolkit.call("context", { nodes, session: "new" });
    expect(telemetry).toMatchObject({ nodesLoaded: 3, nodesAtLevel: { 4: 3 }, coveragePercent: 50 });
    await toolkit.call("node", { nodes: "note:rivers@17-20", level: 4, session });
    await toolkit.call("node", { nodes: "Seas", level: 1, session });
    const { coverage } = await toolkit.sessionReport(session as SessionId);
    expect(coverage).toMatchObject([{ notesLoaded: 1, coveragePercent: 50 }]);
  });

  test("a question is answered by the passage that holds the answer", async () => {
    const { vault } = await temporaryVault(NOTES).open();
    const reading = await vault.open();
    const found = await reading.graph.passages!({ text: "Where does the Danube rise?" }, 5);
    expect(found.hits[0]).toMatchObject({ id: "note:rivers@11-11", note: "note:rivers", lines: [11, 11] });
    expect(found.covered).toBeGreaterThan(0.5);
  });

  test("R3.5 a hit names the passage that matched best, unless that is most of its note", async () => {
    const { call } = await temporaryVault(NOTES).open();
    const { nodes } = await call("search", { query: "Danube Black Sea" });
    const bestOf = (id: string) => nodes.find((node) => node.id === id)?.best;
    expect(bestOf("note:rivers")).toMatchObject({ id: "note:rivers@11-11", tokens: expect.any(Number) });
    expect(nodes.map(({ id }) => id)).toContain("note:seas");
    expect(bestOf("note:seas")).toBeUndefined();
  });

  test("R1.9 what ends in a colon stands with what it introduces, in bold and in Chinese too", async () => {
    const { call } = await temporaryVault({
      "a.md": "# Notes\n\n**Split indicators:**\n- two topics\n- 长文\n\n标记：\n\n- 一\n- 二\n",
    }).open();
    const { nodes } = await call("node", { nodes: ["note:a@4", "note:a@9"], level: 4 });
    expect(nodes.map(({ id }) => id)).toEqual(["note:a@3-5", "note:a@7-10"]);
  });

  test("a text says the headings above passages once, and the last of them in eighty characters", async () => {
    const long = "Überschrift ".repeat(12).trim();
    const { call } = await temporaryVault({
      "a.md": `# Heizung\n\n## ${long}\n\n### Kessel\n\nKessel eins.\n\nKessel zwei.\n\n### Rohr\n\nKessel drei.\n\n${"Rohre aus Eisen rosten langsam. ".repeat(40)}\n`,
    }).open();
    const { text = "" } = await call("context", { query: "Kessel eins zwei drei", tokenBudget: 200, format: "text" });
    expect(text.match(/^@\d+.*$/gmu)).toEqual(["@7 … > Kessel", "@9", "@13 … > Rohr", "@15"]);
  });

  test("R2.2 a section that was asked for by name does not keep the rest of its note out", async () => {
    const filler = "Filler stands here. ".repeat(400);
    const { call } = await temporaryVault({
      "town.md": `# Town\n\n## Tram\n\nThe tram crosses the bridge.\n\n## Budget\n\nThe committee approves the budget in March.\n\n## Fill\n\n${filler}`,
    }).open();
    for (const nodes of ["town.md#Tram", "town.md"]) {
      const input = { query: "who approves the budget", nodes, tokenBudget: 600, format: "text" };
      expect((await call("context", input)).text).toContain("The committee approves the budget in March.");
    }
  });

  test("R1.9 passages of a section that the session has read do not come again, until the note changes", async () => {
    const folder = temporaryVault(NOTES);
    const { call, vault } = await folder.open();
    const { session } = await call("node", { nodes: "Rivers#Europe", level: 4, session: "new" });
    const ask = () => call("context", { query: "Danube delta Romania Mekong", session, repeat: false });
    const first = await ask();
    expect(first.nodes.map(({ id }) => id)).toContain("note:rivers@19-20");
    const seen = first.omitted.filter(({ reason }) => reason === "seen").map(({ id }) => id);
    expect(seen.toSorted()).toEqual(["note:rivers@11-11", "note:rivers@13-13"]);
    folder.write("Rivers.md", NOTES["Rivers.md"].replace("Its delta", "Its wide delta"));
    await vault.refresh();
    expect((await ask()).nodes.map(({ id }) => id)).toContain("note:rivers@13-13");
  });

  test("R1.9 in one pack, a section that is named and its passages do not repeat each other", async () => {
    const { call } = await temporaryVault(NOTES).open();
    const { nodes } = await call("context", {
      nodes: ["Rivers#Europe"],
      query: "Danube delta Romania",
      format: "text",
    });
    expect(nodes.map(({ id }) => id)).toContain("note:rivers#europe");
    expect(nodes.map(({ id }) => id)).not.toContain("note:rivers@11-11");
  });

  test("R1.9 what was read whole does not come again in part where another part of its note changes", async () => {
    const long = Array.from({ length: 60 }, (_, at) => `The tractor needs its key number ${at}.`).join(" ");
    const folder = temporaryVault({ "farm.md": `# Farm\n\n${long}\n\nHens sleep.\n` });
    const { call, vault } = await folder.open();
    const { session } = await call("node", { nodes: "farm.md@3", level: 4, session: "new" });
    folder.write("farm.md", `# Farm\n\n${long}\n\nHens wake.\n`);
    await vault.refresh();
    for (const tokenBudget of [300, 3000]) {
      const { nodes } = await call("context", { query: "tractor key", session, repeat: false, tokenBudget });
      expect(nodes.map(({ id }) => id)).not.toContain("note:farm@3-3");
    }
  });

  test("R3.6a a pack ends where nothing more helps, and who asks for more gets the rest", async () => {
    const filler = Array.from({ length: 30 }, (_, at) => [
      `n${at}.md`,
      `# N${at}\n\nBeds of ${at < 5 ? "the garden" : "a river"}, 花园 ${at}.\n`,
    ]);
    const { call } = await temporaryVault({
      ...Object.fromEntries(filler),
      "a.md": "# Waterwheel\n\nThe waterwheel of Aldermoor grinds barley in the garden.\n",
    }).open();
    const ask = (more: object) =>
      call("context", { query: "What does the waterwheel of Aldermoor grind in the garden?", ...more });
    const pack = await ask({});
    expect(pack.nodes.map(({ id }) => id)).toEqual(["note:a@3-3"]);
    const { session } = await ask({ session: "new" });
    expect((await ask({ session, repeat: false })).nodes.length).toBeGreaterThan(3);
  });

  test("R3.1 boilerplate lends nothing to its neighbours", async () => {
    const notes = Array.from({ length: 10 }, (_, at) => [
      `n${at}.md`,
      `# Keeping ${at}\n\nPeople keep birds for reason ${at}.\n\nCopyright Brier Lighthouse Foundation.\n`,
    ]);
    const { call } = await temporaryVault(Object.fromEntries(notes)).open();
    const { nodes } = await call("context", { query: "Lighthouse Foundation" });
    expect(nodes.map(({ id }) => id)).toEqual(["note:n0@5-5"]);
  });

  test("a note that names itself does not lead to its own beginning", async () => {
    const paragraphs = Array.from({ length: 40 }, (_, at) => `Huge paragraph ${at} speaks of trifles.`);
    paragraphs[30] = "The Zeppelin landed at Lakehurst, says Huge.";
    const { vault } = await temporaryVault({ "h.md": `---\nname: Huge\n---\n\n${paragraphs.join("\n\n")}\n` }).open();
    const { hits } = await (await vault.open()).graph.passages!({ text: "Where did the Zeppelin land?" }, 20);
    expect(hits[0]?.lines).toEqual([65, 65]);
    expect(hits.slice(1).filter(({ why }) => why.some(({ via }) => via === "note:h"))).toEqual([]);
  });

  test.each([
    ["kithen", "kitchen"],
    ["budet", "budget"],
    ["Gorabchev", "Gorbachev"],
  ])("R3.6a %s is offered as %s", async (asked, meant) => {
    const { call } = await temporaryVault({ "a.md": `# ${meant}\n\nText.\n`, "b.md": "# Other\n\nWords.\n" }).open();
    const { notices } = await call("search", { query: asked });
    const [notice] = (notices ?? []).filter(({ code }) => code === "weak-match");
    expect(notice).toMatchObject({ words: [meant] });
  });

  test("other words that are empty match nothing", async () => {
    const { call } = await temporaryVault(NOTES).open();
    expect((await call("search", { query: "xylophone", also: [""] })).nodes).toEqual([]);
  });

  test("R2.6 a passage that costs less than the line that names it comes at its price", async () => {
    const { call } = await temporaryVault({ "b.md": "Lion text.\n\nTiger text." }).open();
    for (const tokenBudget of [10, 14, 20]) {
      const { text } = await call("node", { nodes: "b.md@3-3", level: 4, format: "text", tokenBudget });
      expect(text).toContain("Tiger text.");
    }
  });

  test("R3.6a a name that is misspelt is offered as it is spelt, and other words count without a question", async () => {
    const { call } = await temporaryVault({
      "a.md": "---\nname: Wikilinks\ntags: [linking]\n---\nThey join notes.",
      "b.md": "---\nname: Straßenbahn\n---\nDie Straßenbahn fährt.",
    }).open();
    for (const operation of ["search", "query", "context"]) {
      const { notices = [] } = await call(operation, { query: "wikilnks" });
      expect(JSON.stringify(notices)).toContain("ikilinks");
    }
    expect((await call("context", { query: "?", also: ["wikilinks"] })).nodes).not.toEqual([]);
  });

  test("R1.9 lines after the last passage are no passage", async () => {
    const { call } = await temporaryVault({ "a.md": "One.\n\nTwo.\n" }).open();
    await expect(call("node", { nodes: "a.md@9000-9001", level: 4 })).rejects.toThrow();
  });

  test("words that stand in a note many times fill no pack", async () => {
    const { call } = await temporaryVault({ "dup.md": "The yearly budget was settled.\n\n".repeat(40) }).open();
    const { text = "" } = await call("context", { query: "yearly budget", tokenBudget: 300, format: "text" });
    expect(text.match(/yearly budget/gu)).toHaveLength(1);
  });
});
