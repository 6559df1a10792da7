import type { Arguments } from "./arguments.js";
import type { Callable } from "./callable.js";
import { shellWord } from "./shell-word.js";

/** The same call by HTTP. The token is a variable of the shell, so that a copied line gives nothing away. */
export function curlCommand({ method, path }: Callable, given: Arguments, origin: string): string {
  const authorization = `-H "Authorization: Bearer $PD_TOKEN"`;
  if (method === "GET") {
    const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)])).toString();
    return ["curl", shellWord(`${origin}${path}${query === "" ? "" : `?${query}`}`), authorization].join(" ");
  }
  const body = shellWord(JSON.stringify(given));
  return [`curl ${shellWord(origin + path)}`, `  ${authorization}`, `  --json ${body}`].join(" \\\n");
}
