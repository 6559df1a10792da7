import * as library from "./library.js";
import { useLibrary } from "./library-loader.js";

// The bundle for a line that names a command: reading two of them would take longer than one.
useLibrary(library);

export * from "./library.js";
export { main } from "./main.js";
export { noted } from "./noted.js";
