const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ["md", "text/markdown"],
  ["txt", "text/plain"],
  ["json", "application/json"],
  ["yaml", "application/yaml"],
  ["yml", "application/yaml"],
  ["toml", "application/toml"],
  ["csv", "text/csv"],
  ["xml", "application/xml"],
  ["html", "text/html"],
  ["css", "text/css"],
  ["js", "text/javascript"],
  ["mjs", "text/javascript"],
  ["ts", "text/typescript"],
  ["py", "text/x-python"],
  ["sh", "application/x-sh"],
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["pdf", "application/pdf"],
]);

/** By the end of its name, which is all that a listing knows of a file. */
export function mimeTypeOf(file: string): string {
  const [, extension = ""] = /\.([^./]+)$/u.exec(file) ?? [];
  return BY_EXTENSION.get(extension.toLowerCase()) ?? "application/octet-stream";
}
