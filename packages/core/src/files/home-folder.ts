import { isAbsolute } from "node:path";

/**
 * The user's folder, as Node finds it; what else `node:os` has takes its time to load, and is seldom needed. Never a relative path, as an empty
 * HOME would be: caches, and what this user trusts, would lie in whatever folder one works in, which may be a stranger's.
 */
export function homeFolder(): string {
  const { HOME } = process.env;
  if (process.platform !== "win32" && HOME !== undefined && isAbsolute(HOME)) return HOME;
  const { homedir, userInfo } = process.getBuiltinModule("node:os");
  const found = homedir();
  if (isAbsolute(found)) return found;
  try {
    return userInfo().homedir;
  } catch {
    // The system has no name for this user, so it knows no folder either.
    return "/";
  }
}
