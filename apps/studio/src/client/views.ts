import type { ComponentType } from "preact";

export interface View {
  /** The first part of the address. */
  readonly name: string;
  readonly title: string;
  /** What it shows, for the menu's tooltip and for ears. */
  readonly about: string;
  /** Loaded when it is first opened, so that the graph's code does not hold up the playground. */
  load(): Promise<ComponentType>;
}

/** In the order of the menu; its place (from 1) is its key. */
export const VIEWS: readonly View[] = [
  {
    name: "graph",
    title: "Graph",
    about: "Every node, filled by how much of it was shown",
    load: async () => (await import("./views/graph/graph-view.js")).GraphView,
  },
  {
    name: "ask",
    title: "Ask",
    about: "A question, and how the pack that answers it is built, beside the cost of grep",
    load: async () => (await import("./views/ask/ask-view.js")).AskView,
  },
  {
    name: "budget",
    title: "Budget",
    about: "Tokens by level, beside what loading everything would have cost",
    load: async () => (await import("./views/budget/budget-view.js")).BudgetView,
  },
  {
    name: "timeline",
    title: "Timeline",
    about: "Call by call, alone or beside another session",
    load: async () => (await import("./views/timeline/timeline-view.js")).TimelineView,
  },
  {
    name: "saw",
    title: "What it saw",
    about: "The exact text, node by node, and why it was shown or left out",
    load: async () => (await import("./views/saw/saw-view.js")).SawView,
  },
  {
    name: "playground",
    title: "Playground",
    about: "Any operation, with a form for its arguments",
    load: async () => (await import("./views/playground/playground-view.js")).PlaygroundView,
  },
  {
    name: "quality",
    title: "Quality",
    about: "What validate finds, and what skills cost",
    load: async () => (await import("./views/quality/quality-view.js")).QualityView,
  },
];
