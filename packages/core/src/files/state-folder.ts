import { isAbsolute, join } from "node:path";
import { homeFolder } from "./home-folder.js";

/**
 * Where what this user decided is kept on this system. `PD_STATE_DIR` moves it.
 * A relative path is passed over: it would lie in whatever folder one works in, which may be a stranger's.
 */
export function stateFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { PD_STATE_DIR, XDG_STATE_HOME, LOCALAPPDATA } = environment;
  if (isGiven(PD_STATE_DIR)) return PD_STATE_DIR;
  if (process.platform === "win32") {
    return join(isGiven(LOCALAPPDATA) ? LOCALAPPDATA : join(homeFolder(), "AppData", "Local"), "pd", "State");
  }
  if (process.platform === "darwin") return join(homeFolder(), "Library", "Application Support", "pd");
  return join(isGiven(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homeFolder(), ".local", "state"), "pd");
}

function isGiven(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path);
}
