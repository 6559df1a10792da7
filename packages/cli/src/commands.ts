/** A command in words. What it does is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly group: "read" | "check" | "set up";
  readonly summary: string;
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "scan", group: "read", summary: "List notes with what they are about and what opening them costs" },
  { name: "search", group: "read", summary: "Find notes by words, best first, with reasons" },
  { name: "query", group: "read", summary: "Search, and show the sections of the best" },
  { name: "node", group: "read", summary: "Open notes at a level from 0 (name) to 4 (full text)" },
  { name: "traverse", group: "read", summary: "Walk along links from a note or from the best matches" },
  { name: "context", group: "read", summary: "Fill a token budget with the text that answers a question" },
  { name: "stats", group: "check", summary: "How many notes, links and kinds there are" },
  { name: "validate", group: "check", summary: "Broken links and other faults, with file and line, and a grade" },
  { name: "skill", group: "read", summary: "Agent Skills: stats, list, show, validate, init" },
  { name: "tool", group: "read", summary: "Call a tool that the configuration hands over" },
  { name: "doctor", group: "check", summary: "What is installed, loaded and wrong, each with its fix" },
  { name: "explain", group: "check", summary: "What an error or finding means, and what to do" },
  { name: "init", group: "set up", summary: "Write a pd.config.json for this folder" },
  { name: "config", group: "set up", summary: "What is in force, and who says so" },
  { name: "completion", group: "set up", summary: "A completion script for bash, zsh, fish or powershell" },
];
