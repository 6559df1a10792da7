import { PdError } from "../../model/errors.js";
import { escapeControls } from "../../text/escape-controls.js";

/** Where the values of a JSON text stand, by line; and where it stops being JSON. */
export interface JsonPlaces {
  /** The line of the key or item that a path leads to, or of the nearest one on the way. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** Deep enough for any configuration, and far from the end of the stack. */
const DEPTH = 64;

/**
 * Walks through a JSON text and notes the line of each value. `JSON.parse` says neither: its message has no place where the text is short.
 * Throws where the text is not JSON, with what `where` makes of the line.
 */
export function jsonPlaces(text: string, where: (line: number) => string): JsonPlaces {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;

  function space(): void {
    for (; /[ \t\r\n]/.test(text[at] ?? ""); at += 1) if (text[at] === "\n") line += 1;
  }

  function fault(wanted: string): PdError {
    const found = at < text.length ? `"${escapeControls(text[at] ?? "")}"` : "the end of the file";
    return notJson(`${wanted} is expected, and there is ${found}`, where(line));
  }

  function take(pattern: RegExp, wanted: string): string {
    const sticky = new RegExp(pattern, "yu");
    sticky.lastIndex = at;
    const [found] = sticky.exec(text) ?? [];
    if (found === undefined) throw fault(wanted);
    at += found.length;
    return found;
  }

  function members(path: string, end: "}" | "]", depth: number): void {
    at += 1;
    space();
    for (let index = 0; text[at] !== end; index += 1) {
      if (index > 0) {
        take(/,/, `"," or "${end}"`);
        space();
      }
      const key = end === "]" ? String(index) : (JSON.parse(take(STRING, "a key in double quotes")) as string);
      const inner = `${path}${JSON.stringify(key)}/`;
      lines.set(inner, line);
      if (end === "}") {
        space();
        take(/:/, '":"');
      }
      value(inner, depth + 1);
    }
    at += 1;
  }

  function value(path: string, depth: number): void {
    space();
    if (depth > DEPTH) throw notJson("it is nested too deeply", where(line));
    if (text[at] === "{") members(path, "}", depth);
    else if (text[at] === "[") members(path, "]", depth);
    else take(SCALAR, "a value");
    space();
  }

  value("", 0);
  if (at < text.length) throw fault("the end");
  return {
    lineOf(path) {
      let key = "";
      let found = 1;
      for (const part of path) {
        key += `${JSON.stringify(String(part))}/`;
        found = lines.get(key) ?? found;
      }
      return found;
    },
  };
}

function notJson(message: string, where: string): PdError {
  return new PdError("configuration-invalid", `This is not JSON: ${message}`, {
    where,
    fix: "Correct that line. JSON has double quotes, no comments and no comma after the last item.",
  });
}

const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/u;
const SCALAR = new RegExp(`${STRING.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`, "u");
