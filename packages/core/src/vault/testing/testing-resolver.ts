import { createLinkResolver, type LinkResolver } from "../links/link-resolver.js";
import { createNoteList } from "../notes/note-list.js";
import { createNotePacker } from "../notes/note-packer.js";

/** A note of which only what it is called matters. */
export interface CalledNote {
  readonly path: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** For tests: a resolver for notes that are nothing but called so. */
export function resolverFor(all: readonly CalledNote[]): LinkResolver {
  const packer = createNotePacker();
  for (const called of all)
    packer.add({
      ...called,
      type: "note",
      domain: "general",
      description: "",
      tags: ["a"],
      routes: [],
      declares: { description: false, type: false, domain: false },
      isMostlyLinks: false,
      bodyStart: 0,
      sections: [],
      blocks: [],
      standIns: [],
      links: [],
      stamp: { size: 0, modified: 0, changed: 0, inode: 0 },
    });
  return createLinkResolver(createNoteList(packer.pack()));
}
