import { expect, test } from "vitest";
import { isMapOfContent } from "./moc.js";

const isMap = (name: string) => isMapOfContent({ type: "note", names: [name] }, 0);

test("R3.4 every word that names a map does so in any case, with blanks around, alone or at the end", () => {
  for (const word of ["index", "_index", "overview", "hub", "map", "home", "readme", "moc"]) {
    for (const name of [word, word.toUpperCase(), ` ${word}\t `]) expect([name, isMap(name)]).toEqual([name, true]);
  }
  for (const word of ["index", "overview", "hub", "map", "moc"]) {
    for (const parting of [" ", "_", "-"])
      expect([word, isMap(`Tools${parting}${word.toUpperCase()} `)]).toEqual([word, true]);
  }
  for (const word of ["map", "Index", "OVERVIEW"]) expect([word, isMap(` ${word} of tools`)]).toEqual([word, true]);
});
