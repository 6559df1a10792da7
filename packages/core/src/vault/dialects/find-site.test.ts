import { describe, expect, test } from "vitest";
import { SITE_FIXTURES } from "../../testing/site-fixtures/index.js";
import { lookAtFolder } from "../look-at-folder.js";
import { mountsFrom } from "../mounts-from.js";
import { openVault } from "../open-vault.js";
import { callerOf, temporaryVault } from "../testing/temporary-vault.js";
import { findSite } from "./find-site.js";

const named = (name: string) => SITE_FIXTURES.find((fixture) => fixture.name === name)!.files;
const paths = async (open: ReturnType<typeof callerOf>) =>
  (await open("scan", { limit: 100, tokenBudget: 32_000 })).nodes.map(({ path }) => path).sort();

describe("a site", () => {
  test("is told with its generator, its configuration file, its version and language, and what is left out", () => {
    expect(lookAtFolder(temporaryVault(named("docusaurus")).root)).toMatchObject({
      takenFor: ["a Docusaurus site"],
      site: {
        generator: "Docusaurus",
        file: "docusaurus.config.ts",
        version: "current",
        language: "de",
        otherVersions: ["1.0"],
        otherLanguages: ["fr"],
      },
    });
    expect(lookAtFolder(temporaryVault(named("hugo")).root).site).toMatchObject({
      language: "de",
      otherLanguages: ["fr"],
    });
    expect(lookAtFolder(temporaryVault({ "a.md": "A." }).root).site).toBeUndefined();
  });

  test("is found in the usual places of a repository", async () => {
    const files = Object.fromEntries(
      Object.entries(named("docusaurus")).map(([path, text]) => [`website/${path}`, text]),
    );
    const { root, open } = temporaryVault({ ...files, "docs-zu-etwas.md": "[x](website/docs/intro.md)\n" });
    expect(findSite(root)).toMatchObject({ file: "website/docusaurus.config.ts", facts: { folder: "website" } });
    expect(await paths((await open({ cache: false })).call)).not.toContain(
      "website/versioned_docs/version-1.0/intro.md",
    );
  });

  test("is found around a folder of its pages, in the same working tree and not beyond it", async () => {
    const vault = temporaryVault({ ...named("docusaurus"), ".git/HEAD": "x", "docs/link.md": "[x](/lernen/bauen)\n" });
    const inside = await openVault(vault.path("docs"), { cache: false });
    const { nodes } = await callerOf(inside)("node", { nodes: "link.md", level: 2, links: "all" });
    await inside.close();
    expect(JSON.stringify(nodes)).toContain("note:bauen");
    expect(findSite(temporaryVault(named("docusaurus")).path("docs"))).toBeUndefined();
  });

  test("R6.4a its configuration is read and never run", async () => {
    const config = "globalThis.wasRun = true; throw new Error('run');\nexport default { baseUrl: '/x/' };\n";
    const { open } = temporaryVault({
      "docusaurus.config.js": config,
      "docs/a.md": "# A\n\nText.\n",
      "b.md": "[x](/x/docs/a)\n",
    });
    const { call } = await open({ cache: false });
    expect(JSON.stringify((await call("node", { nodes: "b.md", level: 2, links: "all" })).nodes)).toContain("note:a");
    expect("wasRun" in globalThis).toBe(false);
  });
});

describe("a choice", () => {
  test("of a version serves it under the addresses of the site, in place of the one that is worked on", async () => {
    const { open } = temporaryVault({ ...named("docusaurus"), "src/pages/link.md": "[x](/lernen/intro)\n" });
    const { call } = await open({ cache: false, dialect: { version: "1.0" } });
    const served = await paths(call);
    expect(served).toContain("versioned_docs/version-1.0/intro.md");
    expect(served).not.toContain("docs/intro.md");
    expect(
      JSON.stringify((await call("node", { nodes: "src/pages/link.md", level: 2, links: "all" })).nodes),
    ).toContain("Willkommen");
  });

  test("of a language serves that language alone", async () => {
    for (const [name, language, path] of [
      ["docusaurus", "fr", "i18n/fr/docusaurus-plugin-content-docs/current/intro.md"],
      ["astro", "zh-cn", "src/content/docs/zh-cn/index.mdx"],
      ["hugo", "fr", "content/fr/_index.md"],
      ["mdn", "fr", "files/fr/web/css/position/index.md"],
    ] as const) {
      const { call } = await temporaryVault(named(name)).open({ cache: false, dialect: { language } });
      const served = await paths(call);
      expect(served).toContain(path);
      expect(served.filter((one) => /(?:^|\/)(?:de|en-us)\/|^docs\//u.test(one ?? ""))).toEqual([]);
    }
  });

  test("of a generator needs no configuration file, and none reads the folder as it stands", async () => {
    const files = { "docs/größe.md": ":::note\nVorab.\n:::\n\nText.\n" };
    const shown = async (dialect: "docusaurus" | "none") => {
      const { call } = await temporaryVault(files).open({ cache: false, dialect });
      return JSON.stringify((await call("node", { nodes: "größe", level: 4 })).nodes);
    };
    expect(await shown("docusaurus")).toContain("**Note:**");
    expect(await shown("none")).toContain(":::note");
  });

  test("stands in a configuration", async () => {
    const place = temporaryVault({
      ...named("docusaurus"),
      "pd.config.json": '{ "vaults": ["."], "dialect": { "version": "1.0" } }',
    });
    const served = await mountsFrom({ workingFolder: place.root, config: place.path("pd.config.json"), cache: false });
    expect(await paths(callerOf(...served.vaults))).toContain("versioned_docs/version-1.0/intro.md");
    await served.close();
  });
});

test("H14 another dialect than that of the snapshot reads the files anew, and the same one does not", async () => {
  const vault = temporaryVault(named("docusaurus"));
  const from = async (dialect?: "none") => {
    const opened = await vault.open(dialect === undefined ? {} : { dialect });
    await opened.vault.ready();
    const { nodes } = await opened.call("node", { nodes: "docs/01-anfang/02-groesse.mdx", level: 4 });
    await opened.vault.close();
    const loaded = vault.events.findLast(({ kind }) => kind === "vault-loaded");
    return [loaded?.kind === "vault-loaded" && loaded.from, JSON.stringify(nodes).includes(":::note Noch")];
  };
  expect([await from(), await from(), await from("none"), await from()]).toEqual([
    ["files", false],
    ["snapshot", false],
    ["files", true],
    ["files", false],
  ]);
});
