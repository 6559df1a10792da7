/** The user's folder, as Node finds it; what else `node:os` has takes its time to load, and is seldom needed. */
export function homeFolder(): string {
  const { HOME } = process.env;
  return process.platform !== "win32" && HOME ? HOME : process.getBuiltinModule("node:os").homedir();
}
