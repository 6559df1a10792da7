import { afterEach } from "vitest";
import { undoAll } from "./afterwards.js";

// Here and not where something is made: that module is loaded for the first of several files, and a hook belongs to the file that loads it.
afterEach(undoAll);
