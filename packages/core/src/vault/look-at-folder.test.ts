import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { lookAtFolder } from "./look-at-folder.js";
import { temporaryVault } from "./testing/temporary-vault.js";

test("R3.1 a folder is told by its marks, and what is left out by what says so", () => {
  const { root, path } = temporaryVault({
    ".obsidian/app.json": '{"userIgnoreFilters": ["Archiv/"]}',
    ".gitignore": "out/\n",
    ".pdignore": "geheim.md\ntag:privat\n",
    "Größe.md": "",
    "b/x.mdx": "",
    "geheim.md": "",
    "Archiv/alt.md": "",
    "out/a.md": "",
    ".stversions/a.md": "",
    "node_modules/x/README.md": "",
    "Plan.canvas": "{}",
    "Skizze.excalidraw.md": "",
    "bild.png": "",
  });
  mkdirSync(path(".git"));
  const look = lookAtFolder(root);
  expect(look.takenFor).toEqual(["an Obsidian vault", "a git repository"]);
  expect(Object.fromEntries(look.read)).toEqual({ ".md": 1, ".mdx": 1 });
  expect(Object.fromEntries(look.passedOver)).toEqual({ ".canvas": 1, ".excalidraw.md": 1, ".png": 1 });
  expect(Object.fromEntries(look.leftOut)).toEqual({
    tools: { count: 3, example: expect.any(String) },
    dot: { count: 1, example: ".stversions/" },
    pdignore: { count: 1, example: "geheim.md" },
    obsidian: { count: 1, example: "Archiv/" },
    gitignore: { count: 1, example: "out/" },
  });
  expect(lookAtFolder(temporaryVault({ "a.md": "" }).root).takenFor).toEqual(["a folder of markdown"]);
});
