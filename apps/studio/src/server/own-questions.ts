import { node, type Operation, scan, search, type Tool, type Toolkit, validate } from "@pd/core";

/** What the page asks to explain something: where a node would rank, what it is at each level, what is wrong with the notes. */
const ASKED: readonly Operation[] = [search, scan, node, validate];

/**
 * The same operations for the page's own questions. They are called `studio_…`, so that they stand in no recording, and belong to no
 * session, so that looking does not count as having seen.
 */
export function ownQuestions(toolkit: () => Toolkit): readonly Tool[] {
  return ASKED.map(({ name, input }) => ({
    name: `studio_${name}`,
    description: `${name}, for the studio's own questions: outside sessions and recordings.`,
    input,
    readOnly: true,
    call: async (given, { signal }) =>
      toolkit().call(
        name as "own",
        { ...(given as object), session: undefined },
        signal === undefined ? {} : { signal },
      ),
  }));
}
