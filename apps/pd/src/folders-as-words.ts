/** `--vault docs` and `--vault=docs` as the folder alone: the programs of servers take folders as words, and every other command takes both. */
export function foldersAsWords(args: readonly string[]): readonly string[] {
  const others: string[] = [];
  const folders: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    const next = args[at + 1];
    if (arg === "--") {
      others.push(...args.slice(at));
      break;
    }
    if (arg.startsWith("--vault=")) folders.push(arg.slice("--vault=".length));
    else if (arg === "--vault" && next !== undefined) {
      folders.push(next);
      at += 1;
    } else others.push(arg);
  }
  const end = others.indexOf("--");
  return end < 0 ? [...others, ...folders] : others.toSpliced(end, 0, ...folders);
}
