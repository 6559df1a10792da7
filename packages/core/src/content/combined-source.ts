import { PdError } from "../model/errors.js";
import type { NodeId } from "../model/node.js";
import type { Links, NodeSource, Read, ReadOptions } from "../ports/content.js";
import type { Names, Part, PartNode } from "./combined-names.js";
import type { Crossings } from "./crossings.js";

/** Reading in several contents: each is asked once for all of its nodes. */
export function combinedSource(names: Names, crossings: Crossings): NodeSource {
  /** What the parts have for each, in the order asked for. */
  async function ofParts<Asked extends { readonly id: NodeId }, Value>(
    asked: readonly Asked[],
    read: (part: Part, own: readonly Asked[]) => Promise<readonly Read<Value>[]>,
    options?: ReadOptions,
  ): Promise<readonly Placed<Asked, Value>[]> {
    const places = await names.inner(
      asked.map(({ id }) => id),
      options,
    );
    const all: Placed<Asked, Value>[] = asked.map((one) => ({ asked: one, place: places.get(one.id), read: UNKNOWN }));
    const parts = new Set(all.flatMap(({ place }) => place?.part ?? []));
    await Promise.all(
      [...parts].map(async (part) => {
        const own = all.filter(({ place }) => place?.part === part);
        const found = await read(
          part,
          own.map(({ asked: one, place }) => ({ ...one, id: place!.id })),
        );
        for (const [at, one] of own.entries()) one.read = found[at] ?? UNKNOWN;
      }),
    );
    return all;
  }

  return {
    async links(asked, options) {
      const all = await ofParts(asked, (part, own) => part.source.links(own, options), options);
      return Promise.all(
        all.map(async ({ asked: { id, from = 0, most = Number.POSITIVE_INFINITY }, place, read }) => {
          if (place === undefined || "failure" in read) return read;
          const { links, total } = read.value;
          const targets = links.map(({ target }) => target);
          const name = await names.outer(place.part, targets, options);
          // Behind its own, those that lead into another content.
          const across = await crossings.linksOf(id, options);
          const rest = across.slice(Math.max(0, from - total), Math.max(0, from + most - total));
          const named = links.map((link) => ({ ...link, target: name(link.target) }));
          const value: Links = { links: [...named, ...rest], total: total + across.length };
          return { value };
        }),
      );
    },
    async sections(asked, options) {
      const all = await ofParts(asked, (part, own) => part.source.sections(own, options), options);
      return all.map(({ asked: { id }, place, read }) => {
        if (place === undefined || "failure" in read) return read;
        // Its sections go by the name of their note.
        const value = read.value.map((section) =>
          section.id === undefined
            ? section
            : { ...section, id: `${id}${section.id.slice(place.id.length)}` as NodeId },
        );
        return { value };
      });
    },
    async content(asked, options) {
      const all = await ofParts(asked, (part, own) => part.source.content(own, options), options);
      return all.map(({ read }) => read);
    },
  };
}

interface Placed<Asked, Value> {
  readonly asked: Asked;
  readonly place: PartNode | undefined;
  read: Read<Value>;
}

const UNKNOWN: Read<never> = {
  get failure() {
    return new PdError("node-unknown", "That node is in none of the combined contents");
  },
};
