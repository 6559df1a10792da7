import type { MemoryNode } from "@pd/core/testing";

/** A few notes about pd itself, so that the tour has something true to find. */
export const notes: readonly MemoryNode[] = [
  {
    id: "moc:start",
    name: "Start here",
    type: "moc",
    domain: "concepts",
    description: "A map of what pd does and where to read on.",
    links: [
      { target: "note:levels", relation: "clusters", context: "Everything is shown at one of five levels." },
      { target: "note:budgets", relation: "clusters", context: "A budget is a ceiling, and the gate keeps it." },
      { target: "note:sessions", relation: "clusters", context: "A session remembers what was seen." },
      { target: "note:gate", relation: "clusters", context: "One gate makes every answer." },
    ],
    sections: [
      { heading: "Start here", depth: 1, preview: "pd lets an agent work with more knowledge than fits its context." },
    ],
    body: "# Start here\n\npd lets an agent work with more knowledge than fits its context.\n\nEverything is shown at one of five levels. A budget is a ceiling, and the gate keeps it. A session remembers what was seen. One gate makes every answer.",
  },
  {
    id: "note:levels",
    name: "Levels",
    domain: "concepts",
    description: "Five levels, from a name in a list to the whole text.",
    tags: ["levels"],
    links: [{ target: "note:gate", context: "The gate builds each view up for its level." }],
    sections: [
      { heading: "Levels", depth: 1, preview: "Index, scan, links, sections, full: each adds to the one below." },
      {
        heading: "Why five",
        depth: 2,
        preview: "An agent that can see a little of much chooses better than one that sees much of a little.",
      },
    ],
    body: "# Levels\n\nIndex, scan, links, sections, full: each adds to the one below.\n\n## Why five\n\nAn agent that can see a little of much chooses better than one that sees much of a little. The levels between a name and a whole text are what makes choosing cheap: a description says what a note is about, links say where it leads, previews say which part to read.\n\nThe gate builds each view up for its level. It never cuts one down from a fuller object, because what was never there cannot leak.",
  },
  {
    id: "note:budgets",
    name: "Budgets",
    domain: "concepts",
    description: "Why the token budget is a hard ceiling, and how it is kept.",
    tags: ["tokens", "budget"],
    links: [
      { target: "note:gate", context: "The gate counts the finished bytes." },
      { target: "note:levels", relation: "extends", declared: true },
    ],
    sections: [
      { heading: "Budgets", depth: 1, preview: "What is budgeted is what is delivered." },
      {
        heading: "What happens when it does not fit",
        depth: 2,
        preview: "It is tried at a lower level, else left out and named, and the next is tried.",
      },
    ],
    body: "# Budgets\n\nWhat is budgeted is what is delivered. The gate counts the finished bytes, not a guess made beforehand.\n\n## What happens when it does not fit\n\nIt is tried at a lower level, else left out and named, and the next is tried. Stopping at the first node that does not fit would leave most of a budget unused. What was left out is in the answer with its price, so that an agent can decide to pay it.",
  },
  {
    id: "note:sessions",
    name: "Sessions",
    domain: "concepts",
    description: "What a session remembers, and why levels only rise in it.",
    tags: ["sessions"],
    links: [{ target: "note:budgets", context: "A budget can leave out even what was seen." }],
    sections: [{ heading: "Sessions", depth: 1, preview: "A handle, given in and given back, bound to its caller." }],
    body: "# Sessions\n\nA handle, given in and given back, bound to its caller. It keeps the highest level at which each node was seen, so that an addressed node never comes back with less. A budget can leave out even what was seen. With repeat: false a session returns only what is new.",
  },
  {
    id: "note:gate",
    name: "Gate",
    domain: "design",
    description: "The one place where content becomes an answer.",
    tags: ["design", "security"],
    links: [{ target: "note:budgets", context: "It fits the plan into the budget." }],
    sections: [{ heading: "Gate", depth: 1, preview: "Operations plan, one gate discloses." }],
    body: "# Gate\n\nOperations plan, one gate discloses. An operation sees names, links and prices and never a body; the gate alone can read one. It fits the plan into the budget, reads what was admitted, builds the view for each level and counts again.\n\nThe alternative, operations that return whole nodes and a filter that strips them, leaks as soon as one call is forgotten.",
  },
];
