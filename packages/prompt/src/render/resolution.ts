import { PromptRenderError } from "../section/errors.js";
import type { Parameters } from "../section/parameters.js";
import { brings, prefixSums, type SectionRegistry } from "../section/registry.js";
import { checkVisibility, type Selector } from "../section/section.js";
import { type GivenOverrides, overridePairs } from "../session/overrides.js";
import type { PromptSession } from "../session/session.js";
import { isSectionVisibility, type SectionPath, SectionVisibility } from "../session/visibility.js";
import { normalisedPath } from "../session/visibility-slice.js";

/** What became of a section: it is not enabled, below a closed one, closed, or open. */
export const ABSENT = 0;
export const HIDDEN = 1;
export const CLOSED = 2;
export const OPEN = 3;

/** Which sections exist, and which of them bring tools or skills. */
export interface Presence {
  exists(place: number): boolean;
  /** Of the section or anything below it. */
  bringsTools(place: number): boolean;
}

/** How every section stands in one rendering. */
export interface Resolution {
  readonly presence: Presence;
  /** Effective along ancestors (R4.3). */
  readonly states: Uint8Array;
  /** 1: told to be open by an override, so that no budget closes it. */
  readonly told: Uint8Array;
}

export interface ResolveRequest {
  readonly registry: SectionRegistry;
  readonly parameters: Parameters;
  readonly session?: PromptSession | undefined;
  /** For this rendering alone. */
  readonly explicit?: GivenOverrides | undefined;
  /** What stays as it was found before. */
  readonly presence?: Presence | undefined;
  /** Closed by a budget before, and not told otherwise since. */
  readonly closed?: ReadonlySet<number> | undefined;
}

/** What never changes between renderings of a registry, found once. */
interface Constants {
  /** `OPEN`, `CLOSED`, or `ABSENT` where a function has to be asked. */
  readonly visibility: Uint8Array;
  /** None where some section may be disabled. */
  readonly presence: Presence | undefined;
}

const constants = new WeakMap<SectionRegistry, Constants>();

function constantsOf(registry: SectionRegistry): Constants {
  const known = constants.get(registry);
  if (known !== undefined) return known;
  const { sections } = registry;
  const visibility = Uint8Array.from(sections, ({ definition }) => stateOf(definition.visibility));
  const allEnabled = sections.every(({ definition }) => definition.enabled === true);
  const made = { visibility, presence: allEnabled ? presenceOf(registry, undefined) : undefined };
  constants.set(registry, made);
  return made;
}

function stateOf(selector: Selector<never, SectionVisibility>): number {
  if (typeof selector === "function") return ABSENT;
  return selector === SectionVisibility.FULL ? OPEN : CLOSED;
}

function presenceOf(registry: SectionRegistry, absent: Uint8Array | undefined): Presence {
  const { sections, ends } = registry;
  const sums = prefixSums(sections.length, (place) => (absent?.[place] !== 1 && brings(sections[place]!) ? 1 : 0));
  return {
    exists: (place) => absent?.[place] !== 1,
    bringsTools: (place) => sums[ends[place]!]! > sums[place]!,
  };
}

export function resolvePresence({ registry, parameters, session }: ResolveRequest): Presence {
  const constant = constantsOf(registry).presence;
  if (constant !== undefined) return constant;
  const { sections, ends } = registry;
  const absent = new Uint8Array(sections.length);
  for (let place = 0; place < sections.length; place += 1) {
    const { definition, path } = sections[place]!;
    const { enabled, params } = definition;
    const value =
      typeof enabled !== "function"
        ? enabled
        : asked(enabled, parameters.value(params, path), { session, section: path });
    if (value) continue;
    // Whatever is below a section that does not exist does not exist either.
    absent.fill(1, place, ends[place]!);
    place = ends[place]! - 1;
  }
  return presenceOf(registry, absent);
}

/** Explicit override > session override > selector; below a closed section nothing is shown (R4.3). */
export function resolve(request: ResolveRequest): Resolution {
  const { registry, parameters, session, explicit, closed } = request;
  const presence = request.presence ?? resolvePresence(request);
  const { sections, ends } = registry;
  const states = constantsOf(registry).visibility.slice();
  const told = new Uint8Array(sections.length);
  if (closed !== undefined) for (const place of closed) states[place] = CLOSED;
  override(session?.select(), request, states, told);
  if (explicit !== undefined) override(overridePairs(explicit), request, states, told);

  for (let place = 0; place < states.length; place += 1) {
    if (!presence.exists(place)) {
      states[place] = ABSENT;
      continue;
    }
    if (states[place] === ABSENT) {
      const { definition, path } = sections[place]!;
      const selector = definition.visibility as (params: never, session: PromptSession | undefined) => unknown;
      const chosen = asked(selector, parameters.value(definition.params, path), { session, section: path });
      states[place] = checkVisibility(chosen, definition.summary, path) === SectionVisibility.FULL ? OPEN : CLOSED;
    }
    if (states[place] !== CLOSED) continue;
    checkVisibility(SectionVisibility.SUMMARY, sections[place]!.definition.summary, sections[place]!.path);
    const end = ends[place]!;
    for (let below = place + 1; below < end; below += 1) states[below] = presence.exists(below) ? HIDDEN : ABSENT;
    place = end - 1;
  }
  return { presence, states, told };
}

/** What a function of the host's says of a section. Where it throws, that section is named. */
function asked<Value>(
  selector: (params: never, session: PromptSession | undefined) => Value,
  params: object,
  { session, section }: { readonly session: PromptSession | undefined; readonly section: SectionPath },
): Value {
  try {
    return selector(params as never, session);
  } catch (cause) {
    throw new PromptRenderError(`Section '${section}': it cannot be told how it is to be shown`, {
      section,
      cause,
      fix: "Correct its visibility or enabled function; the cause says what it threw.",
    });
  }
}

/** An override for a section that this prompt does not have is another prompt's: a session may serve several. */
function override(
  overrides: Iterable<readonly [SectionPath, SectionVisibility]> | undefined,
  { registry }: ResolveRequest,
  states: Uint8Array,
  told: Uint8Array,
): void {
  if (overrides === undefined) return;
  for (const [path, visibility] of overrides) {
    if (!isSectionVisibility(visibility)) checkVisibility(visibility, undefined, path);
    const place = registry.places.get(path) ?? registry.places.get(normalisedPath(path));
    if (place === undefined) continue;
    const open = visibility === SectionVisibility.FULL;
    states[place] = open ? OPEN : CLOSED;
    told[place] = open ? 1 : 0;
  }
}
