/** What an agent's program documents about the list of skills that it puts before a model. */
export interface ClientLimit {
  readonly client: string;
  /** Where the figures are from. */
  readonly source: string;
  /** The share of the model's context window that the list may take. */
  readonly share: number;
  /** The most characters of one description; nothing where no such limit is documented. */
  readonly descriptionCharacters: number | undefined;
  /** What happens where the list is too long. */
  readonly overflow: "drops-descriptions" | "shortens-then-omits";
}

/** A window where nobody says which model is used, in tokens. */
export const CONTEXT_WINDOW = 200_000;

/** By how many characters these programs estimate a token. */
export const CHARACTERS_PER_TOKEN = 4;

/** As documented in autumn 2026. Programs change: each has its source. */
export const CLIENT_LIMITS: readonly ClientLimit[] = [
  {
    client: "Claude Code",
    source: "https://code.claude.com/docs/en/skills",
    share: 0.01,
    descriptionCharacters: 1536,
    overflow: "drops-descriptions",
  },
  {
    client: "Codex",
    source: "https://github.com/openai/codex/pull/18298",
    share: 0.02,
    descriptionCharacters: undefined,
    overflow: "shortens-then-omits",
  },
];

/** A skill as these programs list it. */
export interface ListedText {
  readonly name: string;
  readonly description: string;
}

/** What becomes of a list of skills in a client. */
export interface ClientFit {
  readonly client: string;
  readonly source: string;
  /** Characters that the list may have, and that it would have with whole descriptions. */
  readonly limit: number;
  readonly characters: number;
  /** Whether all skills are listed with their whole descriptions. */
  readonly fits: boolean;
  /** The smallest number of descriptions that are cut, whichever they are. */
  readonly losing: number;
  /** Skills whose description is cut or gone, where that can be told: which ones a client drops can depend on use. */
  readonly cut: readonly string[];
  /** Skills that are not listed at all. */
  readonly omitted: readonly string[];
}

/** `- name: description` and a line end. */
const LINE = 5;

export function clientFit(
  listed: readonly ListedText[],
  limit: ClientLimit,
  contextWindow: number = CONTEXT_WINDOW,
): ClientFit {
  const { client, source, descriptionCharacters = Number.POSITIVE_INFINITY } = limit;
  const most = Math.floor(contextWindow * limit.share * CHARACTERS_PER_TOKEN);
  const entries = listed.map(({ name, description }) => ({
    name,
    length: [...description].length,
    shown: Math.min(descriptionCharacters, [...description].length),
  }));
  const names = entries.reduce((sum, { name }) => sum + name.length + LINE, 0);
  const characters = names + entries.reduce((sum, { length }) => sum + length, 0);
  const tooLong = entries.filter(({ length, shown }) => length > shown).map(({ name }) => name);
  const base = { client, source, limit: most, characters };
  const wanted = names + entries.reduce((sum, { shown }) => sum + shown, 0);
  if (wanted <= most) return { ...base, fits: tooLong.length === 0, losing: tooLong.length, cut: tooLong, omitted: [] };
  if (limit.overflow === "drops-descriptions") {
    return { ...base, fits: false, losing: leastDropped(entries, most - names), cut: tooLong, omitted: [] };
  }
  const cap = evenCap(
    entries.map(({ shown }) => shown),
    Math.max(0, most - names),
  );
  const cut = entries.filter(({ length }) => length > cap).map(({ name }) => name);
  const omitted = beyond(entries, most);
  return { ...base, fits: false, losing: cut.length, cut, omitted };
}

/** How many descriptions have to go if the longest go first: it cannot be fewer. */
function leastDropped(entries: readonly { readonly shown: number }[], room: number): number {
  const longest = entries.map(({ shown }) => shown).sort((one, other) => other - one);
  let total = longest.reduce((sum, length) => sum + length, 0);
  let dropped = 0;
  for (const length of longest) {
    if (total <= room) break;
    total -= length;
    dropped += 1;
  }
  return dropped;
}

/** One cap for all, as high as the room allows. */
function evenCap(lengths: readonly number[], room: number): number {
  let [left, count] = [room, lengths.length];
  for (const length of [...lengths].sort((one, other) => one - other)) {
    if (length * count > left) return Math.floor(left / count);
    left -= length;
    count -= 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Names that do not fit even without any description, in the order of the list. */
function beyond(entries: readonly { readonly name: string }[], most: number): readonly string[] {
  let sum = 0;
  return entries.flatMap(({ name }) => {
    sum += name.length + LINE;
    return sum > most ? [name] : [];
  });
}
