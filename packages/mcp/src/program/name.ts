/** How a person calls this program: by its own bin, or as a command of another. One process has one. */
let name = "pd-mcp";

export function programName(): string {
  return name;
}

export function callProgram(typed: string): void {
  name = typed;
}

/** A text that names the program, as it is called here. */
export function asCalled(text: string): string {
  return text.replaceAll("pd-mcp", name);
}
