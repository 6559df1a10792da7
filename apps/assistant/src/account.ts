/**
 * One budget over everything that the model is shown: its instructions, its tools, and all that tools answer.
 * A ceiling, not a target: what has no room is not shown.
 */
export interface Account {
  readonly budget: number;
  readonly spent: number;
  /** What the next answer may have. */
  readonly room: number;
  /** Nothing worth reading fits any more: the model has to conclude. */
  readonly isUsedUp: boolean;
  /** What instructions and tools take now. They are sent again and again, and stand in the context once. */
  readonly standing: Readonly<Record<Standing, number>>;
  /** What is free for instructions and tools together, were they put anew. */
  readonly roomForStanding: number;
  stand(figures: Readonly<Record<Standing, number>>): void;
  spend(tokens: number): void;
  setBudget(tokens: number): void;
}

type Standing = "instructions" | "tools";

/** Kept for what stands around an answer (marks, what is left) and for the words that refuse further ones. */
const HELD_BACK = 200;
/** Below this, an answer would hold little more than its own frame. */
const LEAST_ANSWER = 60;

export function createAccount(budget: number): Account {
  let most = budget;
  let answers = 0;
  let standing = { instructions: 0, tools: 0 };
  const spent = () => standing.instructions + standing.tools + answers;
  return {
    get budget() {
      return most;
    },
    get spent() {
      return spent();
    },
    get room() {
      return Math.max(0, most - HELD_BACK - spent());
    },
    get isUsedUp() {
      return most - HELD_BACK - spent() < LEAST_ANSWER;
    },
    get standing() {
      return standing;
    },
    get roomForStanding() {
      return Math.max(0, most - HELD_BACK - answers);
    },
    stand(figures) {
      standing = { ...figures };
    },
    spend(tokens) {
      answers += tokens;
    },
    setBudget(tokens) {
      most = tokens;
    },
  };
}
