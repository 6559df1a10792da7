import type { MadePlace } from "../places/place.js";
import { openCommandLine } from "./command-line.js";
import type { Door } from "./door.js";
import { openHttp } from "./http.js";
import { openLibrary } from "./library.js";
import { openMcpHttp, openMcpStdio } from "./mcp.js";

/** All of them on one place, the library first. */
export async function openDoors(place: MadePlace): Promise<readonly Door[]> {
  return Promise.all([
    openLibrary(place),
    openCommandLine(place),
    openHttp(place),
    openMcpStdio(place),
    openMcpHttp(place),
  ]);
}
