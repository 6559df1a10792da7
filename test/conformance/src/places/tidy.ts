import type { Place } from "./place.js";

const note = (name: string, type: string, body: string) =>
  `---\nname: ${name}\ndescription: All about ${name}\ntype: ${type}\ndomain: house\n---\n\n# ${name}\n\n${body}\n`;

/** A vault with nothing to find fault with. */
export const tidy: Place = {
  name: "tidy",
  files: {
    "overview.md": note("Overview", "moc", "See [[Kitchen]], [[Bath]] and [[Hall]]."),
    "kitchen.md": note("Kitchen", "room", "Leads to the [[Hall]]."),
    "bath.md": note("Bath", "room", "Leads to the [[Hall]]."),
    "hall.md": note("Hall", "room", "Leads to [[Kitchen]] and [[Overview]]."),
  },
};

/** The same, with one fault of each kind that can be counted alone. */
export const faulty: Place = {
  name: "faulty",
  files: {
    ...tidy.files,
    "kitchen.md": note("Kitchen", "room", "Leads to the [[Hall]] and to a [[Garage]]."),
  },
};

/** A vault that changes under the doors that serve it. */
export const changing: Place = {
  name: "changing",
  files: tidy.files,
  later: { "kitchen.md": note("Kitchen", "room", `Something else entirely BODY-later. ${"More of it. ".repeat(40)}`) },
};
