import type { Case } from "./case.js";
import { budgets } from "./cases/budgets.js";
import { enforcement } from "./cases/enforcement.js";
import { graph } from "./cases/graph.js";
import { languageCases } from "./cases/languages.js";
import { levels } from "./cases/levels.js";
import { changingCases, faultyCases, tidyCases } from "./cases/quality.js";
import { sessions } from "./cases/sessions.js";
import { wire } from "./cases/wire.js";
import { workshopCases } from "./cases/workshop.js";
import type { DoorName } from "./doors/door.js";
import { garden } from "./places/garden.js";
import { languages } from "./places/languages.js";
import { letters } from "./places/letters.js";
import type { Place } from "./places/place.js";
import { changing, faulty, tidy } from "./places/tidy.js";
import { workshop } from "./places/workshop.js";

/** Which cases are asked where. */
export interface Group {
  readonly place: Place;
  readonly cases: readonly Case[];
  /** Doors that are not asked. */
  readonly without?: readonly DoorName[];
}

export const GROUPS: readonly Group[] = [
  { place: garden, cases: [...levels, ...sessions, ...budgets, ...graph, ...wire] },
  { place: letters, cases: enforcement },
  { place: languages, cases: languageCases },
  { place: workshop, cases: workshopCases },
  { place: tidy, cases: tidyCases },
  { place: changing, cases: changingCases, without: ["command line"] },
  { place: faulty, cases: faultyCases },
];
